"""`page`: write static files for any web server. They load nothing from elsewhere."""

import hashlib
import json
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click import UsageError

from t3_tools import options

EXAMPLES = """\
\b
Examples:
  npm install --no-save --prefix . pyodide@314.0.7
  t3-tools page site --pyodide node_modules/pyodide
  python -m http.server -d site
"""

PYODIDE = "314.0.7"
"""The version of Pyodide, Python for the browser, that the page is tested with."""

PYODIDE_FILES = ["pyodide-lock.json", "pyodide.mjs", "pyodide.asm.*", "python_stdlib.zip"]
MODULES = [
    "t3_*.py",
    "t3_engine/*.py",
    "t3_play/*.py",
    "t3_tools/__init__.py",
    "t3_tools/page/*.py",
]
"""The modules that Python can import in the browser."""

HERE = Path(__file__).parent


@click.command(epilog=EXAMPLES)
@click.argument(
    "folder", type=options.new_folder, metavar="DIR", help="A new or empty folder."
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FOLDER",
    help=f"The npm package pyodide, version {PYODIDE}, as npm installs it.",
)
def page(folder: Path, pyodide: Path) -> None:
    """Write a page to play on in the browser.

    It shows the value of every action.
    """
    check(pyodide)
    shutil.copytree(HERE / "static", folder, dirs_exist_ok=True)
    runtime = copy(PYODIDE_FILES, pyodide, folder / "pyodide")
    modules = copy(MODULES, HERE.parents[1], folder / "python")
    files = [f"pyodide/{name}" for name in runtime] + [f"python/{name}" for name in modules]
    (folder / "files.json").write_text(json.dumps(listing(folder, files)), encoding="utf-8")
    print(f"To see it: python -m http.server -d {folder}, then http://localhost:8000")


def check(pyodide: Path) -> None:
    """Raise UsageError if the folder has not the package that the page needs."""
    needed = f"npm install pyodide@{PYODIDE} puts it into node_modules/pyodide"
    found = "no npm package"
    with suppress(OSError, ValueError, LookupError, TypeError):
        package = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))
        found = f"{package['name']} {package['version']}"
    if found != f"pyodide {PYODIDE}":
        raise UsageError(f"'{pyodide}' is {found}, but must be pyodide {PYODIDE}: {needed}")
    for pattern in PYODIDE_FILES:
        if not any(pyodide.glob(pattern)):
            raise UsageError(f"'{pyodide}' lacks {pattern}: {needed}")


def copy(patterns: list[str], source: Path, target: Path) -> list[str]:
    """Copy the files that match the patterns; returns their relative paths."""
    paths = sorted(path for pattern in patterns for path in source.glob(pattern))
    names = [path.relative_to(source).as_posix() for path in paths]
    for path, name in zip(paths, names):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target / name)
    return names


def listing(folder: Path, files: list[str]) -> dict[str, Any]:
    """What the page loads: each file's size in bytes, and a version of them all."""
    contents = {name: (folder / name).read_bytes() for name in files}
    version = hashlib.sha256(b"".join(contents.values())).hexdigest()[:16]
    return {"version": version, "files": {name: len(contents[name]) for name in files}}
