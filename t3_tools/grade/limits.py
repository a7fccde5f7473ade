"""All limits on what is handed in, and on what it may use while it is examined.

Seconds are of CPU time, which does not depend on the machine's load, unless they are said
to be on the clock. The limits by the clock are for processes that wait.
"""

FILE = 1_000_000
"""The most bytes of a file."""
BESIDE = 5_000_000
"""The most bytes of all files that are graded, and of those that they may read."""
FILES = 5_000
"""The most files and folders in the archives of a submission, and of those graded."""
CLASS = 1_000_000_000
"""The most bytes of the archive of a class."""
UNPACKED = 100_000_000
"""The most bytes that are unpacked of a submission."""
MEMBERS = 50_000
"""The most files and folders in the archive of a class."""
NESTED = 3
"""How deeply archives may be nested."""
NAME, PATH = 255, 1_000
"""The most characters of a name that are told, and of a path in an archive."""
READING, READING_ALL, MYPY, READING_MEGABYTES = 20, 300, 60, 1000
"""The limits for reading a student's work: seconds, those for a whole class's archive, and
for mypy, and megabytes of memory."""

SECONDS = 15
"""The default for a case."""
WHOLE = 10
"""A submission may use this many times as much as a case."""
WAIT = 4
"""Seconds on the clock for each second allowed: a machine may be busy, a browser slow."""
GRACE = 15
"""Seconds on the clock for starting and cleaning up, on top of what a case may take."""

MEGABYTES = 600
"""The most memory of a submission's process. Gradescope has 768 MB in all."""
ALL_MEGABYTES = 900
"""The most memory of all processes of a submission."""
FOLDER_SIZE = 40_000_000
"""The most bytes of all files of a submission in a container, and in /dev/shm: each takes
whole pages of 4096, so as many as FILES, of BESIDE bytes, leave it 14 million."""
INODES = 20_000
"""The most files and folders of a submission in a container, and in /dev/shm."""
WRITTEN = 10_000_000
"""The most bytes of a file that a submission writes."""
OPEN = 256
"""The most open files and pipes of a process: the system's memory has what they hold."""
ANSWER = 100_000
"""The most bytes of an answer."""
BRACKETS = 500
"""The most opening brackets in an answer: in a browser, deep nesting ends Python."""
PROCESSES = 64
"""The most processes and threads of a submission in a container."""
