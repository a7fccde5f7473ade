"""Serve the page, and open it in Chromium: fixtures for the tests of the page.

A module that names this one in `pytest_plugins` has them. One browser and one page serve
most tests, because they take seconds to start.
"""

import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from t3_page.writer import PROJECT
from written import NPM

pytest_plugins = ["written"]

CHROMIUM = next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
)

MARKS = [
    pytest.mark.long,
    pytest.mark.timeout(900),
    NPM,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
]
"""Marks for tests of the page. The first one waits until the page is written."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic"]

POLICY = re.findall("Content-Security-Policy: (.+)", (PROJECT / "docs/page.md").read_text())
"""What docs/page.md says that a server must allow."""

EMPTY = {size: "/".join(["0" * size] * size) for size in range(3, 9)}

expect.set_options(timeout=15_000)


class Server(SimpleHTTPRequestHandler):
    """Serves files, and records the addresses that it has answered with status 200.

    All of the site comes with the strictest policy that a server may have.
    """

    sent: ClassVar[list[str]] = []
    redirects: ClassVar[dict[str, str]] = {}

    def do_GET(self) -> None:
        """Send a file, or where it is."""
        if self.path not in self.redirects:
            return super().do_GET()
        self.send_response(HTTPStatus.FOUND)
        self.send_header("Location", self.redirects[self.path])
        self.end_headers()

    def end_headers(self) -> None:
        """Send the policy, too."""
        if self.path.startswith("/site/"):
            self.send_header("Content-Security-Policy", *POLICY)
        super().end_headers()

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Record the address if the status is 200."""
        if code == HTTPStatus.OK:
            self.sent.append(f"http://{self.headers['Host']}{self.path}")

    def log_message(self, format: str, *args: object) -> None:
        """Log no errors: a browser that closes breaks its connections."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder; yields its address, a sub-path."""
    handler = partial(Server, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        server.shutdown()


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    """The page's address."""
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def opened(browser: Browser, site: str) -> Iterator[Page]:
    """One page for many tests.

    Fails if the page asks another server, or prints an error or a warning.
    """
    page = browser.new_page()
    messages, errors, requests = list[Any](), list[Any](), list[Any]()
    page.on("console", lambda it: messages.append(it))
    page.on("pageerror", lambda it: errors.append(it))
    page.context.on("request", lambda it: requests.append(it))
    page.goto(site)
    yield page
    assert [it.text for it in messages if it.type in ("error", "warning")] == []
    origin = site.removesuffix("site/")
    assert [it.url for it in requests if origin not in it.url] == []
    assert errors == []


@pytest.fixture
def page(opened: Page) -> Page:
    """The page at the usual size and colours, with evens to move on the empty board."""
    opened.set_viewport_size({"width": 1000, "height": 900})
    opened.emulate_media(color_scheme="light", forced_colors="none")
    go(opened, f"{EMPTY[3]}-evens")
    return opened


@pytest.fixture
def fresh(browser: Browser) -> Iterator[Page]:
    """A blank page in a browser that has stored nothing."""
    with browser.new_context() as context:
        yield context.new_page()


def go(page: Page, address: str) -> None:
    """Follow a link to a position."""
    page.goto(page.url.partition("#")[0] + "#other")  # makes the next one a change
    expect(page.locator("#wrong")).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#" + address)
    expect(page.locator("#wrong")).to_be_hidden()


def cell(page: Page, col: int, row: int) -> Locator:
    """A cell of the board."""
    return page.locator(f".cell[data-col='{col}'][data-row='{row}']")


def choice(page: Page, number: int) -> Locator:
    """A number under the board."""
    return page.locator(f"#tray .choice[data-number='{number}']")


def place(page: Page, *actions: str) -> None:
    """Place numbers by clicks, such as 115: on the cell (1,1), then on the number 5."""
    for action in actions:
        col, row, number = map(int, action)
        cell(page, col, row).click()
        choice(page, number).click()
        expect(cell(page, col, row)).to_have_attribute("data-number", str(number))


def said(page: Page, words: str, timeout: float = 15_000) -> None:
    """Expect words above the board."""
    expect(page.locator("#verdict")).to_contain_text(words, timeout=timeout)


def noted(page: Page, words: str) -> None:
    """Expect words below those."""
    expect(page.locator("#note")).to_contain_text(words)


def press(page: Page, name: str) -> None:
    """Click the button of this name."""
    page.get_by_role("button", name=name).click()


def board(page: Page) -> str:
    """The numbers on the board, by rows, once the next frame is drawn."""
    page.evaluate("new Promise(requestAnimationFrame)")
    numbers = page.locator(".cell").evaluate_all(
        "all => all.map((it) => it.dataset.number)"
    )
    return "".join(numbers)
