"""What is kept beside the records, the same for every way to remember."""
