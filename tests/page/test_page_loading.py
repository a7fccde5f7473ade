"""How the page loads in Chromium: offline, as a file, anew, and without some files."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import (
    EMPTY,
    LOADING,
    MARKS,
    Server,
    board,
    go,
    place,
    said,
    serving,
    wait_for_python,
)

pytest_plugins = ["browser"]

pytestmark = MARKS


def test_a_load_that_fails_can_be_tried_again(fresh: Page, site: str) -> None:
    """Until then a person can place numbers, and small boards miss nothing."""
    lost = ["python.js", "*.wasm", "python.zip"]
    for file in lost:
        fresh.context.route(f"**/python/{file}", lambda route: route.abort())
    fresh.goto(f"{site}#{EMPTY[5]}-odds&show=values")
    place(fresh, "005")
    for file in lost:
        expect(fresh.locator("#note")).to_contain_text("could not be loaded")
        fresh.context.unroute(f"**/python/{file}")
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


@pytest.mark.parametrize("blocked", ["storage", "what is stored", "a server"])
def test_the_game_plays(browser: Browser, site: str, folder: Path, blocked: str) -> None:
    """Without storage, with damaged data, and as a file, where 5 x 5 needs a server."""
    with browser.new_context(service_workers="block") as context:
        context.add_init_script(
            """for (const name of ["localStorage", "caches"])
                 Object.defineProperty(window, name, { get() { throw Error("no"); } });"""
            if blocked == "storage"
            else "for (const it of ['games', 'puzzles']) localStorage[`t3 ${it}`] = '{';"
        )
        page, errors = context.new_page(), list[object]()
        page.on("pageerror", lambda it: errors.append(it))
        page.goto((folder / "index.html").as_uri() if blocked == "a server" else site)
        said(page, "Puzzle ")
        page.click("#begin")
        page.locator("#new .main").click()
        place(page, "115")
        said(page, "The computer: ")
        if blocked == "a server":
            page.click("#begin")
            page.select_option("[name=size]", "5")
            page.locator("#new .main").click()
            expect(page.locator("#wrong")).to_contain_text("need a web server")
        assert errors == []


def test_a_browser_that_can_not_start_the_page(fresh: Page, site: str) -> None:
    fresh.context.route(site, lambda it: it.fulfill(body=broken(it.fetch().text())))
    fresh.goto(site)
    expect(fresh.locator("#verdict")).to_contain_text("If this stays, your browser")


def broken(page: str) -> str:
    """A page whose script has an error at its beginning."""
    return page.replace('<script type="module" async>', '<script type="module" async>(')


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
        expect(fresh.locator("#new-version")).to_be_hidden()
        page = site / "index.html"
        page.write_text(page.read_text(encoding="utf-8").replace("<h1>", "<h1>New "))
        script = site / "offline.js"
        script.write_text(script.read_text().replace(" page ", " page new"))
        fresh.reload()
        fresh.locator("#new-version button").click()
        expect(fresh.locator("h1")).to_have_text("New Tic-Tac-Total")
