"""What a player on check.html can reach: nothing of the site, and no server."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from browser import MARKS, Server
from handed_in import write
from hostile import MARK, SHUT, hostile, other_server

pytest_plugins = ["browser"]

pytestmark = MARKS

LOADING = 240_000
"""Milliseconds that a check may take, on a busy machine."""

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
        expect(page.locator("#mark")).to_have_text(MARK, timeout=LOADING)
        assert SHUT in re.findall(r"open: .*\}", page.inner_text("#check"))
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
    expect(fresh.locator("iframe")).to_have_count(2, timeout=LOADING)
    fresh.set_input_files("#files", __file__)
    expect(fresh.locator("#status")).to_have_text("Python is starting…")
    fresh.clock.fast_forward(60_000)
    expect(fresh.locator("#failed")).to_have_text(
        "Python ended, or this browser can't run it apart from the page. "
        "Try another browser."
    )
