"""`page`: write the game's page, and the one that checks players."""

from importlib import import_module
from pathlib import Path

import click
from click import ClickException, UsageError

from t3_page.writer import BuildError, our_files, write_site
from t3_tools import options
from t3_tools.grade.options import exam as exam_text
from t3_tools.grade.pages import templates

EXAMPLES = """\
\b
Examples:
  t3-tools page site
  python3 -m http.server -d site
"""

GRADER = [
    "t3_*.py",
    "t3_engine/*.py",
    "t3_play/*.py",
    "t3_tools/**/*.py",
    "t3_tools/starter/handout/t3_player.py.txt",
    "t3_tools/grade/judging/*.txt",
    "t3_tools/grade/templates/*.html",
]
"""What of this project Python needs where it checks players."""


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
@click.option(
    "--exam",
    type=exam_text,
    metavar="FILE",
    help="Let check.html ask the positions of this file, for its points. "
    "docs/page.md explains the format.",
)
def page(folder: Path, address: str, exam: str | None) -> None:
    """Write a web page with the game, values and daily puzzles.

    On check.html, students check their players.

    npm, which comes with Node.js, downloads what the page is built with. The page itself
    loads nothing from other servers: copy the folder to any web server.
    """
    if address and not address.startswith(("http://", "https://")):
        raise UsageError(f"'{address}' does not begin with http:// or https://")
    try:
        write_site(folder, address, {**our_files(GRADER), **packages()}, exam or "")
    except BuildError as error:
        raise ClickException(str(error)) from None
    print(f"To see it: python3 -m http.server -d {folder}, then http://localhost:8000")


def packages() -> dict[str, bytes]:
    """The files of Jinja2, which writes the reports, and of what it needs, by paths."""
    templates()  # or it is not installed
    found = dict[str, bytes]()
    for name in ("jinja2", "markupsafe"):
        file = str(import_module(name).__file__)
        found |= our_files([f"{name}/*.py"], Path(file).parents[1])
    return found
