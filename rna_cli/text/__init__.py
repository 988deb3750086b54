"""How text becomes words, passages and outlines. Pure functions; the same for records, queries and passages."""
