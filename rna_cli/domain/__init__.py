"""What a memory is: names, addresses, records and times. No I/O; only the standard library."""
