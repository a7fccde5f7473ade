"""Tools for teachers, students and graders: `t3-tools`."""
