"""`autograder`: what Gradescope needs to grade, in one zip file.

It unpacks the file to /autograder/source, runs setup.sh once, and run_autograder for each
submission, which then lies in /autograder/submission.
"""

import argparse
import zipfile
from collections.abc import Iterator
from pathlib import Path

import t3_state
from t3_tools import options as common
from t3_tools.grade.command import add_marking, drawn_seed
from t3_tools.output import say_json

HELP = "write the zip file that makes Gradescope grade with this program"

EXAMPLES = """\
  python -m t3_tools autograder autograder.zip
  python -m t3_tools autograder autograder.zip --seed 2027 --count 6 --weight mypy=0
"""

OURS = Path(t3_state.__file__).parent

SETUP = """\
#!/usr/bin/env bash
set -euo pipefail
if ! python3 -m pip --version >/dev/null 2>&1; then
  apt-get update
  apt-get install -y python3 python3-pip
fi
python3 -m pip install --target /autograder/packages rich mypy
# A submission must not find the player that it is compared with, nor what it was asked.
chmod -R go-rwx /autograder/source
"""

RUN = """\
#!/usr/bin/env bash
export PYTHONPATH=/autograder/packages
results=/autograder/results/results.json
cd /autograder/source
told=$(python3 grade.py 2>&1 >/dev/null)
code=$?
# Nothing that could be graded was handed in.
if [ $code = 2 ]; then
  python3 -c 'import json, sys; print(json.dumps({"score": 0, "output": sys.argv[1]}))' \\
    "$told" >"$results"
else
  echo "$told"
  exit $code
fi
"""

GRADE = """\
import sys

from t3_tools.__main__ import main

if __name__ == "__main__":
    sys.exit(main({arguments}))
"""
"""What is run. The options are in a file, as all can read the command line of a process."""

FIXED = [
    "/autograder/submission",
    "--gradescope=/autograder/results/results.json",
    "--user=nobody",
    "--jobs=1",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", type=common.writable, help="the zip file")
    add_marking(parser)
    common.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write the file."""
    if options.seed is None:
        options.seed = drawn_seed()
    files = dict(contents(options))
    with zipfile.ZipFile(options.file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if content.startswith(b"#!") else 0o644) << 16
            archive.writestr(entry, content)
    if options.json:
        say_json({"file": str(options.file), "seed": options.seed, "files": list(files)})
    else:
        print(f"{options.file}: {len(files)} files; the cases are of seed {options.seed}")
    return 0


def contents(options: argparse.Namespace) -> Iterator[tuple[str, bytes]]:
    """The name and the content of each file."""
    yield "setup.sh", SETUP.encode()
    yield "run_autograder", RUN.encode()
    arguments = ["grade", *FIXED, *chosen(options)]
    yield "grade.py", GRADE.format(arguments=arguments).encode()
    yield "course.ini", options.mypy_config
    for pattern in ("t3_*.py", "t3_play/**/*.py", "t3_tools/**/*.py", "t3_tools/**/*.ini"):
        for path in sorted(OURS.glob(pattern)):
            yield path.relative_to(OURS).as_posix(), path.read_bytes()


def chosen(options: argparse.Namespace) -> list[str]:
    """The options of `grade` that say the same."""
    found = [
        f"--{name}={getattr(options, name)}"
        for name in ("seed", "count", "timeout", "total")
    ]
    found += [f"--weight={name}={points:g}" for name, points in options.weight]
    return [*found, "--mypy-config=course.ini", *(["--reveal"] if options.reveal else [])]
