"""How the page loads in Chromium: offline, as a file, anew, and without some files."""

import os
import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import EMPTY, MARKS, Server, board, go, place, said, serving

pytest_plugins = ["browser"]

pytestmark = MARKS


def test_a_search_that_is_dropped_holds_up_no_other(page: Page) -> None:
    go(page, f"{EMPTY[8]}-odds&show=values")
    said(page, "Odds win in 4 moves.")
    expect(page.locator("#note")).to_have_text(
        "W in 3: odds win in 3 moves. L in 2: evens win in 2. T: tie. Searching…"
    )
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
    """Visit the page, some times at most, until it has this title."""
    for _ in range(20):
        page.goto(address)
        if page.title() == title:
            return
        page.wait_for_timeout(500)
    assert page.title() == title
