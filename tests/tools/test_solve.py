"""The certificates of who wins, and the checker that reads them."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from unittest.mock import patch

import pytest

from commands import ROOT, call, python
from oracle import Oracle
from t3_state import T3State
from t3_tools.__main__ import main
from t3_tools.solve import check as checker
from t3_tools.solve import command
from t3_tools.solve.check import Layout, Refused, Win, check, empty
from t3_tools.solve.command import show
from t3_tools.solve.proofs import Proof
from t3_tools.values import evaluate_actions

FOLDER = Path(checker.__file__).parent / "certificates"
QUICK = [
    *[("odds-first-3", 3, 6), ("odds-first-4", 4, 7), ("odds-first-5", 5, 7)],
    *[("evens-first-3", 3, 3), ("evens-first-4", 4, 5), ("evens-first-5", 5, 5)],
    *[("odds-first-6", 6, 7), ("odds-first-7", 7, 7)],
]
PROOFS = [
    *[("odds-first-even", size, 7) for size in (8, 10, 12, 14, 16)],
    *[("odds-first-odd", size, 7) for size in (9, 11, 13, 15, 17)],
    *[("evens-first-6", 6, 8), ("evens-first-7", 7, 10)],
    *[("evens-first-even", 8, 8), ("evens-first-odd", 9, 10)],
]
"""Certificates, sizes, and the most plies that the win takes."""


def stored(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("ascii")


@pytest.mark.parametrize(
    ("name", "size", "plies"),
    [*QUICK, *[pytest.param(*it, marks=pytest.mark.long) for it in PROOFS]],
)
def test_certificates_prove_their_win(
    name: str, size: int, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to 9 x 9, every reply is tried if odds begin, and of each kind if evens do."""
    monkeypatch.setattr(checker, "EVERY", 0 if name.startswith("evens") else 9)
    assert check(stored(name), size).plies == plies


@pytest.mark.parametrize(
    ("name", "size", "needs"),
    [
        ("odds-first-even", 18, Win(7, 190, 7)),
        pytest.param("odds-first-odd", 19, Win(7, 344, 7), marks=pytest.mark.long),
        pytest.param("evens-first-even", 18, Win(8, 2696, 7), marks=pytest.mark.long),
        pytest.param("evens-first-odd", 21, Win(10, 12292, 8), marks=pytest.mark.long),
    ],
)
def test_the_proofs_stop_growing(name: str, size: int, needs: Win) -> None:
    """They leave two pairs unused, so they prove every larger board of this parity."""
    assert check(stored(name), size) == needs
    assert needs.serves_larger(size)
    if needs.answers < 1000:
        assert check(stored(name), size + 82) == needs


@pytest.mark.parametrize(("size", "cells"), [(8, 8 * 8 - 1), (100, 6 * 6 - 1)])
def test_every_reply_is_tried(size: int, cells: int) -> None:
    """On larger boards, some of each kind: those in the first pair and two others."""
    with patch.object(Layout, "after", autospec=True, side_effect=Layout.after) as after:
        check(stored("odds-first-even"), size)
    tried = [it.args for it in after.call_args_list]
    replies = {stone for layout, stone in tried if len(layout.stones) == 1}
    assert len(replies) == 3 * cells


def test_letters_that_run_out_prove_nothing() -> None:
    layout = empty(54)
    for index in range(26):
        layout = layout.after((index, index, 1))
    with pytest.raises(Refused, match="more than 26 pairs"):
        layout.after((26, 26, 1))


@pytest.mark.parametrize("line", [2, 10, 30])
def test_a_corrupted_certificate_is_refused(line: int) -> None:
    """A line is missing, or one of its positions, or the answer is illegal or loses."""
    text = stored("odds-first-6")
    whole = text.splitlines(keepends=True)[line]
    *stones, answer = whole.split()
    for changed in (
        "",
        whole.replace(stones[-1], stones[-1][4:]),
        whole.replace(answer, stones[0]),
        whole.replace(answer, stones[0][:2] + "2"),
    ):
        with pytest.raises(Refused):
            check(text.replace(whole, changed), 6)


@pytest.mark.parametrize(
    "text",
    ["", "odds", "nobody odds", "odds nobody", "odds odds aa3"]
    + [f"odds odds\n{action}" for action in ("aa2", "bb3", "++3", "a3")]
    + ["odds odds\n" + 26 * "aa1,bb1 " + "ab1"],  # it would stand for 2^26 positions
)
def test_a_text_that_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        check(text, 6)


def test_the_page_prints_a_certificate() -> None:
    page = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    assert f"```\n{stored('odds-first-even')}```\n" in page


WIN_AT, LOSS_AT = {True: 5, False: 3}, 4
"""The ply at which the game ends if odds (True) or evens begin and win, or if they lose."""

FIRST: dict[tuple[int, bool], Callable[[int, int, int], bool]] = {
    (3, True): lambda col, row, number: False,
    (3, False): lambda col, row, number: True,
    (4, True): lambda col, row, number: number > 1,
    (4, False): lambda col, row, number: number == 6 and (col == row or col + row == 3),
    (5, True): lambda col, row, number: number > 1 or (col == 2) != (row == 2),
    (5, False): lambda col, row, number: (col, row, number) == (2, 2, 6),
    (6, True): lambda col, row, number: True,
}
"""Whether a first action wins, by size and whether odds begin."""


@pytest.mark.parametrize(
    ("size", "odd"),
    [pytest.param(*it, marks=pytest.mark.long if it[0] > 4 else ()) for it in FIRST],
)
def test_the_depth_after_every_first_action(size: int, odd: bool) -> None:
    for utility, depth, action, _ in evaluate_actions(T3State(odd, [[0] * size] * size)):
        assert action
        is_win = FIRST[size, odd](action.col(), action.row(), action.move())
        assert (utility, depth) == ((1, WIN_AT[odd]) if is_win else (-1, LOSS_AT))


def test_the_theorem() -> None:
    """The table says what the tests above show, and what plain search finds."""
    for size, odd in product((1, 2), (True, False)):
        assert Oracle(size).value(odd, ((0,) * size,) * size).utility == 0
    assert stored("evens-first-3").splitlines()[1] == "++6"
    within = {name: plies for name, _, plies in QUICK + PROOFS}
    assert {within[f"odds-first-{it}"] for it in ("6", "7", "even", "odd")} == {7}
    assert within["evens-first-6"] == within["evens-first-even"]
    assert within["evens-first-7"] == within["evens-first-odd"]
    page = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    table = page.split("|---|---|---|\n")[1].split("\n\n")[0]
    said = dict(re.findall(r"(?m)^\| (\w).*?\| (.*) \|$", table))
    assert said == {
        "1": "tie | tie",
        "3": f"lose at ply {LOSS_AT}; evens win within {within['odds-first-3']} | "
        f"win at ply {WIN_AT[False]}, whatever they begin with; "
        f"within {within['evens-first-3']} with 6 in the centre",
        "4": f"win at ply {WIN_AT[True]}, within {within['odds-first-4']}; "
        "with 3 or 5 anywhere | "
        f"win at ply {WIN_AT[False]}, within {within['evens-first-4']}; "
        "only with 6 on a diagonal",
        "5": f"win at ply {WIN_AT[True]}, within {within['odds-first-5']}; "
        "with 3 or 5 anywhere, or 1 in the middle row or column off the centre | "
        f"win at ply {WIN_AT[False]}, within {within['evens-first-5']}; "
        "only with 6 in the centre",
        "l": f"**win** within 7; at ply {WIN_AT[True]} after every winning first action | "
        f"**lose** at ply {LOSS_AT}, whatever they begin with; odds win within "
        f"{within['evens-first-even']} if N is even, {within['evens-first-odd']} if odd",
    }


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wins, and within how many plies, by proofs that the checker accepts."""
    monkeypatch.setattr(command, "LARGEST", 5)
    shown = call(main, "solve", "--write", str(tmp_path)).stdout
    rows = [line.split() for line in shown.splitlines() if " x " in line]
    assert [" ".join(row[2:6]) for row in rows] == [
        *["1 odds nobody", "1 evens nobody", "2 odds nobody", "2 evens nobody"],
        *["3 odds evens 6", "3 evens evens 3", "4 odds odds 7", "4 evens evens 5"],
        *["5 odds odds 7", "5 evens evens 5"],
    ]
    proven = {"-".join(row[3:1:-1]): row[5] for row in rows if len(row) > 5}
    found = {
        path.stem.replace("-first", ""): check(path.read_text(), int(path.stem[-1])).plies
        for path in tmp_path.iterdir()
    }
    assert {name: str(plies) for name, plies in found.items()} == proven


def test_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    win = Proof("odds", Win(7, 9, 5), "")
    show({(2, "odds"): None, (12, "evens"): win, (14, "evens"): win})
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if " x " in line]
    assert rows == [
        ["2", "x", "2", "odds", "nobody"],
        ["12", "x", "12", "evens", "odds", "7", "9", "5"],
        ["14", "x", "14", "evens", "odds", "7", "9", "5", "larger", "even", "N"],
    ]


@pytest.mark.parametrize(
    ("name", "sizes", "output", "refused"),
    [
        (
            *("odds-first-6.txt", ["6", "8"]),
            "6 x 6: proven: odds win within 7 plies if odds begin (answers: 154, pairs: 3",
            "8 x 8: refused: ",
        ),
        (
            *("odds-first-even.txt", ["18", "six"]),
            "18 x 18: proven: odds win within 7 plies if odds begin, as on every larger",
            "six x six: refused: invalid literal",
        ),
        ("absent.txt", ["6"], "", "6 x 6: refused: "),
    ],
)
def test_the_checker_runs_alone(
    name: str, sizes: list[str], output: str, refused: str, tmp_path: Path
) -> None:
    done = python("-I", checker.__file__, str(FOLDER / name), *sizes, folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(output)
    assert done.stderr.startswith(refused)
