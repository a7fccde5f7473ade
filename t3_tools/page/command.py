"""`page`: write static files for any web server. They load nothing from elsewhere."""

import gzip
import hashlib
import html
import json
import shutil
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import click
from click import UsageError

from t3_tools import options
from t3_tools.extras import to_install

EXAMPLES = """\
\b
Examples:
  npm install --no-save --prefix . pyodide@314.0.7 lit-html@3.3.3
  t3-tools page site --packages node_modules
  python -m http.server -d site
"""

PYODIDE, LIT = "314.0.7", "3.3.3"
"""The versions of Pyodide, Python for the browser, and lit-html, which draws, that the page
is tested with."""

PACKAGES = {
    f"pyodide@{PYODIDE}": [
        "pyodide-lock.json",
        "pyodide.mjs",
        "pyodide.asm.*",
        "python_stdlib.zip",
    ],
    f"lit-html@{LIT}": ["lit-html.js"],
}
"""The packages of npm that the page needs, and which of their files."""

MODULES = [
    "t3_*.py",
    "t3_engine/*.py",
    "t3_play/*.py",
    "t3_tools/__init__.py",
    "t3_tools/page/__init__.py",
    "t3_tools/page/explorer.py",
]
"""The modules that Python can import in the browser."""

HERE = Path(__file__).parent


@click.command(epilog=EXAMPLES)
@click.argument(
    "folder", type=options.new_folder, metavar="DIR", help="A new or empty folder."
)
@click.option(
    "--packages",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FOLDER",
    help=f"The node_modules folder where npm has put {' and '.join(PACKAGES)}.",
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Where the page will be, for the link preview in messaging apps.",
)
def page(folder: Path, packages: Path, address: str) -> None:
    """Write a page to play on in the browser.

    It shows the value of every action.
    """
    if address and not address.startswith(("http://", "https://")):
        raise UsageError(f"'{address}' does not begin with http:// or https://")
    for package, patterns in PACKAGES.items():
        check(packages, package, patterns)
    try:
        from t3_tools.page.preview import write_preview
    except ModuleNotFoundError:
        raise UsageError(f"the preview needs Pillow: {to_install('tools')}") from None
    shutil.copytree(HERE / "static", folder, dirs_exist_ok=True)
    write_preview(folder / "preview.png")
    fill(folder / "index.html", address=html.escape(address and f"{address.rstrip('/')}/"))
    pyodide, lit = PACKAGES.values()
    copy(lit, packages / "lit-html", folder)
    copy(pyodide, packages / "pyodide", folder / "pyodide")
    write_modules(folder / "python.zip")
    version = version_of(folder)
    names = [it.relative_to(folder).as_posix() for it in files_in(folder)]
    fill(folder / "worker.js", version=version)
    fill(folder / "offline.js", version=version, files=" ".join(["./", *names]))
    compress(folder)
    print(f"To see it: python -m http.server -d {folder}, then http://localhost:8000")


def fill(path: Path, **values: str) -> None:
    """Put values into a file, where it has their names in double braces."""
    text = path.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    path.write_text(text, encoding="utf-8")


def check(packages: Path, package: str, patterns: list[str]) -> None:
    """Raise UsageError if the folder has not the package that the page needs."""
    name, _, version = package.partition("@")
    folder = packages / name
    needed = f"npm install {' '.join(PACKAGES)} puts it into node_modules"
    found = "is no npm package"
    with suppress(OSError, ValueError, LookupError, TypeError):
        has = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        found = f"is {has['name']} {has['version']}"
    if found != f"is {name} {version}":
        raise UsageError(f"'{folder}' {found}, but must be {name} {version}: {needed}")
    for pattern in patterns:
        if not any(folder.glob(pattern)):
            raise UsageError(f"'{folder}' lacks {pattern}: {needed}")


def copy(patterns: list[str], source: Path, target: Path) -> None:
    """Copy the files that match the patterns."""
    target.mkdir(exist_ok=True)
    for path in [path for pattern in patterns for path in source.glob(pattern)]:
        shutil.copyfile(path, target / path.name)


def write_modules(path: Path) -> None:
    """Write the modules to a zip file. The same modules make the same file."""
    project = HERE.parents[1]
    with ZipFile(path, "w") as archive:
        for module in sorted(it for pattern in MODULES for it in project.glob(pattern)):
            name = module.relative_to(project).as_posix()
            archive.writestr(ZipInfo(name), module.read_bytes())


def files_in(folder: Path) -> list[Path]:
    """The files in a folder and its subfolders, in order."""
    return sorted(it for it in folder.rglob("*") if it.is_file())


def version_of(folder: Path) -> str:
    """A version that changes if any file does."""
    contents = b"".join(it.read_bytes() for it in files_in(folder))
    return hashlib.sha256(contents).hexdigest()[:16]


def compress(folder: Path) -> None:
    """Put a compressed file beside each file, for the servers that send it instead."""
    for path in files_in(folder):
        content = gzip.compress(path.read_bytes(), mtime=0)
        path.with_name(f"{path.name}.gz").write_bytes(content)
