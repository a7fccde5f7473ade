"""The whole page in Chromium, which also runs Python for its wide boards."""

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser import (
    CHROMIUM,
    LOADING,
    NPM,
    Server,
    chromium,
    served,
    serving,
    wait_for_python,
)
from oracle import Oracle
from positions import random_position
from t3_play.levels import LEVELS
from t3_tools.page.command import WEB

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(600),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.skipif(NPM is None, reason="there is no npm"),
]

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

EMPTY = {size: "/".join(["0" * size] * size) for size in range(3, 9)}

expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site is written."""
    return tmp_path_factory.mktemp("page") / "site"


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Page]:
    """One page for many tests, because Python takes seconds to start.

    Fails if the page asks another server, or prints an error or a warning.
    """
    page = browser.new_page()
    messages, errors, requests = [], [], []  # type: list[Any], list[Any], list[Any]
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
    return page.locator(f".cell[data-col='{col}'][data-row='{row}']")


def choice(page: Page, number: int) -> Locator:
    return page.locator(f"#tray .choice[data-number='{number}']")


def place(page: Page, *actions: str) -> None:
    """Place numbers by clicks, such as 115: on the cell (1,1), then on the number 5."""
    for action in actions:
        col, row, number = map(int, action)
        cell(page, col, row).click()
        choice(page, number).click()
        expect(cell(page, col, row)).to_have_attribute("data-number", str(number))


def said(page: Page, words: str, timeout: float = 15_000) -> None:
    expect(page.locator("#verdict")).to_contain_text(words, timeout=timeout)


def board(page: Page) -> str:
    """The numbers on the board, by rows."""
    numbers = page.locator(".cell").evaluate_all(
        "all => all.map((it) => it.dataset.number)"
    )
    return "".join(numbers)


def test_a_game_by_clicks_in_either_order(page: Page) -> None:
    go(page, f"{EMPTY[3]}-odds")
    choice(page, 5).click()
    expect(choice(page, 5)).to_have_attribute("aria-pressed", "true")
    cell(page, 0, 0).click()
    place(page, "112", "103", "222", "205")
    said(page, "Odds win: row 0 is 5 + 3 + 5 = 13")
    expect(page.locator(".cell.won")).to_have_count(3)
    assert board(page) == "535020002"


def test_a_game_by_keys(page: Page) -> None:
    """The focus stays on the board, also after undo."""
    go(page, "000/000/000-odds&target=20&max-move=9")
    cell(page, 0, 0).focus()
    page.keyboard.press("9")
    expect(cell(page, 0, 0)).to_have_attribute("data-number", "9")
    for key in ("ArrowRight", "9"):
        page.keyboard.press(key)
    expect(page.locator("#wrong")).to_contain_text("4, 6 or 8 on an empty cell.")
    page.keyboard.press("Enter")
    choice(page, 8).press("Enter")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "8")
    for _ in range(3):
        page.locator("#undo").press("Enter")
        expect(page.locator("#undo")).to_be_focused()
    assert board(page) == "0" * 9
    go(page, "640/000/000-odds")
    cell(page, 2, 0).press("Enter")
    choice(page, 3).press("Enter")  # the last number: the tray goes
    expect(cell(page, 2, 0)).to_be_focused()


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_against_the_computer(page: Page, level: str) -> None:
    go(page, f"{EMPTY[3]}-evens&play=evens&level={level}")
    rng, turns = random.Random(level), 0
    while page.get_by_role("button", name="Again", exact=True).is_hidden():
        rng.choice(page.locator(".cell[data-number='0']").all()).click()
        choice(page, rng.choice([2, 4, 6])).click()
        expect(page.locator("#verdict")).to_contain_text(
            re.compile("Your turn|win:|wins:|tie:")
        )
        turns += 1
    assert 9 - board(page).count("0") in (2 * turns, 2 * turns - 1)


def test_lose_see_why_go_back_win(browser: Browser, site: str) -> None:
    """A person does all of this by taps on a telephone, from the first screen on."""
    with browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        page.goto(f"{site}#{EMPTY[3]}-evens&play=evens")

        def tap(target: Locator) -> None:
            expect(target).to_be_in_viewport(ratio=1)
            size = target.evaluate("it => Math.min(it.offsetWidth, it.offsetHeight)")
            assert size >= 40
            target.tap()

        expect(page.locator("#note")).to_contain_text("Tap a cell, then a number.")
        tap(cell(page, 0, 0))
        tap(choice(page, 6))
        said(page, "The computer: (1,2) = 1. Your turn")
        boxes = [page.locator(it) for it in ("#board", "#undo", "#begin")]
        before = [it.bounding_box() for it in boxes]
        tap(cell(page, 0, 1))
        tap(choice(page, 2))
        said(page, "The computer wins: column 0 is 6 + 2 + 5 = 13")
        note = page.locator("#note")
        expect(note).to_contain_text("You threw away a win with move 3.")
        expect(note).to_contain_text("The computer threw nothing away.")
        assert [it.bounding_box() for it in boxes] == before
        for mark in page.locator(".cell.won").all():
            expect(mark).to_be_in_viewport(ratio=1)
        expect(page.locator(".plus")).not_to_have_count(0)
        expect(page.locator(".sum.won")).to_have_text("=13")
        mistake = page.locator(".mistake")
        expect(mistake).to_contain_text("threw away a win")
        mistake.get_by_role("button", name="Try again").tap()
        said(page, "Your turn")


def test_values_in_the_browser_are_those_of_the_oracle(page: Page) -> None:
    """1,000 positions, half of them on 4 x 4, asked of the page's own worker."""
    rng = random.Random(55)
    script = """async (positions) => {
        const source = document.getElementById("worker").textContent;
        const worker = new Worker(URL.createObjectURL(new Blob([source])));
        const answers = [];
        for (const position of positions) {
          const answer = new Promise((resolve) => { worker.onmessage = resolve; });
          worker.postMessage({ ask: "values", position });
          const { actions } = (await answer).data.answer;
          answers.push(actions.map(({ action, utility, distance }) =>
            [action, utility, distance]));
        }
        return answers;
      }"""
    for size, holes in ((3, 5), (4, 4)):
        oracle = Oracle(size)
        given = [random_position(rng, size, rng.randint(1, holes)) for _ in range(500)]
        asked = [{"board": b, "odd": odd, "target": 13, "largest": 6} for odd, b in given]
        for (odd, board), values in zip(given, page.evaluate(script, asked), strict=True):
            expected = {}
            for action, child in oracle.children(odd, board).items():
                utility = -oracle.value(not odd, child).utility
                rest = oracle.lasts(not odd, child)
                expected[action] = (utility, 1 + (rest or 0) if utility else None)
            assert {tuple(it[0]): tuple(it[1:]) for it in values} == expected


def test_a_finished_game_is_stepped_through(page: Page) -> None:
    """Mistakes are named; a curve shows who was winning."""
    go(page, "120/000/000-evens&moves=116-125&play=odds&level=easy")
    expect(page.locator("#note")).to_have_text(
        "The computer threw away a win with move 1. You threw nothing away."
    )
    here = page.locator("[aria-current=step]")
    cell(page, 0, 2).focus()
    for step in ("The computer: (1,1) = 6", "Start"):
        page.keyboard.press("ArrowLeft")
        expect(here).to_have_text(step)
    page.keyboard.press("ArrowRight")
    expect(here).to_have_text("The computer: (1,1) = 6")
    points = page.locator("#curve polyline").get_attribute("points") or ""
    start, middle, end = [float(point.partition(",")[2]) for point in points.split()]
    assert start > 20 > middle > end  # evens were winning, then odds


def test_back_leaves_a_line_and_nothing_else(page: Page) -> None:
    line = page.locator("#line")
    place(page, "002", "101")
    line.click()
    expect(line).to_have_text("Back to the game")
    page.keyboard.press("ArrowRight")
    page.go_back()
    expect(line).to_have_text("Best play")
    assert board(page).startswith("210")
    page.go_back()
    assert board(page).startswith("200")
    page.go_forward()
    assert board(page).startswith("210")
    page.click("h1")
    page.keyboard.press("ArrowLeft")
    assert board(page).startswith("200")
    page.keyboard.press("ArrowRight")
    line.click()
    line.click()
    expect(line).to_have_text("Best play")
    assert page.url.endswith("&moves=002-101")


def test_links(fresh: Page, site: str) -> None:
    """In a fresh profile a link brings moves and opponent; what can't be read is kept."""
    link = f"{site}#{EMPTY[3]}-odds&moves=115-006&play=odds&level=easy"
    fresh.goto(f"{link}&fbclid=IwAR0")
    assert board(fresh) == "600050000"
    expect(fresh.locator("#players")).to_contain_text("computer, easy")
    expect(fresh.locator("#wrong")).to_contain_text("fbclid=IwAR0")
    assert fresh.url.endswith("&fbclid=IwAR0")
    place(fresh, "223")
    expect(fresh.locator("#wrong")).to_be_hidden()
    assert "&moves=115-006-223" in fresh.url
    fresh.goto(f"{site}#210/05-evens")
    expect(fresh.locator("#wrong")).to_contain_text("not square")
    assert fresh.url.endswith("#210/05-evens")


def test_the_computer_against_itself(page: Page) -> None:
    go(page, f"{EMPTY[4]}-evens&play=none&level=easy")
    page.get_by_role("button", name="Step").click()
    expect(page.locator("#review li")).to_have_count(2)
    page.click("#undo")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_playing_on_from_an_earlier_move(page: Page) -> None:
    """While a finished game is looked through, the buttons that step stay."""
    go(page, "261/001/000-evens&moves=016-025&play=evens&level=easy")
    for _ in range(2):
        page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("#review li")).to_have_count(3)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#review li")).to_have_count(1)
    place(page, "012")
    said(page, "Your turn")


@pytest.mark.parametrize("lost", ["python.js", "*.wasm", "python.zip"])
def test_a_load_that_fails_can_be_tried_again(lost: str, fresh: Page, site: str) -> None:
    """Until then a person can place numbers, and small boards miss nothing."""
    fresh.context.route(f"**/python/{lost}", lambda route: route.abort())
    fresh.goto(f"{site}#{EMPTY[5]}-odds&show=values")
    place(fresh, "005")
    expect(fresh.locator("#note")).to_contain_text("could not be loaded")
    fresh.context.unroute(f"**/python/{lost}")
    fresh.get_by_role("button", name="Try again").click()
    wait_for_python(fresh)
    said(fresh, "Odds win in 4 moves.", LOADING)
    go(fresh, f"{EMPTY[3]}-evens&show=values")
    said(fresh, "Evens win in 2 moves.")


def test_a_search_that_is_dropped_holds_up_no_other(page: Page) -> None:
    """Python goes on with the next question, and knows what it has found."""
    go(page, f"{EMPTY[5]}-evens&show=values")
    wait_for_python(page)
    workers = len(page.workers)
    go(page, f"{EMPTY[8]}-odds&show=values")
    expect(page.locator("#note")).to_have_text("Searching…")
    go(page, "00000/00000/00600/00050/00000-evens&show=values")
    said(page, "Evens win at once", LOADING)
    assert len(page.workers) == workers


@pytest.mark.parametrize("size", [4, 6])
def test_no_message_is_left_behind(page: Page, size: int) -> None:
    go(page, f"{EMPTY[size]}-evens&play=evens")
    place(page, "002")
    cell(page, 1, 1).click()
    expect(page.locator("#wrong")).to_have_text("Wait for the computer's move.")
    said(page, "Your turn", LOADING)
    expect(page.locator("#wrong")).to_be_hidden()


@pytest.mark.parametrize("blocked", ["storage", "a server"])
def test_the_game_plays(browser: Browser, site: str, folder: Path, blocked: str) -> None:
    """Where nothing may be stored; and as a file, where wide boards say what they need."""
    with browser.new_context(service_workers="block") as context:
        context.add_init_script(
            """for (const name of ["localStorage", "caches"])
                 Object.defineProperty(window, name, { get() { throw Error("no"); } });"""
            if blocked == "storage"
            else ""
        )
        page = context.new_page()
        page.goto(site if blocked == "storage" else (folder / "index.html").as_uri())
        said(page, "Puzzle ")
        page.click("#begin")
        page.locator("#new .main").click()
        place(page, "115")
        said(page, "The computer: ")
        if blocked == "a server":
            page.click("#begin")
            page.select_option("[name=size]", "5")
            expect(page.locator("#wrong")).to_contain_text("need a web server")


def test_a_browser_that_can_not_start_the_page(fresh: Page, site: str) -> None:
    fresh.context.route(site, lambda it: it.fulfill(body=broken(it.fetch().text())))
    fresh.goto(site)
    expect(fresh.locator("#app")).to_contain_text("If this stays, your browser is older")


def broken(page: str) -> str:
    """A page whose script has an error at its beginning."""
    return page.replace('<script type="module">', '<script type="module">(')


WIDE = "00000000/00300000/00040000/00000000/00005000/00000200/00000000/00000000-odds"

FULL = "/".join([",".join(["19"] * 7 + ["0"])] * 8) + "-odds&target=99&max-move=19"


SCREENS = [
    (320, 568),
    (360, 740),
    (375, 553),
    (640, 400),
    (740, 360),
    (820, 1180),
    (1366, 625),
]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_is_cut(page: Page, width: int, height: int) -> None:
    """The page fits telephones, a tablet and a screen, even at 200 % (640 x 400)."""
    page.set_viewport_size({"width": width, "height": height})
    for address in (FULL, f"{EMPTY[8]}-odds&max-move=19&target=13"):
        go(page, address.replace("0000", "0,0,0,0").replace("00", "0,0"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    go(page, "000/000/000-evens&moves=116-003&play=evens")
    for button in page.locator("#tray button, #controls button").all():
        expect(button).to_be_in_viewport(ratio=1)
    small = """() => [...document.querySelectorAll("button:not(.cell), a, select, summary")]
        .filter((control) => control.offsetParent && control.offsetHeight < 40)
        .map((control) => control.outerHTML)"""
    assert page.evaluate(small) == []


def style(page: Page, selector: str, name: str) -> Any:
    return page.locator(selector).first.evaluate(f"it => getComputedStyle(it).{name}")


@pytest.mark.parametrize("forced", ["none", "active"])
def test_without_colours(page: Page, forced: Any) -> None:
    """Shapes, letters and frames show what colours show."""
    page.emulate_media(forced_colors=forced)
    go(page, "261/001/000-evens&show=values")
    said(page, "Evens win in 3 moves. Best: (0,1) = 2 (or 5 others).")
    assert style(page, ".number.evens", "borderTopLeftRadius") == "16%"
    assert style(page, ".number.odds", "borderTopLeftRadius") == "50%"
    for label in page.locator(".worth").all():
        assert re.search(r"[WTL]\d", label.inner_text())
    best, other = ".cell.best", ".cell:not(.best)[data-value]"
    assert style(page, best, "backgroundColor") != style(page, other, "backgroundColor")
    go(page, f"{WIDE}&show=values")
    said(page, "Odds win in 2 moves")
    assert style(page, best, "backgroundColor") != style(page, other, "backgroundColor")
    for label in page.locator(".worth").all():
        assert re.search(r"[WTL]\d", label.inner_text())


def test_contrast(page: Page) -> None:
    """The frames of cells have a contrast of 3 to the page."""
    luminance = """colour => colour.match(/[\\d.]+/g).slice(0, 3).map((it) => it / 255)
        .map((it) => (it <= 0.03928 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4))
        .reduce((sum, it, at) => sum + it * [0.2126, 0.7152, 0.0722][at], 0)"""
    edge = page.evaluate(luminance, style(page, ".cell", "borderTopColor"))
    ground = page.evaluate(luminance, style(page, "html", "backgroundColor"))
    assert (ground + 0.05) / (edge + 0.05) >= 3


@pytest.mark.skipif(
    not AXE.is_file(), reason="npm ci has not run in the page's source folder"
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(AXE.read_text(encoding="utf-8"))

    def check() -> None:
        found = page.evaluate("axe.run()")["violations"]
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found] == []

    go(page, "261/001/000-evens&show=values")
    said(page, "Evens win in 3 moves")
    cell(page, 0, 1).click()
    check()
    headers = page.locator("[role=grid] > [role=row]").first.locator("[role=columnheader]")
    row = page.locator("[role=grid] > [role=row]").nth(1).locator("> *")
    assert headers.all_inner_texts()[1:] == ["0", "1", "2"]
    assert headers.count() == row.count()  # so that a reader counts columns alike
    for button in ("#begin", "#send"):
        page.click(button)
        check()
        page.keyboard.press("Escape")
    go(page, "640/000/000-odds&play=odds&level=easy")
    place(page, "203")
    expect(page.locator("#note")).to_contain_text("threw nothing away")
    check()


@pytest.mark.parametrize("size", [3, 5])
def test_a_second_visit_works_offline(
    size: int, fresh: Page, folder: Path, site: str
) -> None:
    """Small boards load no Python; wide ones load it once. The browser keeps the game."""
    Server.sent.clear()
    with serving(folder) as address:
        fresh.goto(f"{address}#{EMPTY[size]}-odds&show=values")
        if size > 4:
            wait_for_python(fresh)
        place(fresh, "005")
        said(fresh, "win in ", LOADING)
        fresh.evaluate("navigator.serviceWorker.ready")
        fresh.wait_for_function(
            "async (file) => Boolean(await caches.match(file))",
            arg="python/python.zip" if size > 4 else "icon.svg",
            timeout=LOADING,
        )
        loaded = [it.rpartition("/")[2] for it in Server.sent]
        assert loaded.count("python.zip") <= (size > 4)
        assert ("python.js" in loaded) == (size > 4)
    fresh.context.set_offline(True)
    fresh.reload()
    assert board(fresh).startswith("5000")
    fresh.click("#undo")
    if size > 4:
        wait_for_python(fresh)
    said(fresh, "win in ", LOADING)


def test_a_new_version(fresh: Page, folder: Path, tmp_path: Path) -> None:
    """It says so once it is there, and takes over when the person asks for it."""
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    with serving(site) as address:
        fresh.goto(address)
        fresh.evaluate("navigator.serviceWorker.ready")
        fresh.reload()
        expect(fresh.locator("#new-version")).to_have_count(0)
        page = site / "index.html"
        page.write_text(page.read_text(encoding="utf-8").replace("<h1>", "<h1>New "))
        script = site / "offline.js"
        script.write_text(script.read_text().replace('"page ', '"page new'))
        fresh.reload()
        fresh.locator("#new-version button").click()
        expect(fresh.locator("#new-version")).to_have_count(0)
        assert "New Tic-Tac-Total" in fresh.evaluate("fetch('./').then((it) => it.text())")


PUZZLE = "060/411/014-evens&play=evens&puzzle=sent"
SOLUTION = ["022", "206"]


def test_a_puzzle(page: Page) -> None:
    """A wrong move is refused, and counts; a right one is answered until it is solved."""
    go(page, PUZZLE)
    said(page, "A friend sent you a puzzle: one move wins, in 2 moves. Your turn")
    expect(page.locator("#controls button")).to_have_text(["Undo"])
    place(page, "004")
    said(page, "Not the solution: (0,0) = 4 ")
    page.get_by_role("button", name="Try again").click()
    place(page, SOLUTION[0])
    said(page, "Right. ")
    place(page, SOLUTION[1])
    said(page, "Solved, 2 tries.")
    assert page.url.endswith(PUZZLE)
    page.get_by_role("button", name="Share result").click()
    result = page.locator("#share input")
    expect(result).to_have_value(re.compile(f"^T3 puzzle · 2 tries.*{PUZZLE}$"))
    page.keyboard.press("Escape")


def test_a_solution_that_was_shown_is_not_solved(fresh: Page, site: str) -> None:
    fresh.goto(f"{site}#{PUZZLE}")
    place(fresh, "004")
    fresh.get_by_role("button", name="Show the solution").click()
    fresh.locator("#line", has_text="Back to the game").click()
    fresh.get_by_role("button", name="Try again").click()
    place(fresh, SOLUTION[0])
    said(fresh, "Right. ")
    place(fresh, SOLUTION[1])
    said(fresh, "You win: ")
    assert "Solved" not in fresh.inner_text("#verdict")
    expect(fresh.get_by_role("button", name="Share result")).to_have_count(0)


@pytest.mark.parametrize(
    ("puzzle", "claim"),
    [
        ("000/000/000-evens&puzzle=2026-12-01", "you can win, in 2 moves"),
        ("000/000/000-odds&puzzle=sent", "you lose against best play"),
        ("131/131/130-odds&puzzle=sent", "don't lose"),
        ("060/411/014-evens&puzzle=2026-11-09", "Puzzle 313 of 9 November: one move wins"),
    ],
)
def test_what_a_puzzle_claims_is_true_of_its_position(
    page: Page, puzzle: str, claim: str
) -> None:
    side = "odds" if "odds" in puzzle else "evens"
    go(page, f"{puzzle}&play={side}")
    said(page, claim)


def test_a_slower_win_solves_a_puzzle(page: Page) -> None:
    """(2,0) = 2 wins in 2 moves, though (2,0) = 4 wins at once."""
    go(page, "060/401/001-evens&play=evens&puzzle=2026-01-01")
    place(page, "022")
    said(page, "Right. The computer: (0,0) = 3.")
    place(page, "202")
    said(page, "Right. The computer: ")


def test_the_page_opens_on_the_puzzle_of_the_day(fresh: Page, site: str) -> None:
    """And shares it without a move. Results stay on the device."""
    fresh.goto(site)
    said(fresh, "Puzzle ")
    expect(fresh.locator("#note")).to_contain_text("All numbers in a line count")
    fresh.click("#send")
    link = fresh.locator("#share input")
    expect(link).to_have_value(re.compile(r"-(odds|evens)&play=\1&puzzle=[-0-9]{10}$"))


def test_beat_me(page: Page) -> None:
    """A link has the same position, level and seed."""
    go(page, "640/000/000-odds&play=odds&level=easy")
    place(page, "203")
    page.get_by_role("button", name="Beat me").click()
    text = page.locator("#share input").first.input_value()
    assert "I won Tic-Tac-Total in 1 move. Beat me:" in text
    link = re.search("#.*", text)
    page.keyboard.press("Escape")
    assert link
    assert re.search(r"640/000/000-odds&play=odds&level=easy&seed=\d+&beat=1$", link[0])
    go(page, link[0][1:])
    said(page, "A friend won this in 1 move.")
    place(page, "203")
    expect(page.locator("#note")).to_contain_text("You needed 1 move, your friend 1.")


def test_a_new_game_and_a_position_that_is_set_up(page: Page) -> None:
    page.click("#begin")
    for name, value in {"play": "odds", "first": "odds", "size": "4"}.items():
        page.select_option(f"[name={name}]", value)
    page.click("text=Cancel")
    expect(page.locator(".cell")).to_have_count(9)
    page.click("#begin")
    page.locator("#new .main").click()
    expect(page.locator(".cell")).to_have_count(16)
    expect(page.locator("#players")).to_contain_text("computer, medium")
    page.click("#begin")
    page.select_option("[name=size]", "3")
    page.click("#edit")
    page.get_by_role("button", name="Odds to move").click()
    for number, *cells in ((5, (0, 0), (1, 0), (1, 1)), (2, (2, 0)), (5, (1, 1))):
        expect(choice(page, number)).to_have_attribute("aria-disabled", "false")
        choice(page, number).click()
        for col, row in cells:
            cell(page, col, row).click()  # the second time it clears the cell
        choice(page, number).click()
    cell(page, 2, 2).focus()
    page.keyboard.press("1")
    page.click("#done")
    said(page, "Your turn: place 1, 3 or 5.")
    assert "#552/000/001-odds&play=odds" in page.url
    place(page, "013")
    said(page, "The computer: ")


def test_the_position_on_the_board_is_edited(page: Page) -> None:
    """After Done the computer moves, and undo brings back what was set up."""
    go(page, "210/000/000-odds&play=odds&level=easy")
    page.click("#begin")
    page.select_option("[name=play]", "odds")
    page.click("#edit")
    assert board(page) == "210000000"
    page.get_by_role("button", name="Evens to move").click()
    page.click("#done")
    said(page, "The computer: ")
    page.click("#undo")
    assert board(page) == "210000000"
    page.click("#send")
    link = page.locator("#share input").first
    expect(link).to_have_value(re.compile("#210/000/000-evens&play=odds&level=medium$"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Go on").click()
    said(page, "The computer: ")
    page.click("#begin")
    page.click("#edit")
    page.get_by_role("button", name="Clear").click()
    assert board(page) == "0" * 9


def test_positions_to_explore(page: Page) -> None:
    page.click("summary:text('Positions to explore')")
    links = page.locator(".shows a").all()
    assert len(links) == 8
    for link in links:
        link.click()
        expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator(".cell")).to_have_count(64)
    expect(page.locator("#values")).to_have_attribute("aria-pressed", "true")
