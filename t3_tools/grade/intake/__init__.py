"""What was handed in.

files.py finds the files, in folders and archives, and limits what they cost. division.py
says whose they are, and submissions.py which of them to grade.
"""
