"""`autograder`: write the zip file that makes Gradescope grade with this program.

Gradescope unpacks it to /autograder/source and runs setup.sh once. For each submission,
which it puts in /autograder/submission, it runs run_autograder.
"""

import argparse
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import t3_state
from t3_tools import options as common
from t3_tools.grade.command import add_marking, drawn_seed
from t3_tools.options import UsageError, to_install

HELP = "write the zip file that makes Gradescope grade with this program"

EXAMPLES = """\
  t3-tools autograder autograder.zip
  t3-tools autograder autograder.zip --seed 2027 --count 6 --weight mypy=0
"""

OURS = Path(t3_state.__file__).parent

PARTS = [
    "t3_*.py",
    "t3_engine/*.py",
    "t3_play/**/*.py",
    "t3_tools/**/*.py",
    "t3_tools/grade/help.txt",
    "t3_tools/grade/course.ini",
]
"""What of this project the zip file needs."""

GRADE = """\
import sys

from t3_tools.__main__ import main

if __name__ == "__main__":
    sys.exit(main({arguments}))
"""
"""The script that run_autograder starts. It holds the options, because every process can
read another's command line."""

FIXED = [
    "/autograder/submission",
    "--gradescope=/autograder/results/results.json",
    "--user=nobody",
    "--jobs=1",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=common.writable, help="the zip file")
    add_marking(parser)


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
    print(f"{options.file}: {len(files)} files; the cases are of seed {options.seed}")
    return 0


def contents(options: argparse.Namespace) -> Iterator[tuple[str, bytes]]:
    """The name and the content of each file."""
    for script in Path(__file__).with_name("gradescope").iterdir():
        yield script.name, script.read_bytes()
    yield "requirements.txt", pinned("rich", "mypy").encode()
    yield "grade.py", GRADE.format(arguments=["grade", *FIXED, *chosen(options)]).encode()
    for path in [path for pattern in PARTS for path in sorted(OURS.glob(pattern))]:
        yield path.relative_to(OURS).as_posix(), path.read_bytes()


def pinned(*packages: str) -> str:
    """The lines of requirements.txt: the packages, in the versions installed here.

    Another version of mypy could give other marks.
    """
    try:
        return "".join(f"{name}=={version(name)}\n" for name in packages)
    except PackageNotFoundError as error:
        need = f"autograder needs {error.name}, to name its version"
        raise UsageError(f"{need}: {to_install('tools')}") from None


def chosen(options: argparse.Namespace) -> list[str]:
    """The options of `grade` that say the same as those of this command."""
    found = [f"--{name}={getattr(options, name)}" for name in ("seed", "count", "timeout")]
    found += [f"--weight={name}={points:g}" for name, points in options.weight]
    return found
