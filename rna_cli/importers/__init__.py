"""Ways to bring many records in: each reads one format, and yields drafts for the gateway."""
