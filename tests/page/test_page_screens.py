"""What the page looks like, in Chromium: on any screen, without colours, read aloud."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import EMPTY, MARKS, cell, go, noted, place, said
from t3_page.writer import WEB

pytest_plugins = ["browser"]

pytestmark = MARKS

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

WIDE = "00000000/00300000/00040000/00000000/00005000/00000200/00000000/00000000-odds"

FULL = "/".join(["66666660"] * 8) + "-odds"


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 568), (360, 740), (375, 553), (640, 400), (740, 360), (820, 1180), (1366, 625)],
)
def test_nothing_is_cut(page: Page, width: int, height: int) -> None:
    """The page fits telephones, a tablet and a screen, even at 200 % (640 x 400)."""
    page.set_viewport_size({"width": width, "height": height})
    for address in (FULL, f"{EMPTY[8]}-odds"):
        go(page, address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    buttons = page.locator("#tray button, #controls button")
    for moves in ("116-003", "006-121-012-025"):
        go(page, f"{EMPTY[3]}-evens&moves={moves}&play=evens")
        for button in buttons.all():
            expect(button).to_be_in_viewport(ratio=1)
    small = """() => [...document.querySelectorAll("button:not(.cell), a, select, summary")]
        .filter((control) => control.offsetParent && control.offsetHeight < 40)
        .map((control) => control.outerHTML)"""
    assert page.evaluate(small) == []


SHIFTS = """globalThis.shifts = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) shifts += value;
}).observe({ type: "layout-shift", buffered: true });"""


def test_nothing_jumps_while_the_page_loads(fresh: Page, site: str) -> None:
    """On a slow line, which shows the page before its script draws the board."""
    fresh.set_viewport_size({"width": 390, "height": 844})
    fresh.add_init_script(SHIFTS)
    line = fresh.context.new_cdp_session(fresh)
    speeds = dict.fromkeys(["downloadThroughput", "uploadThroughput"], 200_000)
    line.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0} | speeds)
    fresh.goto(f"{site}#{EMPTY[3]}-evens&moves=006-121-012-025&play=evens")
    noted(fresh, "threw away")
    assert fresh.evaluate("shifts") < 0.01


def style(page: Page, selector: str, name: str) -> Any:
    return page.locator(selector).first.evaluate(f"it => getComputedStyle(it).{name}")


@pytest.mark.parametrize("forced", ["none", "active"])
def test_without_colours(page: Page, forced: Any) -> None:
    """Shapes, letters and frames show what colours show."""
    page.emulate_media(forced_colors=forced)
    best, other = ".cell.best", ".cell:not(.best)[data-value]"
    for position, words in {
        WIDE: "Odds win in 2",
        "261/001/000-evens": "Evens win in 3",
    }.items():
        go(page, f"{position}&show=values")
        said(page, f"{words} moves")
        assert style(page, best, "backgroundColor") != style(page, other, "backgroundColor")
        for label in page.locator(".worth").all():
            assert re.search(r"[WL] in \d|T", label.inner_text())
    go(page, "640/000/046-evens&show=values")
    said(page, "Odds win with the next move. No move is better than another.")
    expect(page.locator(best)).to_have_count(0)
    assert style(page, ".number.evens", "borderTopLeftRadius") == "16%"
    assert style(page, ".number.odds", "borderTopLeftRadius") == "50%"


def test_text_grows_with_the_screen_and_as_one_likes(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 3840, "height": 2160})
    go(page, f"{EMPTY[3]}-evens")
    for selector, least in {".sum": 60, "#verdict": 32, "#begin": 28}.items():
        assert float(style(page, selector, "fontSize").removesuffix("px")) >= least


TRANSLATION = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const kept = text.parentElement.closest("script, style, [translate=no]");
    if (kept || !text.data.trim()) continue;
    const font = document.createElement("font");
    font.textContent = text.data.toUpperCase();
    text.replaceWith(font);
  }
  document.documentElement.dir = "rtl";
}"""
"""What a browser's translation does to a page, into Arabic."""


def test_a_translated_page_goes_on(page: Page) -> None:
    go(page, "640/000/000-odds&play=odds&level=easy")
    page.evaluate(TRANSLATION)
    expect(page.locator("#begin")).to_have_text("NEW GAME")
    place(page, "011")
    said(page, "The computer")
    left = "it => it.getBoundingClientRect().left"
    assert cell(page, 0, 1).evaluate(left) < cell(page, 1, 1).evaluate(left)
    page.reload()


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
    noted(page, "a lost position")
    check()
