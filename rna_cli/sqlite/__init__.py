"""The only code that opens SQLite: private files, connections, transactions, migrations, copies. It knows no schema."""
