"""Tools for teachers, students and graders: `python -m t3_tools`."""
