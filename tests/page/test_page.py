"""A game on the page, in Chromium, and how the page loads: offline, as a file, anew."""

import os
import re
import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser import (
    EMPTY,
    MARKS,
    Server,
    board,
    cell,
    choice,
    go,
    noted,
    place,
    said,
    serving,
)

pytest_plugins = ["browser"]

pytestmark = MARKS


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

        noted(page, "Tap a cell, then a number.")
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
    noted(page, "You threw away a win with move 1, a tie with move 3.")
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
    place(page, "002")
    choice(page, 1).click()  # before the cell
    expect(choice(page, 1)).to_have_attribute("aria-pressed", "true")
    cell(page, 1, 0).click()
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


def test_a_search_that_is_dropped_holds_up_no_other(page: Page) -> None:
    go(page, f"{EMPTY[8]}-odds&show=values")
    said(page, "Odds win in 4 moves.")
    noted(page, "W in 3: odds win in 3 moves. L in 2: evens win in 2. T: tie. Searching…")
    expect(page.locator(".worth", has_text="W in 4").first).to_be_attached()
    go(page, "00000/00000/00600/00050/00000-evens&show=values")
    said(page, "Evens win at once")
    expect(page.locator("#note")).not_to_contain_text("Searching…")
    while len(page.workers) > 1:  # Chromium gives the dropped one two seconds to end
        page.wait_for_timeout(100)


@pytest.mark.parametrize("blocked", ["storage", "a server"])
def test_the_game_plays(browser: Browser, site: str, folder: Path, blocked: str) -> None:
    """Without storage, and as a file, on wide boards, too."""
    with browser.new_context(service_workers="block") as context:
        context.add_init_script(
            """for (const name of ["localStorage", "caches"])
                 Object.defineProperty(window, name, { get() { throw Error("no"); } });"""
            if blocked == "storage"
            else ""
        )
        page, errors = context.new_page(), list[object]()
        page.on("pageerror", lambda it: errors.append(it))
        page.goto((folder / "index.html").as_uri() if blocked == "a server" else site)
        said(page, "Make a line add up to 13")
        page.click("#begin")
        page.locator("#new .main").click()
        place(page, "115")
        said(page, "The computer: ")
        page.click("#begin")
        page.fill("[name=size]", "8")
        page.locator("#new .main").click()
        place(page, "115")
        said(page, "The computer: ")
        assert errors == []


YEAR = 365 * 24 * 60 * 60


@pytest.mark.parametrize("redirects", [{}, {"/site/": "/site/index.html"}])
def test_a_page_that_is_kept(
    fresh: Page,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    redirects: dict[str, str],
) -> None:
    """The page opens at each visit, and offline, and a visit brings the next up to date.

    So it does from a host that redirects to the file. One that asks for a login is reached.
    It keeps the game alone. Its files are so old that browsers' caches take them for fresh.
    """
    shutil.copytree(folder, build := tmp_path / "site")
    file = build / "index.html"
    (build / "login.html").write_text("<title>Login</title>")
    for it in build.iterdir():
        os.utime(it, (time.time() - YEAR,) * 2)
    monkeypatch.setattr(Server, "redirects", redirects)
    Server.sent.clear()
    with serving(build) as address:
        fresh.goto(address)
        fresh.evaluate("navigator.serviceWorker.ready")
        fresh.wait_for_function("async () => Boolean(await caches.match('icon.svg'))")
        for path in ("", "index.html", ""):
            fresh.goto(address + path)
            said(fresh, "Make a line add up to 13")
        assert [it for it in Server.sent if "check" in it] == []
        file.write_text(file.read_text().replace("</title>", ", anew</title>"))
        os.utime(file, (time.time() - YEAR / 2,) * 2)
        fresh.reload()
        assert fresh.title() == "Tic-Tac-Total"
        visited_until(fresh, address, "Tic-Tac-Total, anew")
        fresh.context.set_offline(True)
        fresh.goto(f"{address}index.html#{EMPTY[5]}-odds&moves=005&show=values")
        said(fresh, "win in ")
        fresh.reload()
        assert board(fresh).startswith("5000")
        fresh.context.set_offline(False)
        login = dict.fromkeys(["/site/", "/site/index.html"], "/site/login.html")
        monkeypatch.setattr(Server, "redirects", login)
        visited_until(fresh, address, "Login")
        monkeypatch.setattr(Server, "redirects", {})
        fresh.goto(address)
        said(fresh, "Make a line add up to 13")


def visited_until(page: Page, address: str, title: str) -> None:
    """Visit the page until it has this title."""
    while page.title() != title:
        page.wait_for_timeout(500)
        page.goto(address)
