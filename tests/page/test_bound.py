"""bound.html: its search in Node.js, and the page in Chromium."""

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from test_page_screens import AXE

import classic
from benchmarks import bound
from browser import MARKS
from oracle import Oracle
from t3_page.writer import WEB
from t3_state import T3State
from t3_tools.naive import NaivePlayer

pytest_plugins = ["browser"]

SCRIPT = """
import { Search } from "SRC/bound-search.js";
import { begin, steps } from "SRC/bound-words.js";

const boardOf = ({ place }) => [place.cells, place.turn];
const searches = {};
console.log(JSON.stringify(PLACES.map(([cells, turn]) => {
  const root = (searches[turn] ??= new Search(turn, ">=")).root({ cells, turn });
  const moves = root.equals.map((child) => {
    const story = begin(root, child);
    const [reply] = story.seen.slice(-1);
    return [boardOf(child), story.way.length && {
      way: story.way.map((it) => [boardOf(it), it.found]),
      reply: [boardOf(reply), reply.found],
      steps: story.way.length === 2 && steps(story),
    }];
  });
  return { value: root.value, fastest: boardOf(root.fastest), moves };
})));
"""


def searched(boards: list[bound.Board]) -> list[Any]:
    """What the page finds: the value, the move that T3's player takes, the equal moves."""
    script = SCRIPT.replace("SRC", (WEB / "src").as_uri())
    script = script.replace("PLACES", json.dumps(boards))
    done = subprocess.run(
        ["node", "--input-type=module", "-"],
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def worth(board: list[str], player: str) -> int:
    """The value of a board for a player, by another program."""
    cells, turn = board
    if player in "XO":
        value = classic.value(cells.replace("-", "."))
        return value if player == "X" else -value
    rows = [tuple(map(int, cells.replace("-", "0")[at : at + 3])) for at in (0, 3, 6)]
    value = Oracle().value(turn == "odds", tuple(rows)).utility
    return value if player == turn else -value


def check(value: int, player: str, child: list[str], lie: Any) -> None:
    """A move that is worth less than the search found is explained, in true words."""
    assert (lie == 0) == (worth(child, player) == value)
    if not lie:
        return
    assert [bool(found) for _, found in lie["way"]] == [True] * len(lie["way"][1:]) + [
        False
    ]
    for board, _ in lie["way"]:
        assert worth(board, player) < value
    reply, found = lie["reply"]
    assert found["low"] <= worth(reply, player) <= found["high"]
    if lie["steps"]:
        assert found["value"] == value
        said = "at most" if found["low"] < found["high"] else "that is exact"
        assert said in lie["steps"][1]


@pytest.mark.long
@pytest.mark.needs("node")
def test_each_position_of_tic_tac_toe() -> None:
    """It keeps what benchmarks/bound.py keeps; a way to a cut explains each worse move."""
    kept = bound.player(bound.NONE)
    boards, nodes, wrong = bound.unfinished(), Counter[bool](), 0
    for board, found in zip(boards, searched(boards), strict=True):
        _, player = board
        assert found["value"] == worth(list(board), player)
        moves, _ = kept(board)
        assert [tuple(child) for child, _ in found["moves"]] == moves
        for child, lie in found["moves"]:
            check(found["value"], player, child, lie)
        lies = [len(lie["way"]) == 2 for _, lie in found["moves"] if lie]
        nodes.update(lies)
        wrong += bool(lies)
    assert wrong == 1130
    assert nodes == {True: 1548, False: 120}  # whether five nodes show it


@pytest.mark.needs("node")
def test_depths() -> None:
    """T3's player is the naive search, and what it throws away is explained."""
    state = T3State.from_notation("261/001/000 evens")
    [found] = searched([("261--1---", "evens")])
    action = NaivePlayer().choose(state)
    assert action
    after = {it: child.notation() for it, child in state.get_transitions()}[action]
    assert found["fastest"] == after.replace("/", "").replace("0", "-").split()
    for child, lie in found["moves"]:
        check(found["value"], "evens", child, lie)
    assert found["value"] == 1
    assert worth(found["fastest"], "evens") == -1


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
        expect(page.locator("#why")).to_contain_text("is worth \u22121: X wins")
        page.click("text=Repair the program above")
        expect(page.locator("text=random.shuffle(moves)")).to_be_visible()
        assert not any(play(page) for _ in range(20))
        expect(page.locator("#play")).to_contain_text("You won 1,")

    def test_changing_the_code_ends_no_game(self, page: Page) -> None:
        mistake(page)
        board = marks(page)
        page.locator("select").first.select_option(">")
        assert marks(page) == board
        expect(page.locator("#said")).to_contain_text("From its next move on")
        expect(page.locator("#why")).to_contain_text("The search returned \u22121")

    def test_why_by_buttons_and_keys(self, page: Page) -> None:
        """It begins with an example, and is then about the player's game."""
        expect(page.locator("#why")).to_contain_text("here is an example")
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

    def test_each_of_the_equals_can_be_asked_about(self, page: Page) -> None:
        mistake(page)
        moves = page.locator(".moves button")
        expect(moves.locator("text=?")).to_have_count(7)
        moves.first.click()
        expect(moves.locator("text=?")).to_have_count(6)
        expect(page.locator("#why")).to_contain_text("O top left is worth 0: a tie")

    def test_the_tree_opens(self, page: Page) -> None:
        """Down to the cut that the explanation is about."""
        mistake(page)
        tree = page.locator("#why .tree")
        expect(tree).to_contain_text(
            "O to move: max, alpha \u2212∞, beta ∞. Returned 0 (exact)."
        )
        cut = tree.locator("text=✂ cut, never seen. Really \u22121: X wins.")
        expect(cut).to_be_visible()
        tree.locator("[open] > summary").first.click()
        expect(cut).to_have_count(0)
        tree.locator("summary").first.click()
        expect(tree.locator("summary")).to_have_count(8 + 7)

    def test_where_five_nodes_do_not_show_it(self, page: Page) -> None:
        """The page says so, and the tree is open down to the cut."""
        page.locator("#choice").select_option("last")
        for cell in (7, 0):
            page.click(f".square[data-at='{cell}']")
        expect(page.locator("#said")).to_contain_text("That was a mistake")
        why = page.locator("#why")
        expect(why).to_contain_text("Five nodes don't show why")
        expect(why.locator(".step")).to_have_count(0)
        expect(
            why.locator("text=✂ cut, never seen. Really \u22121: X wins.")
        ).to_be_visible()
        expect(why.locator(".tree [open]")).to_have_count(3)

    def test_t3(self, page: Page) -> None:
        t3 = page.locator("#t3")
        t3.locator("summary").first.click()
        expect(t3).to_contain_text("2 + 6 + 5 = 13")
        expect(t3.locator(".step")).to_contain_text(
            "2 at the left is searched first, ply 5"
        )

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_accessibility(self, page: Page, scheme: Any) -> None:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": 320, "height": 640})
        mistake(page)
        page.locator("#t3 summary").first.click()
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
