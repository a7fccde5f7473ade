"""How long the page takes to answer, and how much it loads until then.

`python -m benchmarks.page SITE` opens a page that `t3-tools page SITE` has written, in
Chromium and at three speeds, each time in a fresh browser. It needs the extra `test-page`,
and some minutes. The server compresses the files, and sends them as slowly as a network
would.
"""

import argparse
import gzip
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from typing import Any, ClassVar

from t3_play.program import complain, run

try:
    from playwright.sync_api import Browser, sync_playwright
except ModuleNotFoundError:
    sys.exit("benchmarks.page needs Playwright: pip install -e '.[test-page]'")

PROGRAM = "benchmarks.page"

NETWORKS = {
    "localhost": (float("inf"), 0.0),
    "1.6 Mbit/s, 150 ms": (200_000, 0.15),
    "400 kbit/s, 400 ms": (50_000, 0.4),
}
"""Bytes per second, and seconds until an answer begins."""

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


class Server(SimpleHTTPRequestHandler):
    """Sends compressed files over a network, and counts the bytes."""

    network: ClassVar[tuple[float, float]]
    sent: ClassVar[int]
    line = threading.Lock()

    def do_GET(self) -> None:
        """Send a file, or 404."""
        speed, latency = self.network
        time.sleep(latency)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = gzip.compress(path.read_bytes())
        with self.line:  # all files share it
            time.sleep(len(content) / speed)
            Server.sent += len(content)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        with suppress(ConnectionError):  # the browser has closed the page meanwhile
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def visit(browser: Browser, link: str, answer: str) -> tuple[float, float]:
    """Seconds and KB until the page answers."""
    with browser.new_page() as page:
        Server.sent, start = 0, time.perf_counter()
        page.goto(link, wait_until="commit")
        page.locator(answer).first.wait_for(state="attached", timeout=300_000)
        return time.perf_counter() - start, Server.sent / 1000


def measure(site: Path) -> None:
    """Print the figures for each network and question."""
    flags = ["--no-sandbox", "--disable-gpu"]
    path = which("chromium") or which("chromium-browser") or which("google-chrome")
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=site)) as server,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        browser.new_page().goto("about:blank")  # the first figure has no start in it
        for network, Server.network in NETWORKS.items():
            for question, (link, answer) in QUESTIONS.items():
                seconds, kilobytes = visit(browser, address + link, answer)
                row = f"{network:<20}{question:<20}{seconds:>8.2f} s{kilobytes:>6.0f} KB"
                print(row, flush=True)
        browser.close()
        server.shutdown()


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
