"""How storing and searching grow with the number of records, beside plain SQLite, its FTS5 and Tantivy."""
