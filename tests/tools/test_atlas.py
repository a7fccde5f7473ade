"""The atlas has the right values, and the documentation shows what the command prints."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import commands
from t3_state import T3State
from t3_tools.__main__ import main
from t3_tools.atlas import first_actions
from t3_tools.values import evaluate_actions

DOCS = commands.ROOT / "docs"


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_actions_that_are_alike_are_worth_the_same(size: int) -> None:
    """The atlas solves one action of each group, yet has the exact values of all."""
    with ThreadPoolExecutor(1) as workers:
        atlas = first_actions(size, workers)
    for odd, values in atlas.items():
        expected = evaluate_actions(T3State(odd, [[0] * size] * size))
        assert sorted(values, key=lambda it: (-it.utility, it.depth)) == expected


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.long)])
def test_the_pictures_are_what_the_command_draws(size: int, tmp_path: Path) -> None:
    drawn, stored = tmp_path / "drawn.svg", DOCS / f"atlas-{size}.svg"
    commands.call(main, "atlas", str(size), "--svg", str(drawn))
    one, other = (
        re.findall("<text.*?>(.*?)</text>", picture.read_text(encoding="utf-8"))
        for picture in (drawn, stored)
    )
    assert one == other
    assert f"({stored.name})" in (DOCS / "atlas.md").read_text(encoding="utf-8")
