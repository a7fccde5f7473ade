"""Write the page, serve it, and open it in Chromium."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Browser, Page, expect, sync_playwright

from t3_tools.__main__ import main

NPM = shutil.which("npm")

CHROMIUM = next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
)

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic"]

LOADING = 120_000
"""Milliseconds that Python may take to start, on a busy machine."""


class Server(SimpleHTTPRequestHandler):
    """Serves files, and records the addresses that it has answered with status 200."""

    sent: ClassVar[list[str]] = []

    def guess_type(self, path: Any) -> str:
        """The type of a file, as far as an older server knows it."""
        if str(path).endswith(".wasm"):
            return "application/octet-stream"
        return str(super().guess_type(path))

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Record the address if the status is 200."""
        if code == HTTPStatus.OK:
            self.sent.append(f"http://{self.headers['Host']}{self.path}")

    def log_message(self, format: str, *args: object) -> None:
        """Log no errors: a browser that closes breaks its connections."""


@contextmanager
def served(folder: Path, *options: str) -> Iterator[str]:
    """Write the page to a folder, and serve it; yields its address."""
    assert main(["page", str(folder), *options]) == 0
    with serving(folder) as address:
        yield address


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder; yields its address, a sub-path."""
    handler = partial(Server, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        server.shutdown()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def wait_for_python(page: Page) -> None:
    """Wait until Python answers."""
    expect(page.locator("[data-python=ready]")).to_be_attached(timeout=LOADING)
