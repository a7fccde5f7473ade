"""The page that checks players, in Chromium: it shows the page of `t3-tools grade`.

A player on it reaches nothing of the site, and no server.
"""

import html
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from browser import MARKS, Server
from handed_in import CLOCK, COURSE, COURSE_STATE, POSIX, Contents, course, write, zipped
from hostile import MARK, SHUT, hostile, other_server
from t3_tools.grade import limits
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.judging.marks import Marked
from t3_tools.grade.judging.own_exam import own_exam
from t3_tools.grade.pages import page as page_of
from t3_tools.grade.sandbox.examining import examine
from written import EXAM

pytest_plugins = ["browser"]

LOADING = 120_000
"""Milliseconds that Python may take to start, on a busy machine."""

pytestmark = [POSIX[0], *MARKS]

ONE_CHOICE = "transitions 30 odds 250/132/600\nblock 70 odds 320/632/003\n"
TWO_CHOICES = f"seconds 100\n{ONE_CHOICE}tie 20 evens 050/413/062\n"
EXAMS = {"hangs": f"seconds 1\n{ONE_CHOICE}", "eats": TWO_CHOICES}
"""Short exams for what takes all the time of a case, or all the memory: by first words."""

LOOP = "        while state._odd_turn:\n            pass\n"
CHOOSE = (
    "        return self.search(copy.deepcopy(state), -math.inf, math.inf, True, 0)[2]\n"
)
SHORTER = "                or (utility == best[0] and end < best[1])\n"

P, S = "t3_player.py", "t3_state.py"

SUBMISSIONS: dict[str, Contents] = {
    "in a zip file, without depths": {
        "hw.zip": zipped({f"hw/{P}": course(SHORTER, ""), f"hw/{S}": COURSE_STATE})
    },
    "a syntax error": {P: course("class T3Player:", "class T3Player"), S: COURSE_STATE},
    "hangs": {P: course(CHOOSE, LOOP + CHOOSE), S: COURSE_STATE},
    "hangs when imported": {P: f"{COURSE}\nwhile True:\n    pass\n"},
    "eats memory": {
        P: course(
            CHOOSE, f"        self.all = [bytearray(10**8) for _ in iter(int, 1)]\n{CHOOSE}"
        ),
        S: COURSE_STATE,
    },
}


def give(page: Page, site: str, exam: str, folder: Path) -> Locator:
    """Let the page check the files in a folder; returns the report, or where it will be."""
    page.route("**/exam.txt", lambda it: it.fulfill(body=exam))
    if "check.html" not in page.url:
        page.goto(f"{site}check.html")
    expect(page.locator("#files")).to_be_enabled()
    page.set_input_files("#files", [it for it in folder.iterdir() if it.is_file()])
    expect(page.locator("#status")).not_to_be_empty()
    return page.frame_locator("#report").locator("h1")


def checked(page: Page, site: str, exam: str, folder: Path) -> str:
    """The report on the files in a folder."""
    give(page, site, exam, folder)
    expect(page.locator("#report")).to_be_visible(timeout=3 * LOADING)
    return str(page.get_attribute("#report", "srcdoc"))


def alike(text: str) -> str:
    """Without what differs between two versions of Python."""
    return re.sub(r"Python 3\.\d+", "Python 3", text)


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_the_same_report(
    name: str, fresh: Page, site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WAIT", CLOCK)
    write(tmp_path / "it", SUBMISSIONS[name])
    text = EXAMS.get(name.split()[0], EXAM)
    exam = own_exam(text)
    (submission,) = read([str(tmp_path / "it")], one=True)
    results = list(examine(submission, exam._replace(unsafe=True)))
    remarks = (*submission.remarks, "The positions and points are your teacher's.")
    marked = Marked.of("", results, exam.points, remarks=remarks)
    report = checked(fresh, site, text, tmp_path / "it")
    assert alike(report) == alike(page_of(marked, f"{marked.mark:g} of 100"))
    height = "report.clientHeight - report.contentDocument.body.offsetHeight"
    assert fresh.evaluate(height) == 0


FORGES = """
import js
from pyodide.ffi import create_proxy, to_js

send = js.MessagePort.prototype.postMessage

def forge(port, _):
    send.call(port, to_js({"answer": "[" * size}, dict_converter=js.Object.fromEntries))

def choose(state):
    global size
    size = 99_000 if state._odd_turn else 200_000
    js.MessagePort.prototype.postMessage = create_proxy(forge, capture_this=True)
"""


def test_a_forger_in_the_same_tab(fresh: Page, site: str, tmp_path: Path) -> None:
    """Deep and long answers cost their cases, and the next player none of its own."""
    write(tmp_path / "forger", {P: FORGES, S: COURSE_STATE})
    write(tmp_path / "right", {P: COURSE, S: COURSE_STATE})
    report = checked(fresh, site, TWO_CHOICES, tmp_path / "forger")
    assert "<h1>25 of 100</h1>" in report
    assert "[', which is not an answer" in html.unescape(report)
    report = checked(fresh, site, TWO_CHOICES, tmp_path / "right")
    assert "<h1>100 of 100</h1>" in report


def test_an_exam_that_is_stopped(fresh: Page, site: str, tmp_path: Path) -> None:
    """What is known so far is reported."""
    write(tmp_path / "it", SUBMISSIONS["hangs"])
    write(tmp_path / "notes", {"notes.txt": ""})
    mark = give(fresh, site, TWO_CHOICES, tmp_path / "it")
    expect(fresh.locator("#status")).to_contain_text("Case 2 of 3, ", timeout=LOADING)
    fresh.get_by_role("button", name="Stop").click()
    expect(mark).to_have_text("25 of 25")
    report = fresh.get_attribute("#report", "srcdoc")
    assert "Stopped after 1 of 3 cases: the mark is for these." in str(report)
    give(fresh, site, TWO_CHOICES, tmp_path / "notes")
    failed = fresh.locator("#failed")
    expect(failed).to_contain_text("no t3_player.py; found: notes.txt", timeout=LOADING)
    expect(fresh.locator("#report")).to_be_hidden()


HEAR = """() => {
  window.heard = [];
  for (const it of [new BroadcastChannel("doors"), window])
    it.onmessage = ({ data }) => heard.push(data);
}"""

KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      kept[url] = await (await caches.match(url)).text();
  return [kept, await indexedDB.databases()];
}"""


def test_a_player_that_tries_each_door(
    browser: Browser, site: str, folder: Path, tmp_path: Path
) -> None:
    """The game is afterwards what the server sends, and the mark is that of the answers."""
    with browser.new_context() as context, other_server() as other:
        game, page = context.new_page(), context.new_page()
        game.goto(site)
        game.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        kept = game.evaluate(KEPT)
        page.goto(f"{site}check.html")
        page.wait_for_load_state("networkidle")
        for it in (game, page):
            it.evaluate(HEAR)
        sent = [*Server.sent]
        write(tmp_path, hostile(site, other))
        page.set_input_files("#files", [*tmp_path.iterdir()])
        report = page.frame_locator("#report")
        expect(report.locator("h1")).to_have_text(MARK, timeout=2 * LOADING)
        assert SHUT in re.findall(r"open: .*\}", report.locator("body").inner_text())
        assert [it.evaluate("heard") for it in (game, page)] == [[], []]
        assert Server.sent == sent
        assert game.evaluate(KEPT) == kept
        response = game.goto(site)
        assert response
        assert response.from_service_worker
        assert response.body() == (folder / "index.html").read_bytes()


def test_a_browser_that_refuses(fresh: Page, site: str) -> None:
    """Its frames begin no worker. The page says so after a minute."""

    def without_worker(route: Route) -> None:
        response = route.fetch()
        text = response.text().replace("new Worker(", "new Missing(")
        route.fulfill(response=response, body=text)

    fresh.route("**/check.html", without_worker)
    fresh.clock.install()
    fresh.goto(f"{site}check.html")
    expect(fresh.locator("body > iframe")).to_have_count(2, timeout=2 * LOADING)
    fresh.set_input_files("#files", __file__)
    expect(fresh.locator("#status")).to_have_text("Python is starting…")
    fresh.clock.fast_forward(60_000)
    expect(fresh.locator("#failed")).to_have_text(
        "Python ended, or this browser can't run it apart from the page. "
        "Try another browser."
    )
