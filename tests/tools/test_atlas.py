"""The atlas has the right values, and the documentation shows what the command prints."""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("rich")

import commands
from t3_play.descriptions import in_short, in_words
from t3_player import Evaluation, T3Player
from t3_state import T3Action, T3State
from t3_tools.__main__ import main
from t3_tools.atlas import Atlas, first_actions

DOCS = commands.ROOT / "docs"


def atlas(size: int) -> Atlas:
    with ThreadPoolExecutor(1) as workers:
        return first_actions(size, workers)


call = partial(commands.call, main, "atlas")


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_actions_that_are_alike_are_worth_the_same(size: int) -> None:
    """The values are those of all actions, looked at one by one."""
    for odd, values in atlas(size).items():
        expected = T3Player().evaluate_actions(T3State(odd, [[0] * size] * size))
        assert sorted(values, key=lambda it: (-it.utility, it.depth)) == expected


def test_the_boards() -> None:
    """Odds' at the left, evens' at the right: line by line each number with its value."""
    done = call("4", COLUMNS="80")
    assert done.stderr == ""
    titles, *lines = done.stdout.splitlines()
    assert re.split("  +", titles.strip()) == [
        "Odds begin: (0,0) = 3 wins in 5",
        "Evens begin: (0,0) = 6 wins in 3",
    ]
    found = [re.findall(r"(\d [WTL]\d+) ", line) for line in lines if line[:1] == "│"]
    odds, evens = (
        {it.action: f"{it.action.move()} {in_short(it)}" for it in values if it.action}
        for values in atlas(4).values()
    )
    assert found[1:] == [
        [values[T3Action(col, row, number)] for values, number in pairs for col in range(4)]
        for row in range(4)
        for pairs in [
            [(odds, 1), (evens, 2)],
            [(odds, 3), (evens, 4)],
            [(odds, 5), (evens, 6)],
        ]
    ]


@pytest.mark.parametrize("size", ["0", "9", "99999999", "x", "-3"])
def test_bad_sizes(size: str) -> None:
    assert call(size, code=2).stdout == ""


def texts(picture: Path) -> list[str]:
    return re.findall("<text.*?>(.*?)</text>", picture.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "size", [3, *(pytest.param(n, marks=pytest.mark.long) for n in (4, 5, 6))]
)
def test_the_pictures_are_what_the_command_draws(size: int, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.svg"
    call(str(size), "--svg", str(drawn))
    shown = DOCS / f"atlas-{size}.svg"
    assert texts(shown) == texts(drawn)
    assert f"({shown.name})" in (DOCS / "atlas.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("size", "action", "value"),
    [
        (6, T3Action(0, 0, 1), "wins in 5"),
        (6, T3Action(2, 2, 6), "loses in 4"),
        (7, T3Action(3, 3, 1), "loses in 4"),
        (7, T3Action(0, 0, 3), "wins in 5"),
        (8, T3Action(0, 0, 3), "wins in 5"),
    ],
)
def test_some_values_on_bigger_boards(size: int, action: T3Action, value: str) -> None:
    """Those that are found soon; all take minutes."""
    odd = action.move() % 2 == 1
    start = T3State(odd, [[0] * size] * size)
    found = T3Player().evaluate(start.get_next_state(action))
    assert in_words(Evaluation(-found.utility, found.depth + 1, action)) == value
