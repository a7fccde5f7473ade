"""A game on the page, in Chromium, from its first move to its review."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

from browser import EMPTY, MARKS, board, cell, choice, go, place, said

pytest_plugins = ["browser"]

pytestmark = MARKS


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
    """The focus stays on the board, even after undo."""
    go(page, "000/000/000-odds")
    cell(page, 0, 0).focus()
    cell(page, 0, 0).dispatch_event("keydown", {"key": "\u0665", "bubbles": True})  # 5
    expect(cell(page, 0, 0)).to_have_attribute("data-number", "5")
    for key in ("ArrowRight", "5"):
        page.keyboard.press(key)
    wrong = page.locator("#wrong")
    expect(wrong).to_contain_text("2, 4 or 6 on an empty cell.")
    page.keyboard.press("Escape")
    page.locator("#begin").press("5")  # no cell has the focus
    expect(wrong).to_contain_text("2, 4 or 6 on an empty cell.")
    cell(page, 1, 0).focus()
    for key, col in {"End": 2, "ArrowRight": 2, "Home": 0, "ArrowDown": 0}.items():
        page.keyboard.press(key)
        expect(cell(page, col, int(key == "ArrowDown"))).to_be_focused()
    cell(page, 1, 0).press("Enter")
    choice(page, 4).press("Enter")
    expect(cell(page, 1, 0)).to_have_attribute("data-number", "4")
    for _ in range(3):
        page.locator("#undo").press("Enter")
        expect(page.locator("#undo")).to_be_focused()
    assert board(page) == "0" * 9
    go(page, "640/000/000-odds")
    cell(page, 2, 0).press("Enter")
    choice(page, 3).press("Enter")  # the last number: the tray goes
    expect(cell(page, 2, 0)).to_be_focused()


def test_lose_see_why_go_back_win(browser: Browser, site: str) -> None:
    """A person does all of this by taps on a telephone, from the first screen on."""
    with browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        page.goto(f"{site}#{EMPTY[3]}-evens&moves=006-121&play=evens")

        def tap(target: Locator) -> None:
            expect(target).to_be_in_viewport(ratio=1)
            size = target.evaluate("it => Math.min(it.offsetWidth, it.offsetHeight)")
            assert size >= 40
            target.tap()

        expect(page.locator("#note")).to_contain_text("Tap a cell, then a number.")
        said(page, "The computer: (1,2) = 1. Your turn")
        boxes = [page.locator(it) for it in ("#board", "#undo", "#begin")]
        before = [it.bounding_box() for it in boxes]
        tap(cell(page, 0, 1))
        tap(choice(page, 2))
        said(page, "The computer wins: column 0 is 6 + 2 + 5 = 13")
        note = page.locator("#note")
        expect(note).to_have_text("You threw away a win with move 3.")
        assert [it.bounding_box() for it in boxes] == before
        for mark in page.locator(".cell.won").all():
            expect(mark).to_be_in_viewport(ratio=1)
        expect(page.locator(".sum.won")).to_have_text("=13")
        page.get_by_role("button", name="Where it turned").tap()
        said(page, "You: (0,1) = 2 threw away a win. (2,1) = 2 wins in 2 moves.")
        expect(cell(page, 2, 1)).to_have_class(re.compile("reply"))
        moves = page.locator("#review li")
        expect(moves).to_have_count(5)
        page.get_by_role("button", name="Play on").tap()
        expect(moves).to_have_count(3)
        tap(cell(page, 2, 1))
        tap(choice(page, 2))
        said(page, "Your turn")


def test_a_finished_game_is_stepped_through(page: Page) -> None:
    """Each mistake is named."""
    go(page, "120/000/000-evens&moves=214-025-206-223&play=evens&level=easy")
    expect(page.locator("#note")).to_have_text(
        "You threw away a win with move 1, a tie with move 3."
    )
    here = page.locator("[aria-current=step]")
    cell(page, 0, 2).focus()
    for key, step in {
        "ArrowLeft": "You: (2,0) = 6 ✗ threw away a tie",
        "Home": "Start",
        "ArrowRight": "You: (2,1) = 4 ✗ threw away a win",
    }.items():
        page.keyboard.press(key)
        expect(here).to_contain_text(step)


def test_the_history_of_the_browser(page: Page) -> None:
    """A game is one step of it. Arrow keys step through the moves, outside the board."""
    place(page, "002", "101")
    page.click("h1")
    page.keyboard.press("ArrowLeft")
    assert board(page).startswith("200")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("&moves=002-101")
    page.click("#begin")
    page.locator("#new .main").click()
    said(page, "Your turn")
    place(page, "115")
    page.go_back()
    assert board(page) == "210000000"


def test_links(fresh: Page, site: str) -> None:
    """In a fresh profile a link brings moves and opponent; what can't be read is kept."""
    link = f"{site}#{EMPTY[3]}-odds&moves=115-006&play=odds&level=easy"
    fresh.goto(f"{link}&{'x' * 10_000}&fbclid=IwAR0")
    assert board(fresh) == "600050000"
    expect(fresh.locator("#players")).to_contain_text("computer, easy")
    expect(fresh.locator("#wrong")).to_contain_text(re.compile("read it: x{80}…"))
    assert fresh.url.endswith("&fbclid=IwAR0")
    place(fresh, "223")
    expect(fresh.locator("#wrong")).to_be_hidden()
    assert "&moves=115-006-223" in fresh.url
    fresh.goto(f"{site}#210/05-evens")
    expect(fresh.locator("#wrong")).to_contain_text("not a position")
    assert fresh.url.endswith("#210/05-evens")
