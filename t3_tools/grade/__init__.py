"""The marks of submissions, with the reasons."""
