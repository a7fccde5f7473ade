"""Write the page, serve it, and open it in Chromium."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

from playwright.sync_api import Browser, Page, expect, sync_playwright

from t3_tools.__main__ import main

NPM = shutil.which("npm")

CHROMIUM = next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
)

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic"]

LOADING = 240_000
"""Milliseconds that Python may take to start, on a busy machine."""


class Server(SimpleHTTPRequestHandler):
    """Serves files, and records the addresses that it has answered with status 200."""

    sent: ClassVar[list[str]] = []

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Record the address if the status is 200."""
        if code == HTTPStatus.OK:
            self.sent.append(f"http://{self.headers['Host']}{self.path}")

    def log_message(self, format: str, *args: object) -> None:
        """Log no errors: a browser that closes breaks its connections."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Write the page to a folder, and serve it; yields its address, a sub-path."""
    assert main(["page", str(folder)]) == 0
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


def begin(page: Page, address: str) -> None:
    """Open the page, and wait for Python."""
    page.goto(address)
    expect(page.locator("[data-python=ready]")).to_be_attached(timeout=LOADING)
