"""Files that belong to one person: private, replaced whole, one writer at a time. Knows nothing of what is in them."""
