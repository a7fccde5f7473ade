"""How long the page takes to answer, and how much it loads until then.

`python -m benchmarks.page SITE` opens a page that `t3-tools page SITE` has written, in
Chromium and at three speeds, each time in a fresh browser: a first visit, a second one, and
one without a network. It needs the extra `test-page`, and about ten minutes. The server
sends the compressed files, as slowly as a network would.
"""

import argparse
import gzip
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from typing import Any, ClassVar

from t3_play.program import complain, run

try:
    from playwright.sync_api import Browser, Page, sync_playwright
except ModuleNotFoundError:
    sys.exit("benchmarks.page needs Playwright: pip install -e '.[test-page]'")

PROGRAM = "benchmarks.page"

PATIENCE = 300_000
"""Milliseconds to wait for an answer."""

CHUNK = 2048
"""Bytes that the server sends at a time."""


@dataclass
class Network:
    """A connection: bytes per second, and seconds until an answer begins."""

    name: str
    speed: float
    latency: float


NETWORKS = [
    Network("localhost", float("inf"), 0),
    Network("1.6 Mbit/s, 150 ms", 200_000, 0.15),
    Network("400 kbit/s, 400 ms", 50_000, 0.4),
]

PLACED = ".cell:not([data-number='0'])"

EMPTY = {size: "/".join(["0" * size] * size) for size in range(3, 9)}

QUESTIONS = {
    "3 x 3, board": (f"#{EMPTY[3]}-evens", ".cell"),
    "3 x 3, reply": (f"#{EMPTY[3]}-odds&play=evens", PLACED),
    "8 x 8, reply": (f"#{EMPTY[8]}-odds&play=evens", PLACED),
} | {
    f"{size} x {size}, all values": (
        f"#{EMPTY[size]}-evens&show=values",
        "#note:has-text('T: tie'):not(:has-text('Searching'))",
    )
    for size in EMPTY
}
"""What is asked: a link, and what the page shows once it has the answer."""


@cache
def packed(path: Path) -> bytes:
    """A file as most servers compress it."""
    return gzip.compress(path.read_bytes())


class Server(SimpleHTTPRequestHandler):
    """Sends compressed files over a network, and counts the bytes."""

    network: ClassVar[Network]
    sent: ClassVar[int]
    line = threading.Lock()

    def do_GET(self) -> None:
        """Send a file, or 404."""
        time.sleep(self.network.latency)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(content)))
        with suppress(ConnectionError):  # the browser has closed the page meanwhile
            self.end_headers()
            for at in range(0, len(content), CHUNK):
                chunk = content[at : at + CHUNK]
                with self.line:  # all files share it
                    time.sleep(len(chunk) / self.network.speed)
                    Server.sent += len(chunk)
                self.wfile.write(chunk)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=str(site))) as it:
        threading.Thread(target=it.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{it.server_port}/"
        it.shutdown()


def asked(page: Page, address: str, answer: str) -> tuple[float, int]:
    """Seconds until the page has answered, and bytes that it has loaded."""
    Server.sent = 0
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(answer).first.wait_for(state="attached", timeout=PATIENCE)
    return time.perf_counter() - start, Server.sent


def visits(browser: Browser, address: str, question: str) -> Iterator[tuple[float, int]]:
    """The figures of a first visit, a second one, and one without a network."""
    link, answer = QUESTIONS[question]
    with browser.new_context() as context:
        for visit in range(3):
            context.set_offline(visit == 2)
            page = context.new_page()
            yield asked(page, address + link, answer)
            if visit == 0:
                page.evaluate("navigator.serviceWorker.ready")
                page.wait_for_function(
                    "async () => Boolean(await caches.match('icon.svg'))", timeout=PATIENCE
                )
            page.close()


def measure(site: Path) -> None:
    """Print the figures for each network and question."""
    flags = ["--no-sandbox", "--disable-gpu"]
    path = which("chromium") or which("chromium-browser") or which("google-chrome")
    print("| network | question | first visit | KB | second | KB | offline |")
    print("|---|---|---|---|---|---|---|")
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        browser.new_page().goto(
            "about:blank"
        )  # so that the first figure has no start in it
        for network in NETWORKS:
            Server.network = network
            for question in QUESTIONS:
                cells = []
                for seconds, sent in visits(browser, address, question):
                    cells += [f"{seconds:.2f} s", f"{sent / 1000:,.0f}"]
                row = [network.name, question, *cells[:5]]
                print(f"| {' | '.join(row)} |", flush=True)
        browser.close()


def main() -> int:
    """Measure a site, and print a table."""
    parser = argparse.ArgumentParser(prog=PROGRAM, description=__doc__.partition("\n")[0])
    parser.add_argument("site", type=Path, help="a folder that t3-tools page has written")
    site = parser.parse_args().site
    if not (site / "index.html").is_file():
        return complain(PROGRAM, f"{str(site)!r} is not a page: t3-tools page SITE", 2)
    measure(site)
    return 0


if __name__ == "__main__":
    sys.exit(run(PROGRAM, main))
