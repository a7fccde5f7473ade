"""The whole page in Chromium, which also runs its Python."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("rich")

from playwright.sync_api import Browser, Locator, Page, expect

from browser import (
    CHROMIUM,
    LOADING,
    NODE_MODULES,
    PYODIDE,
    Server,
    begin,
    chromium,
    served,
)
from t3_play import saved_games
from t3_play.levels import LEVELS
from t3_play.match import Match
from t3_player import T3Player, T3State
from t3_tools.page import explorer

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(600),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="there is no node_modules/pyodide"),
]

AXE = NODE_MODULES / "axe-core" / "axe.min.js"

EMPTY = {size: "/".join(["0" * size] * size) for size in range(3, 9)}

SOON = 60_000
"""Milliseconds to wait for what is quick unless the computer is busy."""

expect.set_options(timeout=SOON)


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
    told: list[tuple[str, str]] = []
    page.on("console", lambda message: told.append((message.type, message.text)))
    page.on("pageerror", lambda error: told.append(("error", str(error))))
    page.context.on("request", lambda asked: told.append(("request", asked.url)))
    begin(page, site)
    yield page
    assert [
        (kind, text)
        for kind, text in told
        if kind in ("error", "warning") or (kind == "request" and not text.startswith(site))
    ] == []


@pytest.fixture
def page(opened: Page, site: str) -> Page:
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


def place(page: Page, col: int, row: int, number: int) -> None:
    """Place a number by two clicks."""
    cell(page, col, row).click()
    page.locator(f"#picker .choice[data-key='{number}']").click()
    expect(cell(page, col, row)).to_have_attribute("data-number", str(number))


def play(page: Page, *actions: tuple[int, int, int]) -> None:
    for action in actions:
        place(page, *action)


def said(page: Page, words: str) -> None:
    expect(page.locator("#said")).to_contain_text(words)


def board(page: Page) -> list[int]:
    cells = page.locator(".cell").all()
    return [int(each.get_attribute("data-number") or -1) for each in cells]


def match_of(page: Page) -> Match:
    """The match in the page's text of a saved game."""
    return saved_games.match_from(page.locator("#text").input_value())


def places(page: Page, *selectors: str) -> Any:
    rectangle = "it => JSON.stringify(document.querySelector(it).getBoundingClientRect())"
    return page.evaluate(f"all => all.map({rectangle})", selectors)  # all at one moment


def values(page: Page) -> None:
    """Switch the values on, and wait until the page shows all of them."""
    page.check("#values")
    expect(page.locator("#worth")).to_contain_text(" in ")
    expect(page.locator("#grid .value[data-kind='?']")).to_have_count(0)


def test_a_game_by_clicks(page: Page) -> None:
    go(page, f"{EMPTY[3]}-odds")
    play(page, (0, 0, 5), (1, 1, 2), (1, 0, 3), (2, 2, 2), (2, 0, 5))
    said(page, "Odds win: row 0 is 5 + 3 + 5 = 13")
    expect(page.locator(".cell.won")).to_have_count(3)
    expect(page.locator("#strokes .won")).to_have_count(1)
    assert board(page) == [5, 3, 5, 0, 2, 0, 0, 0, 2]
    cell(page, 0, 2).click()
    expect(page.locator("#picker")).to_be_hidden()


def test_a_game_by_keys(page: Page) -> None:
    go(page, f"{EMPTY[3]}-odds")
    cell(page, 0, 0).focus()
    moves = ["5", "ArrowDown 2", "ArrowUp ArrowRight 3", "ArrowDown 2"]
    moves += ["ArrowUp ArrowRight Enter ArrowRight ArrowRight Enter"]
    for played, keys in enumerate(moves, start=1):
        for key in keys.split():
            page.keyboard.press(key)
        expect(page.locator("#actions li")).to_have_count(1 + played)
    said(page, "Odds win: row 0 is 5 + 3 + 5 = 13")


def test_numbers_by_keys(page: Page) -> None:
    """A person can type numbers of two digits, on a cell and in its list of numbers."""
    go(page, "0,0,0/0,0,0/0,0,0-odds&target=20&max-move=12")
    cell(page, 0, 0).focus()
    page.keyboard.type("11")
    expect(cell(page, 0, 0)).to_have_attribute("data-number", "11")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#picker")).to_be_hidden()
    expect(cell(page, 1, 0)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("12")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "12")


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_against_the_machine(page: Page, level: str) -> None:
    page.select_option("[name=play]", "evens")
    page.select_option("[name=level]", level)
    rng = random.Random(level)
    state = T3State(False)
    while not state.is_over():
        action, _ = rng.choice(list(state.get_transitions()))
        place(page, action.col(), action.row(), action.move())
        expect(page.locator("#said")).to_contain_text(re.compile("Your turn|win|tie"))
        match = match_of(page)
        assert match.level == level
        if level == "course" and len(match.actions) % 2 == 0:
            assert match.actions[-1] == T3Player().choose(match.states[-2])
        state = match.state
    assert board(page) == list(sum(state.board, ()))


def test_nobody_plays_for_the_machine(page: Page) -> None:
    go(page, "640/000/000-evens&play=evens&level=course")
    place(page, 0, 1, 2)
    said(page, "The computer wins")
    page.click("#actions li:nth-child(2) button")
    said(page, "The computer's turn")
    cell(page, 2, 0).click()
    expect(page.locator("#wrong")).to_have_text("It is the computer's turn here.")
    expect(page.locator("#picker")).to_be_hidden()


def tap(target: Locator) -> None:
    """Tap a target. Fails if it is out of sight, or smaller than 40 pixels."""
    expect(target).to_be_in_viewport(ratio=1)
    box = target.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 40
    target.tap()


def tap_number(page: Page, col: int, row: int, number: int) -> None:
    tap(cell(page, col, row))
    tap(page.locator(f"#picker .choice[data-key='{number}']"))


def test_lose_see_why_go_back_win(browser: Browser, site: str) -> None:
    """A person does all of this by taps on a telephone, from the first screen on."""
    with browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        begin(page, site)
        said(page, "Your turn: choose a cell for 2, 4 or 6")
        opponent = page.locator("summary", has_text="Opponent")
        opponent.scroll_into_view_if_needed()
        tap(opponent)
        page.select_option("[name=level]", "course")
        page.evaluate("scrollTo(0, 0)")
        tap_number(page, 0, 0, 6)
        said(page, "The computer: (0,1) = 1. Your turn")
        buttons = places(page, "#board", "#undo", "#again")
        tap_number(page, 1, 0, 6)
        said(page, "The computer wins: row 0 is 6 + 6 + 1 = 13")

        verdict = page.locator("#verdict")
        expect(verdict).to_contain_text("You: (1,0) = 6 threw away a win: with (")
        assert places(page, "#board", "#undo", "#again") == buttons
        tap(verdict.get_by_role("button", name="Show why"))
        expect(page.locator("#line")).to_have_text(
            "You: (1,0) = 6; The computer: (2,0) = 1. "
            "The computer wins: row 0 is 6 + 6 + 1 = 13."
        )
        tap(page.locator("#on"))
        said(page, "The computer wins")
        tap(page.locator("#leave"))

        said(page, "The computer wins")
        mistake = page.locator("#actions .mistake")
        expect(mistake).to_contain_text("threw away a win")
        mistake.scroll_into_view_if_needed()
        tap(mistake.get_by_role("button", name="Try again"))
        said(page, "Your turn")
        expect(page.locator(".play")).to_be_in_viewport(ratio=0.99)

        right = re.search(r": with \((\d),(\d)\) = (\d), ", mistake.inner_text())
        assert right
        tap_number(page, *map(int, right.groups()))
        said(page, "You win: column 0 is 6 + 1 + 6 = 13")


@pytest.mark.parametrize("forced", ["none", "active"])
def test_without_colours(page: Page, forced: Any) -> None:
    """Shapes, letters and frames show what colours show."""
    page.emulate_media(forced_colors=forced)
    go(page, "261/001/000-evens")
    values(page)

    def style(selector: str, name: str) -> Any:
        return page.locator(selector).first.evaluate(f"it => getComputedStyle(it).{name}")

    assert style(".number.evens", "borderTopLeftRadius") == "16%"
    assert style(".number.odds", "borderTopLeftRadius") == "50%"
    if forced == "active":  # the system drops the fill, so a frame shows the number
        assert style(".number.evens", "borderTopColor") == style(".cell", "color")
    see_through = ", 0)"
    assert style("#grid .value:not(.best)", "backgroundColor").endswith(see_through)
    assert not style("#grid .value.best", "backgroundColor").endswith(see_through)
    for shown in page.locator("#grid .value").all():
        assert re.search(r"[WTL]\d", shown.inner_text())


def test_back_and_forth(page: Page) -> None:
    """The buttons, the list, the keys and the browser's arrows all work."""
    play(page, (0, 0, 2), (1, 0, 1))
    assert page.url.endswith("#210/000/000-evens")
    page.click("#undo")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "0")
    page.click("#undo")
    expect(page.locator("#undo")).to_be_disabled()
    page.click("#redo")
    page.click("#redo")
    expect(page.locator("#redo")).to_be_disabled()
    page.click("h1")
    page.keyboard.press("ArrowLeft")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "0")
    page.keyboard.press("ArrowRight")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "1")
    page.click("#actions li:nth-child(2) button")
    place(page, 2, 2, 5)
    assert [str(action) for action in match_of(page).actions] == ["(0,0) = 2", "(2,2) = 5"]
    page.go_back()
    expect(page).to_have_url(re.compile("#200/000/000-odds$"))
    expect(cell(page, 2, 2)).to_have_attribute("data-number", "0")
    page.go_forward()
    expect(cell(page, 2, 2)).to_have_attribute("data-number", "5")
    expect(page.locator("#actions li")).to_have_count(3)  # the start and both actions


def test_a_new_game(page: Page) -> None:
    page.select_option("[name=size]", "4")
    expect(page.locator(".cell")).to_have_count(16)
    page.click("summary:text('Rules')")
    page.fill("[name=target]", "21")
    page.keyboard.press("Tab")
    expect(page.locator("#goal")).to_contain_text("sum to exactly 21")
    page.fill("[name=target]", "0")
    page.keyboard.press("Enter")  # the browser itself complains
    expect(page.locator("[name=target]")).to_be_focused()
    expect(page.locator("#goal")).to_contain_text("sum to exactly 21")
    page.click("#again")
    expect(page.locator("#wrong")).to_contain_text("'0' is not a whole number from 1 to 99")
    page.click("summary:text('Rules')")


def test_bad_addresses(page: Page) -> None:
    place(page, 1, 1, 6)
    for address, reason in (
        ("nonsense", "'nonsense' is not a board and a turn"),
        ("000/000/000-odds&show=all", "Unknown setting 'show=all'"),
    ):
        page.goto(page.url.partition("#")[0] + "#" + address)
        expect(page.locator("#wrong")).to_contain_text(reason)
        expect(page).to_have_url(re.compile("#000/060/000-odds$"))
        assert board(page) == [0, 0, 0, 0, 6, 0, 0, 0, 0]
    place(page, 0, 0, 1)
    expect(page.locator("#wrong")).to_be_hidden()


def test_saved_games(page: Page) -> None:
    page.click("summary:text('Link, save, open')")
    page.fill("#text", "Tic-Tac-Total\nplay: both\nstart: 000/000/000 odds\n(1,1) = 5\n")
    page.click("#open")
    expect(cell(page, 1, 1)).to_have_attribute("data-number", "5")
    page.click("summary:text('Link, save, open')")


def test_positions_to_start_from(page: Page) -> None:
    links = page.locator(".shows a").all()
    assert len(links) == 8
    for link in links:
        link.click()
        expect(page).to_have_url(re.compile(re.escape(link.get_attribute("href") or "-")))
        expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator(".cell")).to_have_count(64)
    expect(page.locator("#values")).to_be_checked()


def test_the_page_outlives_a_search_without_end(fresh: Page, site: str) -> None:
    forever = "\ndef forever(**_):\n    while True: pass\nQUESTIONS['replied'] = forever\n"
    source = Path(explorer.__file__).read_text(encoding="utf-8") + forever
    fresh.context.route("**/explorer.py?*", lambda route: route.fulfill(body=source))
    begin(fresh, site)
    place(fresh, 0, 0, 2)
    expect(fresh.locator("#progress")).to_contain_text("thinking")
    cell(fresh, 1, 1).click()
    expect(fresh.locator("#wrong")).to_contain_text("The computer is thinking")
    fresh.click("#undo")
    said(fresh, "Your turn")
    fresh.check("#values")
    expect(fresh.locator("#worth")).to_have_text("You win in 3 plies.", timeout=LOADING)


FULL = "/".join(["66666666"] * 8)  # has the widest sums


@pytest.mark.parametrize(
    ("width", "height"), [(320, 640), (360, 740), (640, 400), (820, 1180), (1280, 800)]
)
def test_nothing_is_cut(page: Page, width: int, height: int) -> None:
    """The page fits telephones, a tablet and a screen, also at 200 % (640 x 400)."""
    page.set_viewport_size({"width": width, "height": height})
    for address in (f"{FULL}-odds", f"{EMPTY[8]}-odds"):
        go(page, address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert cell(page, 0, 0).evaluate("it => it.offsetWidth") >= (36 if width == 360 else 30)
    page.check("#values")
    expect(page.locator(".value").first).to_be_visible()
    for col in (0, 7):
        cell(page, col, 0).click()
        expect(page.locator("#picker")).to_be_visible()
        picker = page.locator("#picker").bounding_box()
        assert picker
        assert picker["x"] >= 0
        assert picker["x"] + picker["width"] <= width
        page.keyboard.press("Escape")
    small = """() => [...document.querySelectorAll("button:not(.cell), a, select, summary")]
        .filter((control) => control.offsetParent && control.offsetHeight < 40)
        .map((control) => control.outerHTML)"""
    assert page.evaluate(small) == []


@pytest.mark.skipif(not AXE.is_file(), reason="there is no node_modules/axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.evaluate(AXE.read_text(encoding="utf-8"))

    def check() -> None:
        found = page.evaluate("axe.run()")["violations"]
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found] == []

    go(page, "261/001/000-evens&show=values,dead")
    values(page)
    check()
    cell(page, 0, 1).click()
    check()
    page.locator(".why").nth(2).click()
    expect(page.locator("#line")).to_contain_text("Odds win")
    page.click("#on")
    check()
    page.click("#leave")
    page.uncheck("#values")
    cell(page, 0, 1).click()
    check()


def test_the_board_does_not_wait_for_python(fresh: Page, site: str) -> None:
    fresh.context.route("**/pyodide/*", lambda route: route.abort())
    fresh.goto(f"{site}#2100/0500/0000/0000-evens")
    assert board(fresh) == [2, 1, 0, 0, 0, 5, *[0] * 10]
    said(fresh, "could not be loaded")
    expect(fresh.locator("#wrong")).to_contain_text("could not be loaded")


def test_the_page_shows_how_much_it_has_loaded(fresh: Page, site: str) -> None:
    fresh.context.route("**/python/t3_state.py?*", lambda route: None)  # never answers
    fresh.goto(site)
    told = re.compile(r"1\d\.\d of 1\d\.\d MB")
    expect(fresh.locator("#loading")).to_contain_text(told)
    assert 0.5 < float(fresh.locator("progress").get_attribute("value") or 0) < 1


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[str]:
    """A site for one test: no page of another test loads files from it."""
    with served(tmp_path / "site") as address:
        yield address


def python_from(site: str) -> list[str]:
    """The files of Pyodide and of this project's Python that a site has sent."""
    return [it for it in Server.sent if re.match(f"{site}(pyodide|python)/", it)]


def test_a_second_visit(fresh: Page, own_site: str) -> None:
    """The browser loads each file once for both workers, and keeps the game."""
    begin(fresh, f"{own_site}#261/001/000-evens&show=values,dead")
    expect(fresh.locator("#worth")).to_have_text("Evens win in 5 plies.")
    place(fresh, 0, 1, 2)
    python = python_from(own_site)
    assert len(python) == len(set(python)) > 20
    fresh.reload()
    expect(fresh.locator("#loading")).to_be_hidden(timeout=LOADING)
    assert python_from(own_site) == python
    expect(fresh.locator("#actions li")).to_have_count(2)
    for switch, checked in (("#values", True), ("#best", False), ("#dead", True)):
        expect(fresh.locator(switch)).to_be_checked(checked=checked)


def test_a_bad_link_gives_a_game_all_the_same(fresh: Page, site: str) -> None:
    begin(fresh, f"{site}#210/05-evens")
    expect(fresh.locator("#wrong")).to_contain_text("board not square")
    place(fresh, 0, 0, 2)
    expect(fresh.locator("#wrong")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_nothing_moves_while_one_plays(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    go(page, f"{EMPTY[3]}-evens&play=evens&level=easy")
    before = places(page, "#board", "#undo", "#values")
    place(page, 0, 0, 2)
    expect(page.locator("#progress")).to_contain_text("thinking")
    assert places(page, "#board", "#undo", "#values") == before
    expect(page.locator("#actions li")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("9")
    expect(page.locator("#wrong")).to_have_text("9 can't be placed: you place 2, 4 or 6.")
    assert places(page, "#board", "#undo", "#values") == before


def press(page: Page, target: Locator) -> None:
    """Press the mouse button on a target, and hold it."""
    target.hover()
    page.mouse.down()


def test_no_press_is_lost_while_values_come(page: Page) -> None:
    go(page, f"{EMPTY[6]}-odds")
    page.check("#values")
    expect(page.locator("#grid .value").first).to_be_visible()
    press(page, cell(page, 1, 1))
    expect(cell(page, 1, 1).locator(".value").first).not_to_contain_text(
        "·", timeout=LOADING
    )
    page.mouse.up()
    choices = [f"#picker .choice[data-key='{number}']" for number in (1, 3, 5)]
    before = places(page, *choices)
    press(page, page.locator(choices[-1]))
    expect(page.locator("#progress")).to_be_empty(timeout=LOADING)
    assert places(page, *choices) == before
    page.mouse.up()
    said(page, "Evens' turn")


def test_the_switches(page: Page) -> None:
    """The switches change the cells, the text for screen readers, and the address."""
    go(page, "261/001/000-evens&show=values,best")
    expect(page.locator("#progress")).to_be_empty()
    shown = page.locator("#grid .value")
    expect(shown.first).to_have_class("value best")
    assert all("best" in (each.get_attribute("class") or "") for each in shown.all())
    few = shown.count()
    page.uncheck("#best")
    assert shown.count() == 15 > few
    name = cell(page, 0, 1).locator(".unseen").text_content() or ""
    assert "Column 0, row 1: empty; 2 wins in 5, best" in name
    assert "6 loses in 2" in name
    page.check("#dead")
    expect(page).to_have_url(re.compile("-evens&show=values,dead$"))
    place(page, 0, 1, 2)
    expect(page).to_have_url(re.compile("-odds&show=values,dead$"))
    page.uncheck("#values")
    page.go_back()
    expect(page.locator("#values")).to_be_checked()


def test_looking_ahead(page: Page) -> None:
    go(page, "120/000/000-evens")
    values(page)
    cell(page, 1, 1).click()
    page.locator("[data-key='why 6']").click()
    expect(page.locator("#line")).to_contain_text(
        "Evens: (1,1) = 6; Odds: (1,2) = 5. Odds win"
    )
    expect(page.locator("#on")).to_be_focused()
    assert board(page) == [1, 2, 0, 0, 6, 0, 0, 0, 0]
    page.click("#on")
    said(page, "Odds win: column 1 is 2 + 6 + 5 = 13")
    expect(page.locator("#on")).to_be_disabled()
    page.keyboard.press("Escape")
    said(page, "Evens' turn")
    assert board(page) == [1, 2, 0, 0, 0, 0, 0, 0, 0]
    expect(page.locator("[data-key='why 6']")).to_be_focused()  # the button clicked before
    page.keyboard.press("Escape")
    page.click("#bestplay")
    expect(page.locator("#line")).to_contain_text("Best play: Evens: (0,1) = 6; Odds")
    page.click("#back")
    place(page, 1, 1, 6)  # not the best action
    expect(page.locator("#line")).to_contain_text(
        "Evens: (1,1) = 6; Odds: (1,2) = 5. Odds win"
    )
    page.click("#leave")
    expect(page.locator("#bestplay")).to_be_focused()
    expect(page.locator("#actions li")).to_have_count(1)


def test_the_link_can_be_copied(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy")
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_cell_that_is_named_is_shown(page: Page) -> None:
    play(page, (1, 2, 6), (0, 0, 1))
    for named in (page.locator("#said .named"), page.locator("#actions .action").nth(2)):
        named.hover()
        expect(cell(page, 0, 0)).to_have_class(re.compile("pointed"))
        page.hover("h1")
        expect(page.locator(".pointed")).to_have_count(0)


def test_the_end_of_a_game(page: Page) -> None:
    go(page, "640/000/000-odds&play=odds&level=easy")
    place(page, 2, 0, 3)
    expect(page.locator("#verdict")).to_have_text("No mistakes.")
    go(page, "643/000/000-evens&show=values")  # a win without actions
    said(page, "The game is over here. Odds win: row 0 is")
    expect(page.locator("#progress")).to_be_empty()
    expect(page.locator("#verdict")).to_be_empty()
