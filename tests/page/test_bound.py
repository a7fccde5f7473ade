"""bound.html: its search in Node.js, and the page in Chromium."""

import json
import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from test_page_screens import AXE

import classic
from benchmarks import bound
from browser import MARKS
from t3_page.writer import WEB

pytest_plugins = ["browser"]

SCRIPT = """
import { after, isOver, movesOf, Search, TIC_TAC_TOE } from "SRC/bound-search.js";
import { steps } from "SRC/bound-words.js";

const places = new Map([["---------", { cells: "---------", turn: "X" }]]);
for (const place of places.values())
  for (const move of movesOf(TIC_TAC_TOE, place)) {
    const next = after(TIC_TAC_TOE, place, move);
    places.set(next.cells, next);
  }
const unfinished = [...places.values()].filter((it) => !isOver(TIC_TAC_TOE, it));
const searches = { X: new Search(TIC_TAC_TOE, "X"), O: new Search(TIC_TAC_TOE, "O") };
console.log(JSON.stringify(unfinished.map((place) => {
  const search = searches[place.turn];
  const children = search.children(place);
  const { value, equals } = search.best(children);
  return [place.cells, value, equals.map((child) => {
    const lie = search.lie(child);
    if (!lie) return [child.place.cells, null];
    const { way, reply, unseen } = lie;
    return [child.place.cells, {
      way: way.map((it) => it.place.cells),
      reply: [reply.place.cells, reply.found],
      unseen: unseen.place.cells,
      steps: steps({ search, place, children, child }),
    }];
  })];
})));
"""


@cache
def searched() -> dict[str, tuple[int, dict[str, Any]]]:
    """What the page finds in each unfinished position: the value, and the equal moves."""
    script = SCRIPT.replace("SRC", (WEB / "src").as_uri())
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {
        cells: (value, dict(equals)) for cells, value, equals in json.loads(done.stdout)
    }


def worth(cells: str, player: str) -> int:
    """The value of a board for a player, by another program."""
    value = classic.value(cells.replace("-", "."))
    return value if player == "X" else -value


@pytest.mark.needs("node")
def test_the_moves_that_it_keeps() -> None:
    """As benchmarks/bound.py: a worse move is kept in 1,130 positions. Values are right."""
    game = bound.tic_tac_toe()
    search = bound.Search(game, bound.NONE)
    wrong = Counter[bool]()
    for board in bound.unfinished():
        cells, player = board
        value, equals = searched()[cells]
        found, _ = bound.kept(search, board, bound.NONE, random.Random())
        assert [*equals] == [child for child, _ in found]
        assert value == worth(cells, player)
        wrong[any(worth(it, player) < value for it in equals)] += 1
    assert wrong == {True: 1130, False: 3390}


@pytest.mark.needs("node")
def test_each_wrong_move_is_explained() -> None:
    """By five, seven or nine nodes, and in words that are true."""
    nodes = Counter[int]()
    for cells, (value, equals) in searched().items():
        player = classic.mover(cells.replace("-", "."))
        for child, lie in equals.items():
            assert (lie is None) == (worth(child, player) == value)
            if lie is None:
                continue
            nodes[len(lie["way"]) + 4] += 1
            reply, found = lie["reply"]
            assert worth(lie["unseen"], player) < value == found["value"]
            assert found["low"] <= worth(reply, player) <= found["high"]
            said = "at most" if found["low"] < found["high"] else "that is exact"
            assert said in lie["steps"][1]
            for board in lie["way"]:
                assert worth(board, player) < value
    assert nodes == {5: 1548, 7: 114, 9: 6}


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """The page. Fails if it prints an error or a warning."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page, messages = context.new_page(), list[str]()
        page.on("console", lambda it: messages.append(it.text))
        page.on("pageerror", lambda it: messages.append(str(it)))
        page.goto(f"{site}bound.html")
        yield page
        assert messages == []


def marks(page: Page) -> str:
    """The marks on the board."""
    found = page.locator(".square").evaluate_all(
        "all => all.map((it) => it.innerText || '-')"
    )
    return "".join(found)


def play(page: Page) -> bool:
    """Play a game perfectly, if possible; returns whether it is won."""
    page.click("#again")
    while not classic.is_over(board := marks(page).replace("-", ".")):
        best = classic.first_best(board) if "X" in board else 4
        page.click(f".square[data-at='{best}']")
    return classic.winner(board) == "X"


def mistake(page: Page) -> None:
    """Play until the program makes a mistake."""
    said = page.locator("#said")
    while "That was a mistake: now you can win." not in said.inner_text():
        page.click("#again")
        page.click(".square[data-at='4']")


class TestPage:
    """In Chromium."""

    pytestmark = MARKS

    def test_it_can_be_beaten_until_it_is_repaired(self, page: Page) -> None:
        while not play(page):
            pass
        expect(page.locator("#said")).to_contain_text("You beat it! Its mistake was")
        expect(page.locator("#asked")).to_contain_text(
            "X wins, if both play well: \u22121, not"
        )
        expect(page.locator(".moves small", has_text="?")).to_have_count(0)
        page.click("text=Repair the program above")
        expect(page.locator(".python")).to_contain_text("random.shuffle(moves)")
        assert not any(play(page) for _ in range(20))
        expect(page.locator("#play")).to_contain_text("won 0, tied 20, lost 0.")
        expect(page.locator("#play")).to_contain_text("random.choice(equals): won 1")

    def test_changing_the_code_ends_no_game(self, page: Page) -> None:
        mistake(page)
        board = marks(page)
        page.locator("select").first.select_option(">")
        assert marks(page) == board
        expect(page.locator("#play")).to_contain_text("Your game goes on.")
        expect(page.locator("#cured")).to_contain_text("returns \u22121")

    def test_why_by_buttons_and_keys(self, page: Page) -> None:
        """It begins with an example, and is then about the player's game."""
        expect(page.locator("#why")).to_contain_text("Until you have seen a mistake")
        mistake(page)
        why = page.locator("#why")
        expect(why).to_contain_text("From your game")
        step = why.locator(".step")
        expect(step).to_contain_text("1 of 4. Of the moves that return 0, O top left")
        why.locator("text=Next").click()
        expect(step).to_contain_text("2 of 4.")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(step).to_contain_text("4 of 4. That 0 means “at most 0”.")
        page.keyboard.press("ArrowLeft")
        expect(step).to_contain_text("3 of 4. alpha >= beta")
        board = marks(page)
        page.click("#again")
        page.click("text=Play on from here, as X")
        assert marks(page) == board

    def test_the_tree_opens(self, page: Page) -> None:
        mistake(page)
        tree = page.locator("#why .tree")
        expect(tree).to_contain_text(
            "O to move: max, alpha \u2212∞, beta ∞. Returned 0 (exact)."
        )
        page.click("#why >> text=Open the way to the cut")
        expect(tree).to_contain_text("✂ cut, never seen. Really \u22121: X wins.")
        tree.locator("[aria-expanded=true]").first.click()
        expect(tree).not_to_contain_text("never seen")

    def test_t3(self, page: Page) -> None:
        t3 = page.locator("#t3")
        t3.locator("summary").click()
        expect(t3).to_contain_text("2 + 6 + 5 = 13")
        expect(t3.locator(".step")).to_contain_text(
            "2 at the left is searched first, ply 5"
        )
        field = t3.locator("[name=position]")
        for text, words in {
            "261/001/000": "Type three rows",
            "000/000/000 evens": "This position has 9 empty cells. At most 6, please.",
            "661/100/000 odds": "the game is over",
        }.items():
            field.fill(text)
            field.press("Enter")
            expect(t3.locator("#t3-wrong")).to_contain_text(words)
        field.fill("120/400/600 evens")
        field.press("Enter")
        expect(t3.locator("#t3-wrong")).to_be_empty()

    @pytest.mark.skipif(not AXE.is_file(), reason="npm ci has not run in the page's source")
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_accessibility(self, page: Page, scheme: Any) -> None:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": 320, "height": 640})
        mistake(page)
        page.click("#why >> text=Open the way to the cut")
        page.locator("#t3 summary").click()
        expect(page.locator("#t3 .tree")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run()")["violations"]
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found] == []

    def test_it_works_offline(self, page: Page) -> None:
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("async () => Boolean(await caches.match('bound.html'))")
        page.context.set_offline(True)
        page.reload()
        mistake(page)
