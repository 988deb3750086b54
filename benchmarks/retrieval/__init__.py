"""How well a search finds what answers a question, beside other ways to search the same texts."""
