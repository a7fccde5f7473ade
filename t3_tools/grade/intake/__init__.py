"""What was handed in: files, whose they are, and which of them to grade."""
