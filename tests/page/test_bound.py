"""bound.html in Chromium: from a folder of its own, and on the site."""

import itertools
import re
import shutil
from collections.abc import Iterator
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
    """A copy of the page's folder, beside nothing else."""
    copy = tmp_path_factory.mktemp("sent") / "bound"
    return Path(shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__py*")))


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """An empty page on a phone. Fails if a page there prints an error or a warning."""
    messages = list[str]()
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.on("console", lambda it: messages.append(it.text))
        page.on("pageerror", lambda it: messages.append(str(it)))
        yield page
    assert messages == []


@pytest.fixture
def page(phone: Page, alone: Path) -> Page:
    """The page as a double click opens it."""
    phone.context.set_offline(True)
    phone.goto((alone / "bound.html").as_uri())
    return phone


def marks(page: Page) -> str:
    """The marks on the board."""
    read = "all => all.map((it) => it.innerText || '.').join('')"
    return str(page.locator(".square").evaluate_all(read))


def play(page: Page) -> bool:
    """Play a game perfectly, if possible; returns whether it is won."""
    page.click("#new")
    while not classic.is_over(board := marks(page)):
        best = classic.first_best(board) if "X" in board else 4
        page.click(f"#square-{best}")
    return classic.winner(board) == "X"


def mistake(page: Page) -> None:
    """Play until the program makes a mistake."""
    said = page.locator("#said")
    while "That was a mistake: now you can win." not in said.inner_text():
        page.click("#new")
        page.click("#square-4")


def search(page: Page, text: str) -> None:
    """Search a tree by its link."""
    page.goto(f"{page.url.partition('#')[0]}#tree={quote(text)}&first=Max&cut=>=")


def last(page: Page, where: str) -> Any:
    """The last step of what is told."""
    told = page.locator(f"{where} .panel")
    while told.locator("text=Next").get_attribute("aria-disabled") != "true":
        told.locator("text=Next").click()
    return told


def test_the_folder_is_complete(alone: Path) -> None:
    """Links lead to files in it, or to public addresses."""
    text = (alone / "bound.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:href|src)="([^"#][^"]*)"', text)
    assert {"README.md", "check_search.py", "bound.css"} < {*links}
    for link in links:
        assert link.startswith(("https://", "data:")) or (alone / link).is_file()


@pytest.mark.parametrize(
    ("choice", "button"), [("random", "#repair-shuffled"), ("last", "#repair-again")]
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
    assert marks(page) == classic.EMPTY
    assert not any(play(page) for _ in range(8))
    expect(page.locator("#score")).to_contain_text("You won 1,")


def test_the_question_comes_before_its_answer(page: Page) -> None:
    """It is asked where several moves look best, of which game, and of which code."""
    cards, found = page.locator("#cards button"), page.locator("#found")
    expect(found).to_contain_text("here is an example")
    expect(cards.locator("text=?")).to_have_count(3)
    mistake(page)
    expect(found).to_contain_text("From your game.")
    expect(cards.locator("text=?")).to_have_count(8)
    cards.first.click()
    expect(cards.locator("text=?")).to_have_count(7)
    expect(last(page, "#story")).to_contain_text("O top left looks best, and is.")
    board = marks(page)
    page.locator("#cut").select_option(">")
    assert marks(page) == board
    expect(page.locator("#said")).to_contain_text("From its next move on")
    page.click("text=Why?")  # the new code finds that move no longer
    expect(page.locator("#story")).to_be_hidden()
    page.click("#new")
    expect(found).to_contain_text("From an earlier game.")
    page.locator("#cut").select_option(">=")
    page.click("#square-0")
    page.locator("#cut").select_option(">")
    expect(found).to_contain_text("One returned the best value, 0 (a tie).")
    expect(found).not_to_contain_text("Are they")


def test_why_by_buttons_and_keys(page: Page) -> None:
    """And one element announces; nothing that a script writes is translated."""
    mistake(page)
    expect(page.locator("#live")).to_have_text(re.compile("^The program .*Your turn.$"))
    assert page.locator("[role=status], [role=alert], [aria-live]").count() == 1
    written = ".square, #said, #score, #found, #cards, .drawing, .panel, #live"
    closed = "all => all.every((it) => it.closest('[translate=no]'))"
    assert page.locator(written).evaluate_all(closed)
    page.click("text=Why?")
    told = page.locator("#story .panel")
    expect(told).to_contain_text("1 of 7. At the top, O moves")
    told.locator("text=Next").click()
    expect(told).to_contain_text("2 of 7. O top left, given")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("7 of 7. The top returns 0, and that is exact.")
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
    expect(last(page, "#own")).to_contain_text("but C is not. C2, which was cut, is worth")
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


def test_a_drawing_keeps_its_size(page: Page) -> None:
    """Next stays under the finger, until the end marks the best moves."""
    page.locator("#cards button").last.click()
    for size, where in itertools.product(["100%", "200%"], ["why", "own"]):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        height = f"(_, at) => ({where}.show(at), {where}.parts.drawing.offsetHeight)"
        heights = page.evaluate(f"{where}.steps.map({height})")
        assert len({*heights[:-1]}) == 1


def test_a_tree_that_is_none(page: Page) -> None:
    for text, message in (
        ("", "At the end: a tree begins with [."),
        ("[3, [3, 2]", "At the end: a comma or ] belongs here."),
        ("[3, x]", "Character 5, “x”: a number or [ belongs here."),
        ("[3]]", "Character 4, “]”: nothing may follow the last ]."),
        (str([1] * 41), "Character 122, “1”: a tree has 40 numbers at most."),
        ("[" * 9999, "Character 9, “[”: lists go 8 deep at most."),
        ("[" + "9" * 40, f"Character 2, “{'9' * 20}”: numbers have 5 characters at most."),
    ):
        search(page, text)
        expect(page.locator("#wrong")).to_have_text(message)
        expect(page.locator("#own")).to_be_hidden()
    search(page, "[3, [3, 2]]")
    expect(page.locator("#wrong")).to_be_empty()
    expect(page.locator("#own")).to_be_visible()


def test_the_checker_is_saved(page: Page) -> None:
    with page.expect_download() as download:
        page.click("#checker")
    assert download.value.suggested_filename == "check_search.py"
    saved = Path(download.value.path()).read_bytes()
    assert saved == (FOLDER / "check_search.py").read_bytes()


@pytest.mark.skipif(not AXE.is_file(), reason="npm ci has not run in the page's source")
def test_accessibility(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    mistake(page)
    page.click("text=Why?")
    last(page, "#story")
    search(page, "[[[6,4,5],[8,2,7]],[[8,7,8],[9,5,8]],[[5,8,3],[2,0,6]]]")
    last(page, "#own")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    schemes: Any = "light", "dark"
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate("axe.run({ preload: false })")["violations"]
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found] == []
    large = "font-size: 200%"
    for size, style in (320, ""), (390, large), (390, f"{large}; direction: rtl"):
        page.set_viewport_size({"width": size, "height": 844})
        page.evaluate("style => { document.documentElement.style = style }", style)
        assert page.evaluate("document.documentElement.scrollWidth") == size
        # No text crosses the border of its place.
        fit = "all => all.every((it) => it.scrollWidth <= it.clientWidth)"
        assert page.locator(".node").evaluate_all(fit)


def test_the_site_knows_its_address(phone: Page, site: str) -> None:
    """And the page leads to the game. It works offline, too."""
    phone.goto(f"{site}bound.html")
    image = phone.locator("meta[property='og:image']").get_attribute("content")
    assert image == "https://t3.example/play/bound.png"
    assert phone.locator("meta[http-equiv]").count() == 1  # no script from elsewhere
    phone.evaluate("navigator.serviceWorker.ready")
    phone.wait_for_function("async () => Boolean(await caches.match('bound.html'))")
    phone.context.set_offline(True)
    phone.reload()
    mistake(phone)
    phone.click("text=Play Tic-Tac-Total")
    expect(phone.locator("#board")).to_be_visible()
