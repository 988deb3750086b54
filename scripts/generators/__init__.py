"""What `scripts/gen.py` writes, one module a kind of file. Each has `files(root)`: path below the root to content."""
