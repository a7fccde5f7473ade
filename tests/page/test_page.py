"""The page, as its user sees it: in Chromium, with Python running inside."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("rich")

from colours import contrast, luminance
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

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
"""Milliseconds for what takes few, on a machine that does much else."""

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
    """The page for all tests: Python takes seconds to start.

    Nothing may come from elsewhere, and nothing go wrong unseen.
    """
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    trouble: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            trouble.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.context.on(
        "request",
        lambda asked: None if asked.url.startswith(site) else trouble.append(asked.url),
    )
    begin(page, site)
    yield page
    assert trouble == []


@pytest.fixture
def page(opened: Page, site: str) -> Page:
    """The page as it is at first, with evens to begin on the empty board."""
    opened.set_viewport_size({"width": 1000, "height": 900})
    opened.emulate_media(color_scheme="light", forced_colors="none")
    go(opened, f"{EMPTY[3]}-evens")
    return opened


def go(page: Page, address: str) -> None:
    """Follow a link to a position."""
    page.goto(page.url.partition("#")[0] + "#other")  # so that it is a change
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


def said(page: Page, words: str) -> None:
    expect(page.locator("#said")).to_contain_text(words)


def board(page: Page) -> list[int]:
    return [
        int(each.get_attribute("data-number") or -1) for each in page.locator(".cell").all()
    ]


def match_of(page: Page) -> Match:
    """The game, as the page keeps it."""
    return saved_games.match_from(page.locator("#text").input_value())


def values(page: Page) -> None:
    """Have the values shown, all of them."""
    page.check("#values")
    expect(page.locator("#worth")).to_contain_text(" in ")
    expect(page.locator("#grid .value[data-kind='?']")).to_have_count(0)


def test_a_game_by_clicks(page: Page) -> None:
    go(page, f"{EMPTY[3]}-odds")
    for action in [(0, 0, 5), (1, 1, 2), (1, 0, 3), (2, 2, 2), (2, 0, 5)]:
        place(page, *action)
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
    for played, keys in enumerate(moves, start=1):
        for key in keys.split():
            page.keyboard.press(key)
        expect(page.locator("#actions li")).to_have_count(1 + played)
    for key in ["ArrowUp", "ArrowRight", "Enter"]:
        page.keyboard.press(key)
    for key in ["ArrowRight", "ArrowRight", "Enter"]:
        page.keyboard.press(key)
    said(page, "Odds win: row 0 is 5 + 3 + 5 = 13")


def test_escape_chooses_nothing(page: Page) -> None:
    cell(page, 1, 1).click()
    page.keyboard.press("Escape")
    expect(page.locator("#picker")).to_be_hidden()
    expect(cell(page, 1, 1)).to_be_focused()
    assert board(page) == [0] * 9


def test_numbers_of_two_digits_by_keys(page: Page) -> None:
    go(page, "0,0,0/0,0,0/0,0,0-odds&target=20&max-move=11")
    cell(page, 0, 0).focus()
    page.keyboard.type("1")
    page.keyboard.type("1")
    expect(cell(page, 0, 0)).to_have_attribute("data-number", "11")
    cell(page, 1, 0).focus()
    page.keyboard.type("3")
    expect(page.locator("#wrong")).to_contain_text("3 can't be placed: Evens place 2, 4")


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


def test_values_are_named_for_a_screen_reader(page: Page) -> None:
    go(page, "261/001/000-evens")
    values(page)
    name = cell(page, 0, 1).locator(".unseen").text_content() or ""
    assert "column 0, row 1: empty; 2 wins in 3, best" in name
    assert "6 loses in 2" in name


def test_why(page: Page) -> None:
    go(page, "120/000/000-evens")
    values(page)
    cell(page, 1, 1).click()
    page.locator(".why").nth(2).click()
    expect(page.locator("#line")).to_contain_text(
        "Evens: (1,1) = 6; Odds: (1,2) = 5. Odds win"
    )
    assert board(page) == [1, 2, 0, 0, 6, 0, 0, 0, 0]
    page.click("#on")
    said(page, "Odds win: column 1 is 2 + 6 + 5 = 13")
    expect(page.locator("#on")).to_be_disabled()
    page.click("#leave")
    said(page, "Evens' turn")
    assert board(page) == [1, 2, 0, 0, 0, 0, 0, 0, 0]
    page.click("#bestplay")
    expect(page.locator("#line")).to_contain_text("Best play: Evens: (0,1) = 2; Odds")


def tap(target: Locator) -> None:
    """Tap on what is in sight, and large enough for a finger."""
    expect(target).to_be_in_viewport(ratio=1)
    box = target.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 40
    target.tap()


def tap_number(page: Page, col: int, row: int, number: int) -> None:
    tap(cell(page, col, row))
    tap(page.locator(f"#picker .choice[data-key='{number}']"))


def test_lose_see_why_go_back_win(browser: Browser, site: str) -> None:
    """From the first screen, as somebody with a telephone who has read nothing."""
    with browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        begin(page, site)
        said(page, "Your turn: choose a cell for 2, 4 or 6")
        game = page.get_by_text("Game", exact=True)
        game.scroll_into_view_if_needed()
        tap(game.locator("xpath=.."))
        page.select_option("[name=level]", "course")
        page.evaluate("scrollTo(0, 0)")
        tap_number(page, 0, 0, 6)
        said(page, "The machine: (0,1) = 1. Your turn")
        tap_number(page, 1, 0, 6)
        said(page, "The machine wins: row 0 is 6 + 6 + 1 = 13")

        verdict = page.locator("#verdict")
        expect(verdict).to_contain_text("You: (1,0) = 6 threw away a win: (")
        tap(verdict.get_by_role("button", name="Show why"))
        expect(page.locator("#line")).to_have_text(
            "You: (1,0) = 6; The machine: (2,0) = 1. "
            "The machine wins: row 0 is 6 + 6 + 1 = 13."
        )
        tap(page.locator("#on"))
        said(page, "The machine wins")
        tap(page.locator("#leave"))

        said(page, "The machine wins")
        mistake = page.locator("#actions .mistake")
        expect(mistake).to_contain_text("threw away a win")
        mistake.scroll_into_view_if_needed()
        tap(mistake.get_by_role("button", name="Try again"))
        said(page, "Your turn")
        expect(page.locator(".play")).to_be_in_viewport(ratio=0.99)

        right = re.search(r": \((\d),(\d)\) = (\d) wins", mistake.inner_text())
        assert right
        tap_number(page, *map(int, right.groups()))
        said(page, "You win: column 0 is 6 + 1 + 6 = 13")

        tap(page.locator("#again"))
        said(page, "Your turn")
        tap(page.get_by_text("Show what each number leads to"))
        empty = page.locator(".cell[data-number='0']")
        while "You win" not in page.locator("#said").inner_text():
            best = page.locator(".value.best").first.inner_text()
            number, depth = map(int, best.split("W"))
            left = empty.count() - min(2, depth)
            tap(page.locator(".cell:has(.best)").first)
            tap(page.locator(f"#picker .choice[data-key='{number}']"))
            expect(empty).to_have_count(left)


def lightness(element: Locator, part: str) -> float | None:
    """How light a part of an element is, 0 to 1; None if it is not to be seen."""
    told, border = element.evaluate(
        "(it, part) => [getComputedStyle(it)[part], getComputedStyle(it).borderTopWidth]",
        part,
    )
    red, green, blue, *alpha = [float(each) for each in re.findall(r"[\d.]+", told)]
    if alpha == [0] or (part == "borderTopColor" and border == "0px"):
        return None
    return luminance(red, green, blue)


def stands_out(element: Locator) -> bool:
    """Whether what an element is filled with, or its border, has a contrast of 3."""
    below = lightness(element.locator("xpath=ancestor::button"), "backgroundColor")
    assert below is not None
    parts = [lightness(element, part) for part in ("backgroundColor", "borderTopColor")]
    return any(part is not None and contrast(part, below) >= 3 for part in parts)


@pytest.mark.parametrize("forced", ["none", "active"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_colours(page: Page, scheme: Any, forced: Any) -> None:
    """What colours tell is told by shapes, letters, and light against dark."""
    page.emulate_media(color_scheme=scheme, forced_colors=forced)
    go(page, "261/001/000-evens")
    values(page)
    tokens = [cell(page, col, 0).locator(".number") for col in (0, 2)]
    radii = [
        token.evaluate("element => getComputedStyle(element).borderTopLeftRadius")
        for token in tokens
    ]
    assert radii == ["16%", "50%"]
    best = page.locator(".value.best").first
    assert all(map(stands_out, (*tokens, best)))
    other = page.locator(".value:not(.best)").first
    assert lightness(other, "backgroundColor") is None
    for shown in page.locator("#grid .value").all():
        assert re.search(r"[WTL]\d", shown.inner_text())


def test_reduced_motion(page: Page) -> None:
    moves = """() => [...document.querySelectorAll("*")].filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return animationName !== "none" || parseFloat(transitionDuration) > 0;
    }).length"""
    go(page, "643/000/000-odds")
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moves) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moves) == 0


def test_undo_and_redo(page: Page) -> None:
    place(page, 0, 0, 2)
    place(page, 1, 0, 1)
    page.click("#undo")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "0")
    page.click("#undo")
    expect(page.locator("#undo")).to_be_disabled()
    page.click("#redo")
    page.click("#redo")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "1")
    expect(page.locator("#redo")).to_be_disabled()
    page.click("#actions li:nth-child(2) button")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "0")
    place(page, 2, 2, 5)
    assert [str(action) for action in match_of(page).actions] == ["(0,0) = 2", "(2,2) = 5"]


def test_a_new_game(page: Page) -> None:
    page.select_option("[name=size]", "4")
    expect(page.locator(".cell")).to_have_count(16)
    page.click("summary:text('Rules')")
    page.fill("[name=target]", "21")
    page.keyboard.press("Tab")
    expect(page.locator("#goal")).to_contain_text("sum to exactly 21")
    page.fill("[name=target]", "many")
    page.keyboard.press("Tab")
    expect(page.locator("#wrong")).to_contain_text("'many' is not a whole number")
    page.click("summary:text('Rules')")


def test_addresses(page: Page) -> None:
    place(page, 1, 1, 6)
    assert page.url.endswith("#000/060/000-odds")
    place(page, 0, 0, 3)
    assert page.url.endswith("#300/060/000-evens")
    page.go_back()
    expect(cell(page, 0, 0)).to_have_attribute("data-number", "0")
    page.go_back()
    assert page.url.endswith("#000/000/000-evens")
    page.go_forward()
    page.go_forward()
    expect(cell(page, 0, 0)).to_have_attribute("data-number", "3")
    expect(page.locator("#actions li")).to_have_count(3)  # with the game that led there


def test_bad_addresses(page: Page) -> None:
    place(page, 1, 1, 6)
    for address, reason in (
        ("nonsense", "'nonsense' is not a board and a turn"),
        ("190/000/000-odds", "'9', which is not an int"),
        ("000/000/000-odds&target=<b>", "'<b>' is not a whole number"),
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
    page.fill("#text", "Tic-Tac-Total\nstart: 000/000/000 odds\n(1,1) = 4\n")
    page.click("#open")
    expect(page.locator("#wrong")).to_contain_text("line 3")
    assert board(page)[4] == 5
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


def test_a_long_search_is_dropped(page: Page) -> None:
    go(page, f"{EMPTY[8]}-odds")
    page.check("#values")
    expect(page.locator("#progress")).to_contain_text("of 192 values proven so far")
    place(page, 3, 3, 1)  # while the search goes on
    expect(page.locator("#actions li")).to_have_count(2)
    go(page, "261/001/000-evens&show=values")
    expect(page.locator("#worth")).to_have_text("Evens win in 3.")
    expect(page.locator("#grid .value[data-kind='?']")).to_have_count(0)


def test_the_page_outlives_a_search_without_end(browser: Browser, site: str) -> None:
    forever = "\ndef forever(**_):\n    while True: pass\nQUESTIONS['replied'] = forever\n"
    source = Path(explorer.__file__).read_text(encoding="utf-8") + forever
    with browser.new_context() as context:
        context.route("**/explorer.py?*", lambda route: route.fulfill(body=source))
        page = context.new_page()
        begin(page, site)
        place(page, 0, 0, 2)
        expect(page.locator("#progress")).to_contain_text("thinking")
        cell(page, 1, 1).click()
        expect(page.locator("#wrong")).to_contain_text("The machine is thinking")
        page.click("#undo")
        said(page, "Your turn")
        page.check("#values")
        expect(page.locator("#worth")).to_have_text("You win in 3.", timeout=LOADING)


@pytest.mark.parametrize("size", [3, 8])
def test_a_phone(page: Page, size: int) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    go(page, f"{EMPTY[size]}-odds")
    page.check("#values")
    expect(page.locator(".value").first).to_be_visible()
    for col in (0, size - 1):
        cell(page, col, 0).click()
        picker = page.locator("#picker").bounding_box()
        assert picker
        assert picker["x"] >= 0
        assert picker["x"] + picker["width"] <= 360
        page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.evaluate("document.querySelectorAll('details').forEach((it) => it.open = true)")
    small = """() => [...document.querySelectorAll("button:not(.cell), a, select, summary")]
        .filter((control) => control.offsetParent && control.offsetHeight < 40)
        .map((control) => control.outerHTML)"""
    assert page.evaluate(small) == []
    page.evaluate("""document.querySelectorAll("details").forEach(
        (it) => it.open = it.classList.contains("fold"))""")


@pytest.mark.skipif(not AXE.is_file(), reason="there is no node_modules/axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    go(page, "261/001/000-evens")
    values(page)
    page.check("#dead")

    def findings() -> list[str]:
        found = page.evaluate("axe.run()")["violations"]
        return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]

    assert findings() == []
    cell(page, 0, 1).click()
    assert findings() == []
    page.uncheck("#values")
    cell(page, 0, 1).click()
    assert findings() == []
    values(page)
    cell(page, 0, 1).click()
    page.locator(".why").nth(2).click()
    expect(page.locator("#line")).to_contain_text("Odds win")
    page.click("#on")
    assert findings() == []
    page.click("#leave")
    page.uncheck("#dead")


def test_the_board_does_not_wait_for_python(browser: Browser, site: str) -> None:
    with browser.new_context() as context:
        context.route("**/pyodide/*", lambda route: route.abort())
        page = context.new_page()
        page.goto(f"{site}#2100/0500/0000/0000-evens")
        assert board(page) == [2, 1, 0, 0, 0, 5, *[0] * 10]
        said(page, "could not be loaded")
        expect(page.locator("#wrong")).to_contain_text("could not be loaded")
        for section in (".frame", ".controls", ".side", ".shows"):
            expect(page.locator(f"{section}[inert]")).to_have_css("opacity", "0.5")


def test_a_link_and_reloading(browser: Browser, site: str) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        begin(page, f"{site}#210/050/000-evens")
        assert board(page) == [2, 1, 0, 0, 5, 0, 0, 0, 0]
        place(page, 2, 2, 4)
        page.reload()
        expect(page.locator("#said")).to_contain_text("turn", timeout=LOADING)
        assert board(page) == [2, 1, 0, 0, 5, 0, 0, 0, 4]
        expect(page.locator("#actions li")).to_have_count(2)


def test_a_bad_link_gives_a_game_all_the_same(browser: Browser, site: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        begin(page, f"{site}#210/05-evens")
        expect(page.locator("#wrong")).to_contain_text("as many columns as rows")
        place(page, 0, 0, 2)
        expect(page.locator("#wrong")).to_be_hidden()


def test_a_second_visit_loads_nothing_again(browser: Browser, site: str) -> None:
    with browser.new_context() as context:
        Server.sent.clear()
        begin(context.new_page(), f"{site}#261/001/000-evens&show=values")
        expect(context.pages[0].locator("#worth")).to_have_text("Evens win in 3.")
        python = [path for path in Server.sent if "/pyodide" in path or "/python" in path]
        assert sorted(python) == sorted(set(python))  # one time for both workers
        assert len(python) > 20
        Server.sent.clear()
        begin(context.new_page(), site)
        assert [
            path for path in Server.sent if "/pyodide" in path or "/python" in path
        ] == []


def test_how_much_is_loaded_is_told(browser: Browser, site: str) -> None:
    with browser.new_context() as context:
        context.route("**/python/t3_state.py?*", lambda route: None)  # it never comes
        page = context.new_page()
        page.goto(site)
        expect(page.locator("#loading")).to_contain_text(
            re.compile(r"1\d\.\d of 1\d\.\d MB")
        )
        assert 0.5 < float(page.locator("progress").get_attribute("value") or 0) < 1


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (640, 400), (820, 1180), (1280, 800)]
)
def test_nothing_is_cut(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    go(page, f"{EMPTY[8]}-odds")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for select in page.locator("select").all():
        box = select.bounding_box()
        assert box
        assert box["width"] >= 100
    assert cell(page, 0, 0).evaluate("it => it.offsetWidth") >= (36 if width == 360 else 30)


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_nothing_moves_while_one_plays(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    go(page, f"{EMPTY[3]}-evens&play=evens&level=easy")

    def places() -> list[Any]:
        return [page.locator(id).bounding_box() for id in ("#board", "#undo", "#values")]

    before = places()
    place(page, 0, 0, 2)
    expect(page.locator("#progress")).to_contain_text("thinking")
    assert places() == before
    expect(page.locator("#actions li")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("9")
    expect(page.locator("#wrong")).to_contain_text(
        "9 can't be placed: You place 2, 4 or 6."
    )
    assert places() == before


def test_only_the_best(page: Page) -> None:
    go(page, "261/001/000-evens&show=values,best")
    expect(page.locator("#progress")).to_be_empty()
    shown = page.locator("#grid .value")
    expect(shown.first).to_have_class("value best")
    assert all("best" in (each.get_attribute("class") or "") for each in shown.all())
    few = shown.count()
    page.uncheck("#best")
    assert shown.count() == 15 > few


def test_the_switches_are_in_the_address(page: Page) -> None:
    page.check("#dead")
    page.check("#values")
    expect(page).to_have_url(re.compile("-evens&show=values,dead$"))
    place(page, 0, 0, 2)
    expect(page).to_have_url(re.compile("-odds&show=values,dead$"))
    page.reload()
    expect(page.locator("#loading")).to_be_hidden(timeout=LOADING)
    expect(page.locator("#dead")).to_be_checked()
    expect(page.locator("#values")).to_be_checked()
    page.uncheck("#values")
    page.go_back()
    expect(page.locator("#values")).to_be_checked()
    page.goto(page.url.partition("#")[0] + f"#{EMPTY[3]}-odds&show=all")
    expect(page.locator("#wrong")).to_contain_text("'show=all' is no setting")


def test_one_returns_to_where_one_left(page: Page) -> None:
    go(page, "120/000/000-evens&show=values")
    values(page)
    cell(page, 1, 1).click()
    page.locator("[data-key='why 6']").click()
    expect(page.locator("#on")).to_be_focused()
    page.click("#leave")
    expect(page.locator("[data-key='why 6']")).to_be_focused()  # in the numbers of the cell
    place(page, 1, 1, 6)
    place(page, 1, 2, 5)
    page.locator("#verdict").get_by_text("Show why").click()
    expect(page.locator("#line")).to_contain_text("Odds win")
    assert board(page)[7] == 0
    page.keyboard.press("Escape")
    said(page, "Odds win")
    assert board(page)[7] == 5
    expect(page.locator("#verdict").get_by_text("Show why")).to_be_focused()


def test_another_number_where_one_looks_ahead(page: Page) -> None:
    go(page, "261/001/000-evens")
    page.check("#values")
    page.click("#bestplay")
    expect(page.locator("#line")).to_contain_text("Best play: Evens: (0,1) = 2")
    page.click("#back")
    place(page, 0, 1, 6)
    expect(page.locator("#line")).to_have_text(
        "Evens: (0,1) = 6; Odds: (0,2) = 5. Odds win: column 0 is 2 + 6 + 5 = 13."
    )
    page.click("#leave")
    expect(page.locator("#bestplay")).to_be_focused()
    expect(page.locator("#actions li")).to_have_count(1)


def test_arrow_keys_through_the_actions(page: Page) -> None:
    go(page, f"{EMPTY[3]}-odds")
    for action in [(0, 0, 5), (1, 1, 2), (1, 0, 3)]:
        place(page, *action)
    page.click("h1")
    page.keyboard.press("ArrowLeft")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "0")
    page.keyboard.press("ArrowRight")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "3")
    page.locator("#actions .action").last.focus()
    for ply in (2, 1, 0):
        page.keyboard.press("ArrowUp")
        expect(page.locator("#actions .action").nth(ply)).to_be_focused()
    assert board(page) == [0] * 9


def test_the_link_can_be_copied(page: Page) -> None:
    go(page, "120/000/000-evens")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy")
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_cell_that_is_named_is_shown(page: Page) -> None:
    place(page, 1, 2, 6)
    place(page, 0, 0, 1)
    for named in (page.locator("#said .named"), page.locator("#actions .action").nth(2)):
        named.hover()
        expect(cell(page, 0, 0)).to_have_class(re.compile("pointed"))
        page.hover("h1")
        expect(page.locator(".pointed")).to_have_count(0)


def test_no_mistakes(page: Page) -> None:
    go(page, "640/000/000-odds&play=odds&level=easy")
    place(page, 2, 0, 3)
    expect(page.locator("#verdict")).to_have_text("No mistakes.")


def test_a_link_to_the_end_of_a_game(page: Page) -> None:
    go(page, "643/000/000-evens&show=values")
    said(page, "The game is over here. Odds win: row 0 is")
    expect(page.locator("#progress")).to_be_empty()
    expect(page.locator("#verdict")).to_be_empty()
