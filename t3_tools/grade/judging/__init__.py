"""What is asked and what answers are worth, without processes, files and options."""
