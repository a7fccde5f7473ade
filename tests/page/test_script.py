"""The rules, the links and the search in the page's script, run by Node.js."""

import json
import random
import subprocess
from dataclasses import astuple
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from benchmarks.positions import careful
from benchmarks.script import Asked, differences, questions
from positions import DIFFERENT, random_position, truth
from t3_engine import Clock
from t3_page.writer import WEB
from t3_play.advice import look_at
from t3_play.analysis import prospects
from t3_play.console.results import told
from t3_play.descriptions import name_of
from t3_play.levels import best_action
from t3_play.puzzles import FIRST_DAY, Exercise, of_day
from t3_play.sums import line_sums
from t3_player import T3State
from t3_state import TURNS, T3Action

pytestmark = pytest.mark.needs("node")

POSITIONS = [it.notation for it in truth()]


def in_node(script: str, given: object) -> Any:
    """The value of a script that knows these modules, and the JSON value `given`."""
    names = "rules address answers state values puzzles storage engine/position"
    imports = "".join(
        f"import * as {Path(name).name} from '{(WEB / 'src' / name).as_uri()}.js';"
        for name in names.split()
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


def test_different_values_have_different_keys() -> None:
    key = "position.Position.of(address.read(text).game.start).key"
    script = f"given.map((pair) => pair.map((text) => {key}))"
    assert all(one != other for one, other in in_node(script, [*DIFFERENT.values()]))


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
        POSITIONS[::4], in_node(script, POSITIONS[::4]), strict=True
    ):
        state = T3State.from_notation(text)
        assert notation == text
        assert [
            (it["cells"], it["has"], it["needs"], it["won"], it["dead"], it["threat"])
            for it in lines
        ] == [
            ([*map(list, it.line)], it.has, it.needs, it.won, it.dead, threat)
            for it in line_sums(state)
            for threat in [it.is_threat_of(True) or it.is_threat_of(False)]
        ]
        assert after == [
            [[*astuple(action)], child.notation(), child.is_win(), child.is_over()]
            for action, child in state.get_transitions()
        ]


LINK = "#000/000/000-odds&moves=115-006&play=odds&level=easy"


LINKS: dict[str, list[str]] = {
    LINK: [],
    f"http://localhost:8000/x/{LINK}": [],
    f"{LINK}.": [],
    f"{LINK}).": [],
    f"{LINK}&fbclid=IwAR0": ["fbclid=IwAR0"],
    LINK.translate({ord(it): ord(it) + 0xFEE0 for it in "0156"}): [],
    LINK.translate({ord(it): ord(it) + 0x630 for it in "0156"}): [],
    LINK.replace("#", "%23").replace("/", "%2F"): [],
    LINK.replace("-odds", "-ODDS"): [],
    f"{LINK}&puzzle=no&constructor=1": ["puzzle=no", "constructor=1"],
    LINK.replace("006", "006-111-225"): ["moves=111-225"],
}
"""Links to the same game, with what can't be read in them."""


def test_links_keep_moves_and_opponent() -> None:
    """Even with what messengers and networks add. What can't be read is reported."""
    script = """given.map(address.read).map(({ game, ignored }) =>
        [address.linkOf(game, 2, false), game.actions, game.play, game.level, ignored])"""
    game = [LINK, [[1, 1, 5], [0, 0, 6]], "odds", "easy"]
    assert in_node(script, [*LINKS]) == [[*game, ignored] for ignored in LINKS.values()]


def test_a_link_without_a_position() -> None:
    script = """given.map((text) => {
        try { address.read(text); } catch ({ message }) { return message; } })"""
    big = f"#{'/'.join(['0' * 9] * 9)}-odds"
    links = ["", "#210/05-evens", "#00/00-odds", "#700/000/000-odds", "#,,/,,/,,-odds", big]
    *_, long = messages = in_node(script, [*links, "#%E0%A4%A", "#" + "1" * 81])
    assert all("is not a position: 3 to 8 rows" in message for message in messages)
    assert f"“{'1' * 80}…”" in long
    days = ["2026-01-07", f"{FIRST_DAY + timedelta(99_998)}", ""]  # of five digits at most
    assert in_node("given.map(address.dayIn)", ["#7&fbclid=1", "#99999", "#100000"]) == days


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.long)])
def test_values(step: int) -> None:
    """Those of all actions are Python's. However short the time, what is said is true."""
    script = """given.map(([text, seconds]) => {
        const setup = address.read(text).game.start;
        const found = [];
        const ask = (ask, seconds) =>
          answers.answer({ ask, setup, seconds }, (it) => found.push(it));
        ask("values", seconds), ask("value", seconds), ask("values");
        return found;
      })"""
    rng = random.Random(3)
    states = [T3State.from_notation(it) for it in POSITIONS[::step]]
    for size, holes in [(3, 9), (4, 13), (5, 21)]:
        states += [T3State(*random_position(rng, size, holes)) for _ in range(3)]
    given = [(it.notation(), rng.random() / 20) for it in states]
    cut = 0
    for state, (*earlier, last) in zip(states, in_node(script, given), strict=True):
        expected = prospects(state, Clock())
        best = [[*astuple(it.action)] for it in expected if it.rank() == expected[0].rank()]
        whole = (expected[0].utility, expected[0].distance)
        values = {astuple(it.action): (it.utility, it.distance) for it in expected}
        assert last["complete"]
        assert (last["utility"], last["distance"]) == whole
        assert last["best"] == best
        assert [*values_of(last).items()] == [*values.items()]
        for answer in earlier:
            cut += None in (answer["utility"], *(u for u, _ in values_of(answer).values()))
            assert (answer["utility"], answer["distance"]) in ((None, None), whole)
            for action, value in values_of(answer).items():
                assert value in ((None, None), values[action])
            assert [it for it in answer["best"] if it not in best] == []
    assert cut > 5


def values_of(answer: Any) -> dict[Any, Any]:
    """Utility and distance of each action, from the script's answer."""
    return {
        tuple(it["action"]): (it["utility"], it["distance"])
        for it in answer.get("actions", [])
    }


TELLING: list[Asked] = [
    ("000000/000000/005000/000000/000000/000000 evens", None, 1),
    ("000/441/110 evens", 20, 1),
    ("023/000/000 odds", 60, 1),
    *((f"{'/'.join(['0' * 5] * 5)} odds", None, seed) for seed in range(1, 5)),
]
"""The mover's costs count triple, an unknown child is below a tie; perfect sees far."""


@pytest.mark.parametrize(("size", "placed"), [(3, 0), (4, 0), (5, 4), (6, 3), (6, 10)])
def test_script_and_python_search_the_same(size: int, placed: int) -> None:
    """Whether a search ends or is cut: what it finds, and each level's action by its seed.

    `python -m benchmarks.script` asks more, and on wider boards.
    """
    hard = [
        (state.notation(), most, 1)
        for state in careful(size, placed, 1)
        for most in (20, 200, 2000)
    ]
    known = [(it, None, 1) for it in POSITIONS[::9] if it.index("/") == size]
    asked = questions(random.Random(size), size, 50 // size)
    told = [it for it in TELLING if it[0].index("/") == size]
    assert differences([*known, *hard, *asked, *told]) == []


WRONG_MOVE = """given.map(([start, codes, side]) => {
        const link = `${start}&play=${side}&puzzle=2026-01-01&moves=${codes}`;
        const { game } = address.read(link), { length } = game.actions, ask = "value";
        Object.assign(state.state, { game, ply: length });
        for (const setup of [0, length - 1, length].map(state.setupAfter)) {
          const learn = (it) => values.learn(setup, it);
          if (!rules.isOver(setup)) answers.answer({ ask, setup }, learn);
        }
        return values.wrongMove();
      })"""
"""What the page says a try at a puzzle led to, if it is wrong."""


def tries(puzzle: Exercise) -> dict[tuple[T3Action, ...], str]:
    """Moves of a puzzle, with what the last one led to, if the terminal says it is wrong.

    At each turn of the solution there is one of each kind.
    """
    found = dict[tuple[T3Action, ...], str]()
    state, line = puzzle.state, list[T3Action]()
    while not state.is_over():
        by_kind = dict[str, T3Action]()
        for action, _ in state.get_transitions():
            led_to, _ = puzzle.judged(state, action)
            by_kind[led_to.replace("right", "")] = action
        found |= {(*line, action): kind for kind, action in by_kind.items()}
        for _ in range(2):
            if not state.is_over():
                line.append(best_action(state))
                state = state.get_next_state(line[-1])
    return found


@pytest.mark.parametrize("step", [50, pytest.param(1, marks=pytest.mark.long)])
def test_page_and_terminal_judge_the_same_tries_alike(step: int) -> None:
    """On every day of a year, half of it before 2027."""
    given, expected = [], []
    for day in range(180, 545, step):
        puzzle = of_day(FIRST_DAY + timedelta(day))
        state = puzzle.state
        for actions, wrong in tries(puzzle).items():
            codes = "-".join("".join(map(str, astuple(it))) for it in actions)
            start = state.notation().replace(" ", "-")
            given.append((start, codes, TURNS[state.odd_turn]))
            expected.append(wrong)
    assert in_node(WRONG_MOVE, given) == expected
    assert {*expected} == {"", "lost", "tied", "too late"}


def test_page_and_terminal_tell_tries_alike() -> None:
    rng = random.Random(4)
    kinds = ["lost", "tied", "too late", "wrong"]
    tries = [rng.choices(kinds, k=count) for count in range(13)]
    given = [
        {
            "wrong": [f"{kind}: " for kind in wrong],
            "hints": {str(it): 1 for it in range(at % 3)},
        }
        for at, wrong in enumerate(tries)
    ]
    expected = [
        told({"wrong": dict(enumerate(wrong)), "hints": it["hints"]})
        for wrong, it in zip(tries, given, strict=True)
    ]
    assert in_node("given.map(puzzles.told)", given) == expected


def test_page_and_terminal_hint_at_the_same_lines() -> None:
    """Of any move: one that brings a line closer, or stops one, or does neither."""
    rng = random.Random(5)
    states = [T3State(*random_position(rng, 3, 5)) for _ in range(30)]
    given = [
        (state.notation(), astuple(action))
        for state in states
        for action, _ in state.get_transitions()
        if not state.is_over()
    ]
    script = """given.map(([text, action]) =>
        puzzles.closest(address.read(text).game.start, action).name)"""
    expected = [
        name_of(look_at(T3State.from_notation(text), T3Action(*action)))
        for text, action in given
    ]
    assert in_node(script, given) == expected


FINE = {"wrong": ["lost: 2,0,6"], "hints": {"": 2}, "end": "solved", "moves": "206"}
ODD = [None, 5, True, "weird", "\u0000", [5], [["x"]], {"x": 5}, {"": "2"}]


def test_what_is_stored_in_another_form_is_set_aside() -> None:
    """Each field is checked, and nothing is lost."""
    fine: list[object] = [{}, {"first": {}}, {"first": FINE}, {"first": FINE | {"new": 1}}]
    odd: list[object] = [[3], *ODD, *({"first": it} for it in ODD[:-2])]
    odd += [{"first": {**FINE, it: odd}} for it in [*FINE, "opened"] for odd in ODD]
    texts = [*map(json.dumps, fine + odd), "", "{", '{"first":{"end":"solved"},}']
    script = """given.map((text) => {
        globalThis.localStorage = { "t3 puzzles": text };
        const isDamaged = storage.setAside() !== "";
        return [isDamaged, Object.values(localStorage), storage.stored()];
      })"""
    for at, (text, found) in enumerate(zip(texts, in_node(script, texts), strict=True)):
        damaged = at >= len(fine)
        assert found == [damaged, [text], {} if damaged else json.loads(text)]
