"""bound.html in Chromium: from a folder of its own, and on the site."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect
from test_page_screens import AXE

import classic
from browser import MARKS
from commands import ROOT

pytest_plugins = ["browser"]
pytestmark = MARKS

FOLDER = ROOT / "bound"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page in a copy of its folder, beside nothing else."""
    folder = tmp_path_factory.mktemp("sent")
    shutil.copytree(FOLDER, folder / "bound", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "bound" / "bound.html"


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address, on a phone. Fails if the page prints an error or a warning."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        messages = list[str]()

        def open_page(address: str, is_offline: bool = False) -> Page:
            page = context.new_page()
            context.set_offline(is_offline)
            page.on("console", lambda it: messages.append(it.text))
            page.on("pageerror", lambda it: messages.append(str(it)))
            page.goto(address)
            return page

        yield open_page
        assert messages == []


@pytest.fixture
def page(open_page: Callable[..., Page], alone: Path) -> Page:
    """The page as a double click opens it."""
    return open_page(alone.as_uri(), True)


def marks(page: Page) -> str:
    """The marks on the board."""
    found = page.locator(".square").evaluate_all(
        "all => all.map((it) => it.innerText || '-')"
    )
    return "".join(found)


def play(page: Page) -> bool:
    """Play a game perfectly, if possible; returns whether it is won."""
    page.click("#new")
    while not classic.is_over(board := marks(page).replace("-", ".")):
        best = classic.first_best(board) if "X" in board else 4
        page.click(f"#square-{best}")
    return classic.winner(board) == "X"


def mistake(page: Page) -> None:
    """Play until the program makes a mistake."""
    said = page.locator("#said")
    while "That was a mistake: now you can win." not in said.inner_text():
        page.click("#new")
        page.click("#square-4")


def search(page: Page, text: str, first: str = "Max", cut: str = ">=") -> None:
    """Search a tree by its link."""
    tree = f"#tree={quote(text)}&first={first}&cut={quote(cut)}"
    page.goto(page.url.partition("#")[0] + tree)


def last(page: Page, where: str) -> Any:
    """The last step of what is told."""
    told = page.locator(f"{where} .panel")
    while told.locator("text=Next").get_attribute("aria-disabled") != "true":
        told.locator("text=Next").click()
    return told


def test_the_folder_is_complete(alone: Path) -> None:
    """Links lead to files in it, or to public addresses."""
    links = re.findall(r'(?:href|src)="([^"#][^"]*)"', alone.read_text(encoding="utf-8"))
    assert {"README.md", "check_search.py", "bound.css"} < {*links}
    for link in links:
        assert link.startswith(("https://", "data:")) or (alone.parent / link).is_file()


@pytest.mark.parametrize(
    ("choice", "button"),
    [
        ("random", "#repair-shuffled"),
        ("random", "#repair-again"),
        ("last", "#repair-again"),
    ],
)
def test_it_can_be_beaten_until_it_is_repaired(
    page: Page, choice: str, button: str
) -> None:
    """A repair after a game begins another."""
    page.locator("#choice").select_option(choice)
    while not play(page):
        pass
    expect(page.locator("#said")).to_contain_text("You beat it! Its mistake was")
    page.click(button)
    assert marks(page) == "-" * 9
    assert not any(play(page) for _ in range(20))
    expect(page.locator("#score")).to_contain_text("You won 1,")


def test_changing_the_code_ends_no_game(page: Page) -> None:
    mistake(page)
    board = marks(page)
    page.locator("#cut").select_option(">")
    assert marks(page) == board
    expect(page.locator("#said")).to_contain_text("From its next move on")
    page.click("text=Why?")  # the new code finds that move no longer
    expect(page.locator("#story")).to_be_hidden()


def test_the_question_comes_before_its_answer(page: Page) -> None:
    """And is asked only where several moves look best. The text says from which game."""
    cards, found = page.locator("#cards button"), page.locator("#found")
    expect(found).to_contain_text("here is an example")
    expect(cards.locator("text=?")).to_have_count(3)
    mistake(page)
    expect(found).to_contain_text("From your game.")
    expect(cards.locator("text=?")).to_have_count(8)
    cards.first.click()
    expect(cards.locator("text=?")).to_have_count(7)
    expect(last(page, "#story")).to_contain_text("O top left looks best, and is.")
    page.click("#new")
    expect(found).to_contain_text("From an earlier game.")
    page.click("#square-0")
    page.locator("#cut").select_option(">")
    expect(found).to_contain_text("One returned the best value, 0 (a tie).")
    expect(found).not_to_contain_text("Are they")


def test_why_by_buttons_and_keys(page: Page) -> None:
    mistake(page)
    page.click("text=Why?")
    told = page.locator("#story .panel")
    expect(told).to_contain_text("1 of 7. At the top, O moves")
    told.locator("text=Next").click()
    expect(told).to_contain_text("2 of 7. O top left, given")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("7 of 7. The top returns 0, and that is exact.")
    expect(told).to_contain_text("looks best, but is not.")
    page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text("6 of 7.")
    board = marks(page)
    page.click("#new")
    page.click("text=Play on from here, as X")
    assert marks(page) == board


def test_your_own_tree(page: Page) -> None:
    """What each place was given and returned, what was cut, and which moves are worse."""
    page.fill("#text", "[[2, 4], 3, [3, 2]]")
    page.press("#text", "Tab")
    page.keyboard.press("Enter")
    nodes = page.locator("#own .node")
    assert "tree=%5B%5B2" in page.url
    expect(last(page, "#own")).to_contain_text(
        "but C is not. C2, which was cut, is worth 2. So C is worth 2, not 3."
    )
    page.set_viewport_size({"width": 1000, "height": 800})
    told = [" ".join(it.split()) for it in nodes.all_inner_texts()]
    assert told == [
        "Top ▲ Max α \u2212∞→3 β ∞ = 3",
        "A ▼ Min α \u2212∞ β ∞→2 = 2",
        "A1 α \u2212∞ β ∞ = 2",
        "A2 α \u2212∞ β 2 = 4",
        "B α 2 β ∞ = 3",
        "C ▼ Min α 3 β ∞→3 ≤ 3, is 2",
        "C1 α 3 β ∞ = 3",
        "C2 ✂ = 2",
    ]
    page.click("#own >> text=Back")
    expect(nodes.last).to_have_class(re.compile("cut"))
    page.select_option("#first", "Min")
    expect(last(page, "#own")).to_contain_text("B and C look best, and are.")
    search(page, "[\n    3,\n    [3, 2],\n]\n")  # as formatters of Python write it
    expect(last(page, "#own")).to_contain_text("So B is worth 2, not 3.")


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_a_drawing_keeps_its_size(page: Page, size: str) -> None:
    """Next stays under the finger, until the end marks the best moves."""
    page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
    page.locator("#cards button").last.click()
    for where in ("why", "own"):
        heights = page.evaluate(
            f"""{where}.steps.map((_, at) => {{
                {where}.show(at);
                return {where}.parts.drawing.offsetHeight;
            }})"""
        )
        assert len({*heights[:-1]}) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "At the end: a tree begins with [."),
        ("[3, [3, 2]", "At the end: a comma or ] belongs here."),
        ("[3, x]", "Character 5, “x”: a number or [ belongs here."),
        ("[3]]", "Character 4, “]”: nothing may follow the last ]."),
        (str([1] * 41), "Character 122, “1”: a tree has 40 numbers at most."),
        ("[" * 9999, "Character 9, “[”: lists go 8 deep at most."),
        ("[123456]", "Character 2, “123456”: numbers have 5 characters at most."),
        (
            f"[{'9' * 4000}]",
            f"Character 2, “{'9' * 20}”: numbers have 5 characters at most.",
        ),
    ],
)
def test_a_tree_that_is_none(page: Page, text: str, message: str) -> None:
    search(page, text)
    expect(page.locator("#wrong")).to_have_text(message)
    expect(page.locator("#own")).to_be_hidden()
    search(page, "[3, [3, 2]]")
    expect(page.locator("#wrong")).to_be_empty()


def test_the_checker_is_saved(page: Page) -> None:
    with page.expect_download() as download:
        page.click("#checker")
    assert download.value.suggested_filename == "check_search.py"
    saved = Path(download.value.path()).read_bytes()
    assert saved == (FOLDER / "check_search.py").read_bytes()


def test_one_voice(page: Page) -> None:
    """One element announces, and nothing that a script writes is translated."""
    assert page.locator("[role=status], [role=alert], [aria-live]").count() == 1
    mistake(page)
    expect(page.locator("#live")).to_have_text(
        re.compile("^The program plays .*Your turn.$")
    )
    written = page.locator(
        ".square, #said, #score, #found, #cards, .drawing, .panel, #live"
    )
    for each in written.all():
        assert each.evaluate("it => it.closest('[translate=no]') !== null")


@pytest.mark.skipif(not AXE.is_file(), reason="npm ci has not run in the page's source")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 320, "height": 640})
    mistake(page)
    page.click("text=Why?")
    last(page, "#story")
    search(page, "[[[6,4,5],[8,2,7]],[[8,7,8],[9,5,8]],[[5,8,3],[2,0,6]]]")
    last(page, "#own")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({ preload: false })")["violations"]
    assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found] == []
    for size, style in [
        (320, {}),
        (390, {"fontSize": "200%"}),
        (390, {"direction": "rtl"}),
    ]:
        page.set_viewport_size({"width": size, "height": 844})
        page.evaluate(
            "style => Object.assign(document.documentElement.style, style)", style
        )
        assert page.evaluate("document.documentElement.scrollWidth") == size
        # No text crosses the border of its place.
        fit = "all => all.every((it) => it.scrollWidth <= it.clientWidth)"
        assert page.locator(".node").evaluate_all(fit)


def test_the_site_knows_its_address(open_page: Callable[..., Page], site: str) -> None:
    """And the page leads to the game. It works offline, too."""
    page = open_page(f"{site}bound.html")
    image = page.locator("meta[property='og:image']").get_attribute("content")
    assert image == "https://t3.example/play/bound.png"
    assert page.locator("meta[http-equiv]").count() == 1  # no script from elsewhere
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("async () => Boolean(await caches.match('bound.html'))")
    page.context.set_offline(True)
    page.reload()
    mistake(page)
    page.click("text=Play Tic-Tac-Total")
    expect(page.locator("#board")).to_be_visible()
