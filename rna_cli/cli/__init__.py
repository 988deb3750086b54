"""The command line: thin commands, one file each. Parse, ask the gateway or the reader, render, return."""
