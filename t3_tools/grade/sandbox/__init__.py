"""Where the code of submissions runs.

exam.py examines a class: each submission in all cases, in worker processes, which judge the
answers. asking.py asks a submission one question in a sandbox: a container of bubblewrap,
or less without it. cell.py is the program in there, which runs the submission's code, with
limits. typecheck.py runs mypy, which runs nothing of a submission.
"""
