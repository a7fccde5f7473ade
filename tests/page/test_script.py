"""The rules, the links and the search in the page's script, run by Node.js."""

import json
import random
import subprocess
from collections.abc import Sequence
from dataclasses import astuple
from datetime import date, timedelta
from typing import Any

import pytest

from oracle import Oracle
from positions import random_position, truth
from t3_engine import Clock
from t3_page.writer import DAYS, WEB
from t3_play.analysis import prospects
from t3_play.levels import LEVELS, perfect
from t3_play.match import SEEDS
from t3_play.puzzles import of_day
from t3_play.sums import line_sums
from t3_player import T3State

pytestmark = pytest.mark.needs("node")

POSITIONS = [it.notation for it in truth()]


def in_node(script: str, given: object) -> Any:
    """The value of a script that knows these modules, and the JSON value `given`."""
    imports = "".join(
        f"import * as {name} from '{(WEB / 'src' / name).as_uri()}.js';"
        for name in ("rules", "address", "answers")
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-"],
        input=f"{imports} const given = {json.dumps(given)};"
        f"console.log(JSON.stringify({script}));",
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_rules_in_the_script_are_those_in_python() -> None:
    script = """given.map((text) => {
        const { game } = address.read(text), { start } = game;
        const cells = start.board.flatMap((row, y) => row.map((_, x) => [x, y]));
        return [rules.notationOf(start), rules.linesOf(start),
          cells.flatMap(([x, y]) => rules.range(0, 7).map((number) => [x, y, number]))
            .filter((action) => rules.isLegal(start, action))
            .sort().map((action) => [action, rules.after(start, action)])
            .map(([action, after]) =>
              [action, rules.notationOf(after), rules.isWon(after), rules.isOver(after)])];
      })"""
    for text, (notation, lines, after) in zip(
        POSITIONS, in_node(script, POSITIONS), strict=True
    ):
        state = T3State.from_notation(text)
        assert notation == text
        assert [
            (it["cells"], it["has"], it["needs"], it["won"], it["dead"], it["threat"])
            for it in lines
        ] == [
            ([*map(list, it.line)], it.has, it.needs, it.won, it.dead, threat)
            for it in line_sums(state).values()
            for threat in [it.is_threat_of(True) or it.is_threat_of(False)]
        ]
        assert after == [
            [[*astuple(action)], child.notation(), child.is_win(), child.is_over()]
            for action, child in state.get_transitions()
        ]


LINK = "#000/000/000-odds&moves=115-006&play=odds&level=easy"


@pytest.mark.parametrize(
    ("text", "ignored"),
    [
        (LINK, []),
        (f"http://localhost:8000/x/{LINK}", []),
        (f"{LINK}.", []),
        (f"{LINK}).", []),
        (f"{LINK}&fbclid=IwAR0", ["fbclid=IwAR0"]),
        (LINK.replace("#", "%23").replace("/", "%2F"), []),
        (f"{LINK}&puzzle=no", ["puzzle=no"]),
        (LINK.replace("006", "006-111-225"), ["moves=111-225"]),
    ],
)
def test_links_keep_moves_and_opponent(text: str, ignored: list[str]) -> None:
    """Even with what messengers and networks add. What can't be read is reported."""
    script = """(({ game, ignored }) => [address.linkOf(game, 2, false),
        game.actions, game.play, game.level, ignored])(address.read(given))"""
    actions = [[1, 1, 5], [0, 0, 6]]
    assert in_node(script, text) == [LINK, actions, "odds", "easy", ignored]


def test_a_link_without_a_position() -> None:
    script = """given.map((text) => {
        try { address.read(text); } catch ({ message }) { return message; } })"""
    wrong = {
        "": "is not a position",
        "#210/05-evens": "is not square",
        "#00/00-odds": "3 to 8 rows, not 2",
        f"#{'/'.join(['0' * 9] * 9)}-odds": "3 to 8 rows, not 9",
        "#700/000/000-odds": "7 is larger than 6",
        "#,,/,,/,,-odds": "is not a position",
        "#000/000/000-odds&target=20&max-move=9": "plays one game: 13 wins",
        "#%E0%A4%A": "The link is damaged",
    }
    messages = in_node(script, [*wrong])
    assert [part for part, text in zip(wrong.values(), messages) if part not in text] == []


def answers(states: Sequence[T3State]) -> list[Any]:
    """What the script says of unfinished states: their values, and the move of perfect."""
    script = """given.map((text) => {
        const position = address.read(text).game.start;
        const ask = (ask) =>
          answers.answer({ ask, position, level: "perfect", seed: 1 }, Infinity);
        return [ask("values"), ask("replied").action];
      })"""
    found: list[Any] = in_node(script, [state.notation() for state in states])
    return found


def as_python(values: Any) -> dict[Any, Any]:
    """Utility and distance of each action, from the script's answer."""
    return {
        tuple(it["action"]): (it["utility"], it["distance"]) for it in values["actions"]
    }


@pytest.mark.parametrize(("size", "holes"), [(3, 5), (4, 4)])
def test_values_are_those_of_the_oracle(size: int, holes: int) -> None:
    rng, oracle = random.Random(5), Oracle(size)

    def lasts(state: T3State) -> int:
        return oracle.lasts(state.odd_turn, state.board) or 0

    states = [
        T3State(*random_position(rng, size, rng.randint(1, holes))) for _ in range(40)
    ]
    for state, (values, _) in zip(states, answers(states), strict=True):
        utility = oracle.value(state.odd_turn, state.board).utility
        assert (values["utility"], values["distance"] or 0) == (utility, lasts(state))
        assert as_python(values) == {
            astuple(action): (utility, 1 + lasts(child) if utility else None)
            for action, child in state.get_transitions()
            for utility in [-oracle.value(child.odd_turn, child.board).utility]
        }


LONG = pytest.mark.long


def of_truth(step: int) -> list[T3State]:
    """States of the truth files."""
    states = [T3State.from_notation(it.notation) for it in truth()]
    return [it for it in states if not it.is_over()][::step]


def of_days(count: int) -> list[T3State]:
    """The puzzles of `count` days."""
    return [of_day(date(2026, 1, 1) + timedelta(day)).state for day in range(count)]


def of_play(count: int) -> list[T3State]:
    """States of random play on 4 x 4, with up to 9 empty cells."""
    rng = random.Random(1)
    return [T3State(*random_position(rng, 4, rng.randint(1, 9))) for _ in range(count)]


@pytest.mark.parametrize(
    ("states", "quick", "all_"),
    [(of_truth, 9, 1), (of_days, 30, DAYS), (of_play, 60, 2000)],
)
@pytest.mark.parametrize("half", [None, *(pytest.param(it, marks=LONG) for it in (0, 1))])
def test_script_and_python_agree(
    states: Any, quick: int, all_: int, half: int | None
) -> None:
    """On values and distances of all actions, and on the move of perfect."""
    chosen = states(quick) if half is None else states(all_)[half::2]
    for state, (values, move) in zip(chosen, answers(chosen), strict=True):
        expected = prospects(state, Clock())
        best = expected[0]
        assert (values["utility"], values["distance"]) == (best.utility, best.distance)
        assert values["best"] == [
            [*astuple(it.action)] for it in expected if it.rank() == best.rank()
        ]
        assert as_python(values) == {
            astuple(it.action): (it.utility, it.distance) for it in expected
        }
        assert move == [*astuple(perfect(state, 0, Clock()).action)]


def test_an_interrupted_search_goes_on() -> None:
    """Each slice adds to what is known. The answer is that of a search without slices."""
    script = """given.map((text) => {
        const question = { ask: "values", position: address.read(text).game.start };
        for (let slices = 1; ; slices++) {
          try { return [slices, answers.answer(question, 40)]; } catch { /* spent */ }
        }
      })"""
    empty = "0000/0000/0000/0000 evens"
    [[slices, values]] = in_node(script, [empty])
    assert 2 < slices < 200
    assert values == answers([T3State.from_notation(empty)])[0][0]


def test_levels() -> None:
    """Each plays the same by seed in the script as in Python."""
    rng = random.Random(4)
    asked = [
        (T3State(*random_position(rng, size, holes)), level, rng.randrange(SEEDS))
        for size in (3, 4)
        for holes in range(1, size * size + 1)
        for level in ("easy", "medium", "hard")
        for _ in range(6)
    ]
    asked = [it for it in asked if not it[0].is_over()]
    script = """given.map(([text, level, seed]) => {
        const position = address.read(text).game.start;
        return answers.answer({ ask: "replied", position, level, seed }, Infinity).action;
      })"""
    replies = in_node(script, [[state.notation(), *rest] for state, *rest in asked])
    for (state, level, seed), reply in zip(asked, replies, strict=True):
        assert reply == [*astuple(LEVELS[level](state, seed, Clock()).action)]
