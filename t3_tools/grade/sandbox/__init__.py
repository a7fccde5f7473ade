"""Where the code of submissions runs."""
