"""How the page loads in Chromium: offline, as a file, anew, and without some files."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import (
    EMPTY,
    MARKS,
    Server,
    board,
    go,
    place,
    said,
    serving,
)

pytest_plugins = ["browser"]

pytestmark = MARKS


def test_a_search_that_is_dropped_holds_up_no_other(page: Page) -> None:
    go(page, f"{EMPTY[8]}-odds&show=values")
    said(page, "Odds win in 4 moves.")
    expect(page.locator("#note")).to_have_text(
        "W3 on a cell: odds win in 3 moves. L2: evens win in 2. T: tie. Searching…"
    )
    expect(page.locator(".worth", has_text="W4").first).to_be_attached()
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


def test_a_browser_that_can_not_start_the_page(fresh: Page, site: str) -> None:
    fresh.context.route(site, lambda it: it.fulfill(body=broken(it.fetch().text())))
    fresh.goto(site)
    expect(fresh.locator("#verdict")).to_contain_text("If this text stays, your browser")


def broken(page: str) -> str:
    """A page whose script has an error at its beginning."""
    return page.replace('<script type="module">', '<script type="module">(')


def kept(page: Page) -> None:
    """Wait until the service worker has the page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("async () => Boolean(await caches.match('icon.svg'))")


def test_a_second_visit_works_offline(fresh: Page, folder: Path, site: str) -> None:
    """The browser keeps the game, and has loaded nothing of the players' check."""
    Server.sent.clear()
    with serving(folder) as address:
        fresh.goto(f"{address}#{EMPTY[5]}-odds&show=values")
        place(fresh, "005")
        said(fresh, "win in ")
        kept(fresh)
        assert [it for it in Server.sent if "check" in it] == []
    fresh.context.set_offline(True)
    fresh.reload()
    assert board(fresh).startswith("5000")
    fresh.click("#undo")
    said(fresh, "win in ")
    fresh.goto(f"{address}index.html#{EMPTY[3]}-evens&show=values")
    said(fresh, "Evens win in 2 moves.")


def test_a_visit_brings_the_next_one_up_to_date(
    fresh: Page, folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / "site", ignore=shutil.ignore_patterns("check*"))
    page = tmp_path / "site" / "index.html"
    with serving(tmp_path / "site") as address:
        fresh.goto(address)
        kept(fresh)
        page.write_text(page.read_text().replace("</title>", ", anew</title>"))
        fresh.reload()
        assert fresh.title() == "Tic-Tac-Total"
        while not fresh.title().endswith(", anew"):
            fresh.wait_for_timeout(500)
            fresh.reload()
