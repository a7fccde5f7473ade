"""Writes the page as static files for any web server. They load nothing from elsewhere."""

import hashlib
import html
import re
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from t3_play.puzzles import BOOK

WEB = Path(__file__).parent / "web"
"""The source of the page: a package of npm."""

PROJECT = WEB.parents[1]

SENT = {".css", ".html", ".js", ".md", ".png", ".py", ".v"}
"""The kinds of files in bound/; others are by-products."""

BOUND_POLICY = """
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';
    style-src 'self'; img-src 'self' data:; worker-src 'self'; connect-src 'self';
    base-uri 'none'; form-action 'none'">"""
"""Not in bound.html, as browsers differ in what it means for files."""


class BuildError(Exception):
    """Says why npm could not build the page."""


def write_site(folder: Path, address: str, grader: dict[str, bytes], exam: str) -> None:
    """Write the page to a folder.

    `address` is where it will be, or "". `grader` are the files of the one that check.html
    runs; `exam` is a teacher's own, or "". Raises BuildError.
    """
    with TemporaryDirectory() as name:
        web = Path(name) / "web"
        shutil.copytree(WEB, web, ignore=shutil.ignore_patterns("node_modules", "build"))
        npm(web, "ci", "--omit=dev", "--ignore-scripts", "--prefer-offline")
        npm(web, "run", "build")
        site = web / "build" / "site"
        shutil.copytree(WEB / "public", site, dirs_exist_ok=True)
        parts = {it.name: it for it in (web / "build").glob("*.*")}
        values = {name: it.read_text("utf-8").strip() for name, it in parts.items()}
        daily = (PROJECT / "t3_play" / "daily.txt").read_text("ascii").strip()
        values["puzzles"] = f"{BOOK}, {daily}"
        values["address"] = html.escape(address and f"{address.rstrip('/')}/")
        write_page(site, "index.html", values)
        write_page(site, "check.html", values)
        write_bound(site, values["address"])
        for name in ("pyodide.asm.wasm", "python_stdlib.zip"):
            shutil.copy(web / "node_modules" / "pyodide" / name, site / "check")
        with ZipFile(site / "check" / "ours.zip", "w") as archive:
            for name, content in sorted(grader.items()):
                entry = ZipInfo(name)  # without the time, so always the same
                archive.writestr(entry, content, ZIP_DEFLATED)
        (site / "check" / "exam.txt").write_text(exam, encoding="utf-8")
        shutil.copytree(site, folder, dirs_exist_ok=True)


def npm(folder: Path, *arguments: str) -> None:
    """Run npm in a folder. Raises BuildError."""
    path = shutil.which("npm")
    if path is None:
        raise BuildError(
            "the page is built with npm, which comes with Node.js 20 or later: "
            "install it from https://nodejs.org or, for example, with apt-get install npm"
        )
    done = subprocess.run([path, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"npm {arguments[0]} failed:\n{done.stderr.strip()[-1000:]}")


def our_files(patterns: list[str], root: Path = PROJECT) -> dict[str, bytes]:
    """Our files that match the patterns, or those below another root, by their paths."""
    paths = [it for pattern in patterns for it in root.glob(pattern)]
    return {it.relative_to(root).as_posix(): it.read_bytes() for it in paths}


def write_bound(folder: Path, address: str) -> None:
    """Copy the folder `bound`. Its page gets its address, a policy and the game."""
    for path in (PROJECT / "bound").iterdir():
        if path.suffix in SENT:
            shutil.copy(path, folder)
    page = (folder / "bound.html").read_text(encoding="utf-8")
    for known, here in {
        'content="bound.png"': f'content="{address}bound.png"',
        '<meta charset="utf-8">': f'<meta charset="utf-8">{BOUND_POLICY}',
        "</nav>": '<a href="./">Play Tic-Tac-Total</a></nav>',
        "</body>": '<script src="register.js"></script>\n</body>',
    }.items():
        page = page.replace(known, here)
    (folder / "bound.html").write_text(page, encoding="utf-8")


def write_page(folder: Path, name: str, values: dict[str, str]) -> None:
    """Write a page, with values in place of their names in double braces.

    `script_hash` and `style_hash` are those of the script and the style that it holds, by
    which a content security policy knows them.
    """
    page = (WEB / name).read_text(encoding="utf-8")
    page = re.sub(r"\{\{([\w.]+)\}\}", lambda it: values.get(it[1], it[0]), page)
    for tag in ("script", "style"):
        for own in re.findall(rf'<{tag}(?: type="module")?>(.*?)</{tag}>', page, re.DOTALL):
            digest = b64encode(hashlib.sha256(own.encode()).digest()).decode()
            page = page.replace("{{" + tag + "_hash}}", f"sha256-{digest}")
    (folder / name).write_text(page, encoding="utf-8")
