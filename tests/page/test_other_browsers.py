"""Firefox and WebKit: a game, a mistake, a check. They need no driver.

A page beside the site has the site's page in a frame, runs a script on it until that says
the right words, and then asks the server for an address that holds the names of caches.
"""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from browser import Server
from hostile import MARK, hostile, other_server
from written import NPM

pytest_plugins = ["browser"]

pytestmark = [pytest.mark.long, pytest.mark.timeout(900), NPM]

# WebKit's own browser, which is in no PATH.
MINI = next(Path("/usr/lib").glob("*/webkit*/MiniBrowser"), Path("MiniBrowser"))

ROOTS = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"  # root needs it

FRAME = """\
<!doctype html>
<iframe src="site/PAGE" width="1000" height="900"></iframe>
<script type="module">
const { script, words } = await (await fetch("script.json")).json();
const frame = document.querySelector("iframe");
let said = "";
while (!said.includes(words)) {
  await new Promise((end) => setTimeout(end, 500));
  said = String(await new Function("document", script)(frame.contentDocument));
}
fetch(`site/icon.svg?${await caches.keys()}`);
</script>
"""

WIN = """
const cell = document.querySelector(".cell[data-col='2'][data-row='0']");
const number = document.querySelector("#tray .choice[data-number='6']");
if (cell && number && cell.dataset.number === "0") { cell.click(); number.click(); }
return document.getElementById("verdict")?.textContent;
"""

MISTAKE = """
const said = () => document.getElementById("said")?.textContent ?? "";
if (said() && !said().includes("That was a mistake")) {
  document.getElementById("new").click();
  document.getElementById("square-4").click();
}
if (!said().includes("That was a mistake")) return "";
document.querySelector("#said a").click();
for (let step = 0; step < 9; step++) document.querySelector("#story .main").click();
return document.querySelector("#story .panel").textContent;
"""

CHECK = """
const input = document.getElementById("files");
const report = document.getElementById("report");
if (input && !input.disabled && report.hidden) {
  const all = new DataTransfer();
  for (const [name, text] of Object.entries(FILES)) all.items.add(new File([text], name));
  input.files = all.files;
  input.dispatchEvent(new Event("change"));
}
return report?.contentDocument?.querySelector("h1")?.innerText;
"""


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["firefox-esr", "--headless"], marks=pytest.mark.needs("firefox-esr")),
        pytest.param(
            ["xvfb-run", "-a", f"{MINI}"], marks=pytest.mark.needs("xvfb-run", f"{MINI}")
        ),
    ],
    ids=["firefox", "webkit"],
)
@pytest.mark.parametrize(
    ("page", "script", "words"),
    [
        ("index.html", WIN, "You win: row 0 is 3\u2009+\u20094\u2009+\u20096 = 13."),
        ("bound.html", MISTAKE, "looks best, but is not."),
        ("check.html", CHECK, MARK),
    ],
)
def test_pages(
    command: list[str], page: str, script: str, words: str, site: str, folder: Path
) -> None:
    """Two clicks win a first game; a player makes a mistake, and the page explains it.

    A hostile player is marked by its answers, and reaches no server. WebKit has caches
    where there is no origin: they are not the site's.
    """
    (folder.parent / "frame.html").write_text(FRAME.replace("PAGE", page))
    Server.sent.clear()
    with other_server() as other, TemporaryDirectory() as home:
        script = script.replace("FILES", json.dumps(hostile(site, other)))
        asked = json.dumps({"script": script, "words": words})
        (folder.parent / "script.json").write_text(asked)
        browser = subprocess.Popen(
            [*command, site.replace("site/", "frame.html")],
            env=os.environ | {"HOME": home, ROOTS: "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            while not (caches := [it for it in Server.sent if "icon.svg?" in it]):
                time.sleep(0.5)
        finally:
            os.killpg(browser.pid, signal.SIGTERM)
            browser.wait()
    assert "doors" not in caches[0]
