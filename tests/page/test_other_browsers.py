"""Firefox, by Marionette, and WebKit, by WebDriver: a game, a check, a mistake."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from hostile import MARK, hostile, other_server

pytest_plugins = ["browser"]

pytestmark = [pytest.mark.long, pytest.mark.timeout(900), pytest.mark.needs("npm")]

Run = Callable[[str], Any]
"""Runs a script in the page, and returns its value."""
Browser = Callable[[Path, str], AbstractContextManager[Run]]
"""Opens a page, with a folder for its profile."""

WIN = """
const cell = document.querySelector(".cell[data-col='2'][data-row='0']");
const number = document.querySelector("#tray .choice[data-number='6']");
if (cell && number && cell.dataset.number === "0") { cell.click(); number.click(); }
return document.getElementById("verdict")?.textContent;
"""


def connected(port: int) -> socket.socket:
    """A connection to a program that is starting."""
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port), 120)
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(port)


@contextmanager
def firefox(folder: Path, address: str) -> Iterator[Run]:
    """A page in Firefox."""
    (folder / "user.js").write_text('user_pref("marionette.port", 28281);')
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote"]
    with subprocess.Popen(
        [*command, "--profile", folder], stderr=subprocess.DEVNULL
    ) as browser:
        try:
            with closing(connected(28281)) as connection:
                yield marionette(connection, address)
        finally:
            browser.terminate()


def marionette(connection: socket.socket, address: str) -> Run:
    """Opens a page. A message is its length, a colon, and JSON."""

    def received() -> Any:
        length = b""
        while (byte := connection.recv(1)) != b":":
            length += byte
        return json.loads(connection.recv(int(length), socket.MSG_WAITALL))

    def sent(name: str, **parameters: object) -> Any:
        message = json.dumps([0, 1, f"WebDriver:{name}", parameters]).encode()
        connection.sendall(b"%d:%s" % (len(message), message))
        _, _, error, value = received()
        assert error is None
        return value

    received()
    sent("NewSession", capabilities={})
    sent("Navigate", url=address)
    return lambda script: sent("ExecuteScript", script=script, args=[])["value"]


@contextmanager
def webkit(folder: Path, address: str) -> Iterator[Run]:
    """A page in WebKitGTK's MiniBrowser, on a screen that nobody sees."""
    own = {"HOME": f"{folder}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # for root
    with subprocess.Popen(
        ["xvfb-run", "-a", "WebKitWebDriver", "--port=28282"],
        env=os.environ | own,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as driver:

        def sent(path: str, **parameters: object) -> Any:
            url = f"http://127.0.0.1:28282/session{path}"
            with urlopen(Request(url, json.dumps(parameters).encode()), timeout=60) as it:
                return json.load(it)["value"]

        try:
            connected(28282).close()
            session = f"/{sent('', capabilities={})['sessionId']}"
            sent(f"{session}/url", url=address)
            yield lambda script: sent(f"{session}/execute/sync", script=script, args=[])
        finally:
            os.killpg(driver.pid, signal.SIGTERM)


CHECK = """
const input = document.getElementById("files");
if (input && !input.disabled && !document.getElementById("mark")) {
  const all = new DataTransfer();
  for (const [name, text] of Object.entries(FILES)) all.items.add(new File([text], name));
  input.files = all.files;
  input.dispatchEvent(new Event("change"));
}
return document.getElementById("check").innerText;
"""

each_browser = pytest.mark.parametrize(
    "browser",
    [
        pytest.param(firefox, marks=pytest.mark.needs("firefox-esr")),
        pytest.param(webkit, marks=pytest.mark.needs("WebKitWebDriver", "xvfb-run")),
    ],
)


MISTAKE = """
const said = () => document.getElementById("said")?.textContent ?? "";
if (said() && !said().includes("That was a mistake")) {
  document.getElementById("again").click();
  document.querySelector(".square[data-at='4']").click();
}
if (!said().includes("That was a mistake")) return "";
for (let step = 0; step < 3; step++) document.querySelector(".story .main").click();
document.querySelector("#t3 summary").click();
return document.querySelector(".step").textContent;
"""


def shown(run: Run, script: str, words: str) -> str:
    """What a script returns at last, which is run until that contains these words."""
    for _ in range(1000):
        if words in (value := str(run(script))):
            return value
        time.sleep(0.5)
    raise TimeoutError(value)


@each_browser
@pytest.mark.parametrize(
    ("page", "script", "words"),
    [
        ("index.html", WIN, "You win: row 0 is 3\u2009+\u20094\u2009+\u20096 = 13."),
        ("bound.html", MISTAKE, "4 of 4. That 0 means “at most 0”."),
    ],
)
def test_pages(
    browser: Browser, page: str, script: str, words: str, site: str, tmp_path: Path
) -> None:
    """Two clicks win a first game; the player makes a mistake, and the page explains it."""
    with browser(tmp_path, f"{site}{page}") as run:
        assert shown(run, script, words)


@each_browser
def test_a_check_of_a_hostile_player(browser: Browser, site: str, tmp_path: Path) -> None:
    """It is marked by its answers, and reaches no server.

    WebKit has caches where there is no origin: they are not the site's.
    """
    with browser(tmp_path, f"{site}check.html") as run, other_server() as other:
        script = CHECK.replace("FILES", json.dumps(hostile(site, other)))
        assert MARK in shown(run, script, "of 100")
        assert run("return caches.keys()") == []
