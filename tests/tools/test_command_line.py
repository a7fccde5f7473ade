"""The help and the error messages of all commands."""

from functools import partial

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

from commands import call
from t3_tools.__main__ import commands, main

NAMES = list(commands().commands)
tools = partial(call, main)


def test_help_lists_the_commands() -> None:
    shown = tools().stdout
    assert shown == tools("--help").stdout
    for name in NAMES:
        assert f"\n  {name} " in shown
    assert "..." not in shown.partition("\nCommands:\n")[2]


@pytest.mark.parametrize("name", NAMES)
def test_help_has_examples(name: str) -> None:
    lines = tools(name, "--help").stdout.splitlines()
    examples = lines[lines.index("  Examples:") :]
    assert any(line.startswith(f"    t3-tools {name}") for line in examples)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["examine"], "No such command 'examine'."),
        (["--loud"], "No such option '--loud'"),
        (["atlas"], "Missing argument 'N'."),
        (["atlas", "3", "--jobs", "0"], "'--jobs': 0 is not in the range"),
        (["atlas", "3", "--jobs", "1", "--dask", "x"], "'--dask': not allowed with --jobs"),
        (["atlas", "3", "--dask", "x", "--jobs", "1"], "'--dask': not allowed with --jobs"),
        (["atlas", "3", "--svg", "no/such.svg"], "'--svg': there is no folder "),
        (["atlas", "3", "--svg", "a\nb\x1b/c"], "'--svg': there is no folder "),
        (["explain", "x", "--time-limit", "nan"], "'nan' is not a number of seconds"),
    ],
)
def test_errors_are_one_line(arguments: list[str], complaint: str) -> None:
    told = tools(*arguments, code=2).stderr
    assert complaint in told
    assert told.removesuffix("\n").isprintable()
