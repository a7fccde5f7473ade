"""The command that writes the page, and the Python with which check.html grades."""
