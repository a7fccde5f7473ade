"""The whole page in Chromium, which also runs its Python."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser import CHROMIUM, LOADING, NPM, Server, begin, chromium, served
from t3_play.levels import LEVELS
from t3_tools.page import explorer
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
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("page") / "site") as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Page]:
    """One page for all tests, because Python takes seconds to start.

    Fails if the page asks another server, or prints an error or a warning.
    """
    page = browser.new_page()
    messages, errors, requests = [], [], []  # type: list[Any], list[Any], list[Any]
    page.on("console", lambda it: messages.append(it))
    page.on("pageerror", lambda it: errors.append(it))
    page.context.on("request", lambda it: requests.append(it))
    begin(page, site)
    yield page
    assert [it.text for it in messages if it.type in ("error", "warning")] == []
    assert [it.url for it in requests if not it.url.startswith(site)] == []
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


def said(page: Page, words: str) -> None:
    expect(page.locator("#verdict")).to_contain_text(words)


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
    while page.locator("#card").is_hidden():
        rng.choice(page.locator(".cell[data-number='0']").all()).click()
        choice(page, rng.choice([2, 4, 6])).click()
        expect(page.locator("#verdict")).to_contain_text(re.compile("Your turn|win|tie"))
        turns += 1
    assert 9 - board(page).count("0") in (2 * turns, 2 * turns - 1)


def test_lose_see_why_go_back_win(browser: Browser, site: str) -> None:
    """A person does all of this by taps on a telephone, from the first screen on."""
    with browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        begin(page, f"{site}#{EMPTY[3]}-evens&play=evens&level=course")

        def tap(target: Locator) -> None:
            expect(target).to_be_in_viewport(ratio=1)
            size = target.evaluate("it => Math.min(it.offsetWidth, it.offsetHeight)")
            assert size >= 40
            target.tap()

        tap(cell(page, 0, 0))
        tap(choice(page, 6))
        said(page, "The computer: (0,1) = 1. Your turn")
        boxes = [page.locator(it) for it in ("#board", "#undo", "#begin")]
        before = [it.bounding_box() for it in boxes]
        tap(cell(page, 1, 0))
        tap(choice(page, 6))
        said(page, "The computer wins: row 0 is 6 + 6 + 1 = 13")
        card = page.locator("#card")
        expect(card).to_contain_text("You threw away a win with move 3.")
        expect(card).to_contain_text("The computer threw nothing away.")
        assert [it.bounding_box() for it in boxes] == before
        card.get_by_role("button", name="Review").tap()
        expect(card).to_be_hidden()
        mistake = page.locator(".mistake")
        expect(mistake).to_contain_text("threw away a win: (0,2) = 6 wins in 1")
        mistake.get_by_role("button", name="Try again").tap()
        said(page, "Your turn")
        tap(cell(page, 0, 2))
        tap(choice(page, 6))
        said(page, "You win: column 0 is 6 + 1 + 6 = 13")
        card.get_by_role("button", name="Other side").tap()
        expect(page.locator("#players")).to_contain_text("Odds you")


def test_a_finished_game_is_stepped_through(page: Page) -> None:
    """By the wheel and by keys. Mistakes are named; a curve shows who was winning."""
    go(page, "120/000/000-evens&moves=116-125&play=odds&level=easy")
    expect(page.locator("#summary")).to_have_text(
        "The computer threw away a win with move 1. You threw nothing away."
    )
    here = page.locator("[aria-current=step]")
    cell(page, 0, 2).focus()
    for step in ("The computer: (1,1) = 6", "Start"):
        page.keyboard.press("ArrowLeft")
        expect(here).to_have_text(step)
    page.hover("#board .cell >> nth=0")
    page.mouse.wheel(0, 100)
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


@pytest.mark.parametrize("lost", ["*", "*.wasm"])
def test_a_load_that_fails_can_be_tried_again(lost: str, fresh: Page, site: str) -> None:
    """Until then a person can place numbers."""
    fresh.context.route(f"**/pyodide/{lost}", lambda route: route.abort())
    fresh.goto(f"{site}#{EMPTY[3]}-odds")
    place(fresh, "005")
    expect(fresh.locator("#note")).to_contain_text("could not be loaded")
    fresh.context.unroute(f"**/pyodide/{lost}")
    fresh.get_by_role("button", name="Try again").click()
    expect(fresh.locator("[data-python=ready]")).to_be_attached(timeout=LOADING)
    fresh.click("#values")
    said(fresh, "win")


def test_the_page_outlives_a_search_without_end(fresh: Page, tmp_path: Path) -> None:
    source = Path(explorer.__file__).read_text(encoding="utf-8")
    source += "\ndef forever(**_):\n    while True: pass\nQUESTIONS['replied'] = forever\n"
    with served(tmp_path / "site") as site:
        archive = ZipFile(tmp_path / "site" / "python.zip", "a")
        with pytest.warns(UserWarning, match="Duplicate"), archive:
            archive.writestr("t3_tools/page/explorer.py", source)
        begin(fresh, site)
        place(fresh, "002")
        fresh.wait_for_timeout(1000)
        expect(fresh.locator("#note")).to_contain_text("thinking")
        cell(fresh, 1, 1).click()
        expect(fresh.locator("#wrong")).to_have_text("Wait for the computer's move.")
        fresh.click("#undo")
        fresh.click("#values")
        said(fresh, "You win in 2 moves. Best: (1,1) = 6.")


WIDE = "00000000/00300000/00040000/00000000/00005000/00000200/00000000/00000000-odds"

FULL = "/".join([",".join(["19"] * 7 + ["0"])] * 8) + "-odds&target=99&max-move=19"


SCREENS = [(320, 640), (360, 740), (640, 400), (820, 1180), (1280, 800)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_is_cut(page: Page, width: int, height: int) -> None:
    """The page fits telephones, a tablet and a screen, also at 200 % (640 x 400)."""
    page.set_viewport_size({"width": width, "height": height})
    for address in (FULL, f"{EMPTY[8]}-odds&max-move=19&target=13"):
        go(page, address.replace("0000", "0,0,0,0").replace("00", "0,0"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
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
    win, loss = "[data-value=W]:not(.best)", "[data-value=L]"
    if forced == "active":  # else their colours differ
        assert style(page, win, "borderTopStyle") != style(page, loss, "borderTopStyle")


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
    expect(page.locator("#summary")).to_contain_text("threw nothing away")
    check()


def test_a_second_visit_works_offline(fresh: Page, tmp_path: Path) -> None:
    """Python loads once, whatever is played meanwhile, and the browser keeps the game."""
    workers = []
    fresh.on("worker", lambda it: workers.append(it))
    with served(tmp_path / "site") as site:
        fresh.goto(f"{site}#261/001/000-evens&show=values")
        place(fresh, "012")
        expect(fresh.locator("[data-python=ready]")).to_be_attached(timeout=LOADING)
        said(fresh, "Evens win in 2 moves")
        fresh.evaluate("navigator.serviceWorker.ready")
        assert (len(workers), Server.sent.count(f"{site}python.zip")) == (1, 1)
    fresh.context.set_offline(True)
    fresh.reload()
    expect(fresh.locator("[data-python=ready]")).to_be_attached(timeout=LOADING)
    assert board(fresh) == "261201000"
    said(fresh, "Evens win in 2 moves")


def test_a_puzzle(page: Page) -> None:
    """A wrong move is refused, a right one answered, until the puzzle is solved."""
    go(page, "060/411/014-evens&play=evens&level=perfect&puzzle=sent")
    expect(page.locator("#controls button")).to_have_text(["Undo"])
    place(page, "004")
    said(page, "That's not it")
    page.get_by_role("button", name="Show the solution").click()
    line = page.locator("#review .action")
    expect(line).to_have_count(4)
    page.click("#line")
    page.get_by_role("button", name="Try again").click()
    place(page, "022")
    expect(page.locator("#review .action")).to_have_count(3)


def test_the_puzzle_of_the_day_and_sharing(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#puzzle")
    said(page, "Daily puzzle")
    page.click("#send")
    page.locator("#share .field button").last.click()
    expect(page.locator("#share")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    assert re.search("-(odds|evens)&play=\\1&puzzle=sent$", link)
    page.goto(link)
    said(page, "A puzzle for you")


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
    for number, *cells in ((5, (0, 0), (1, 0), (1, 1)), (2, (2, 0)), (5, (1, 1))):
        choice(page, number).click()
        for col, row in cells:
            cell(page, col, row).click()  # the second time it clears the cell
    cell(page, 2, 2).focus()
    page.keyboard.press("1")
    page.click("#done")
    said(page, "Your turn: place 1, 3 or 5.")
    assert "#552/000/001-odds&play=odds" in page.url
    place(page, "013")
    said(page, "The computer: ")


def test_positions_to_explore(page: Page) -> None:
    page.click("summary:text('Positions to explore')")
    links = page.locator(".shows a").all()
    assert len(links) == 8
    for link in links:
        link.click()
        expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator(".cell")).to_have_count(64)
    expect(page.locator("#values")).to_have_attribute("aria-pressed", "true")
