"""`autograder`: write the zip file that makes Gradescope grade with this program.

Gradescope unpacks it to /autograder/source and runs setup.sh once. For each submission,
which it puts in /autograder/submission, it runs run_autograder.
"""

import secrets
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import click

from t3_page.writer import our_files
from t3_play.match import SEEDS
from t3_tools import options
from t3_tools.extras import to_install
from t3_tools.grade.options import MARKING, exam_of
from t3_tools.page.command import GRADER
from t3_tools.refused import RefusedError

EXAMPLES = """\
\b
Examples:
  t3-tools autograder autograder.zip
  t3-tools autograder autograder.zip --seed 2027 --count 6 --weight mypy=0
"""

GRADE = """\
import sys

from t3_tools.__main__ import main

if __name__ == "__main__":
    sys.exit(main({arguments}))
"""
"""The script that run_autograder starts. It holds the options, because every process can
read another's command line."""


@click.command(epilog=EXAMPLES, params=[*MARKING])
@click.argument("file", type=options.new_file, metavar="FILE", help="The zip file.")
def autograder(file: Path, **chosen: Any) -> None:
    """Build a Gradescope autograder zip."""
    exam_of(chosen)
    if chosen["seed"] is None:
        chosen["seed"] = secrets.randbelow(SEEDS)
    grade = ["grade", "/autograder/submission", "--jobs=1"]
    grade += ["--gradescope=/autograder/results/results.json"]
    grade += [f"--{name}={chosen[name]}" for name in ("seed", "count", "timeout")]
    grade += ["--exam=/autograder/source/exam.txt"] if chosen["exam"] else []
    grade += [f"--weight={name}={points:g}" for name, points in chosen["weight"]]
    scripts = Path(__file__).with_name("gradescope").iterdir()
    files = {
        **{it.name: it.read_bytes() for it in scripts},
        "exam.txt": (chosen["exam"] or "").encode(),
        "requirements.txt": pinned("click", "rich", "mypy").encode(),
        "grade.py": GRADE.format(arguments=grade).encode(),
        **our_files([*GRADER, "t3_tools/grade/sandbox/course.ini"]),
    }
    with ZipFile(file, "w") as archive:
        for name, content in files.items():
            entry = ZipInfo(name)
            entry.external_attr = (0o755 if content.startswith(b"#!") else 0o644) << 16
            archive.writestr(entry, content, ZIP_DEFLATED)
    cases = "your own" if chosen["exam"] else f"of seed {chosen['seed']}"
    print(f"{file}: {len(files)} files; the cases are {cases}")


def pinned(*packages: str) -> str:
    """The lines of requirements.txt: the packages, in the versions installed here.

    Another version of mypy could give other marks.
    """
    try:
        return "".join(f"{name}=={version(name)}\n" for name in packages)
    except PackageNotFoundError as error:
        need = f"autograder needs {error.name}, to name its version"
        raise RefusedError(f"{need}: {to_install('tools')}") from None
