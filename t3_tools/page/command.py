"""`page`: write static files for any web server. They load nothing from elsewhere."""

import gzip
import hashlib
import html
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

import click
from click import ClickException, UsageError

from t3_tools import options

EXAMPLES = """\
\b
Examples:
  t3-tools page site
  python3 -m http.server -d site
"""

PACKAGES = {
    "pyodide": ["pyodide-lock.json", "pyodide.mjs", "pyodide.asm.*", "python_stdlib.zip"],
    "lit-html": ["lit-html.js"],
}
"""Which files of npm's packages the page needs. web/package.json has the versions."""

MODULES = [
    "t3_*.py",
    "t3_engine/*.py",
    "t3_play/*.py",
    "t3_tools/__init__.py",
    "t3_tools/page/__init__.py",
    "t3_tools/page/explorer.py",
]
"""The modules that Python can import in the browser."""

WEB = Path(__file__).parent / "web"
"""The source of the page: a package of npm."""

NOT_SERVED = shutil.ignore_patterns("*.d.ts")


@click.command(epilog=EXAMPLES)
@click.argument(
    "folder", type=options.new_folder, metavar="DIR", help="A new or empty folder."
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Where the page will be, for the link preview in messaging apps.",
)
def page(folder: Path, address: str) -> None:
    """Write a web page with the game, values and daily puzzles.

    npm, which comes with Node.js, downloads what the page is built with. The page itself
    loads nothing from other servers: copy the folder to any web server.
    """
    if address and not address.startswith(("http://", "https://")):
        raise UsageError(f"'{address}' does not begin with http:// or https://")
    with TemporaryDirectory() as name:
        packages = install_packages(Path(name))
        shutil.copytree(WEB / "src", folder, ignore=NOT_SERVED, dirs_exist_ok=True)
        shutil.copytree(WEB / "public", folder, dirs_exist_ok=True)
        shutil.copy(WEB / "index.html", folder)
        copy(PACKAGES["lit-html"], packages / "lit-html", folder)
        copy(PACKAGES["pyodide"], packages / "pyodide", folder / "pyodide")
    fill(folder / "index.html", address=html.escape(address and f"{address.rstrip('/')}/"))
    write_modules(folder / "python.zip")
    version = version_of(folder)
    names = [it.relative_to(folder).as_posix() for it in files_in(folder)]
    fill(folder / "worker.js", version=version)
    fill(folder / "offline.js", version=version, files=" ".join(["./", *names]))
    compress(folder)
    print(f"To see it: python3 -m http.server -d {folder}, then http://localhost:8000")


def install_packages(folder: Path) -> Path:
    """Let npm install the packages in a folder; returns its node_modules."""
    npm = shutil.which("npm")
    if npm is None:
        raise ClickException(
            "the page is built with npm, which comes with Node.js 20 or later: install it "
            "from https://nodejs.org or, for example, with apt-get install npm"
        )
    for name in ("package.json", "package-lock.json"):
        shutil.copy(WEB / name, folder)
    command = [npm, "ci", "--omit=dev", "--ignore-scripts", "--prefer-offline"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise ClickException(f"npm ci failed:\n{done.stderr.strip()}")
    return folder / "node_modules"


def fill(path: Path, **values: str) -> None:
    """Put values into a file, where it has their names in double braces."""
    text = path.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    path.write_text(text, encoding="utf-8")


def copy(patterns: list[str], source: Path, target: Path) -> None:
    """Copy the files that match the patterns."""
    target.mkdir(exist_ok=True)
    for path in [path for pattern in patterns for path in source.glob(pattern)]:
        shutil.copyfile(path, target / path.name)


def write_modules(path: Path) -> None:
    """Write the modules to a zip file. The same modules make the same file."""
    project = WEB.parents[2]
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
