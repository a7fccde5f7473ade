"""The certificates of who wins, and the checker that reads them."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from commands import ROOT, call, python
from oracle import Oracle
from t3_state import TURNS, T3State
from t3_tools.__main__ import main
from t3_tools.solve import check as checker
from t3_tools.solve import command
from t3_tools.solve.check import (
    NUMBERS,
    OTHER,
    Layout,
    Refused,
    Stone,
    Win,
    check,
    empty,
    lines_through,
)
from t3_tools.solve.command import show
from t3_tools.solve.proofs import Proof, prove
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


def test_every_reply_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On larger boards, some of each kind; two unused pairs are always among them."""
    replies = set()
    after = Layout.after

    def spy(layout: Layout, stone: Stone) -> Layout:
        if len(layout.stones) == 1:
            replies.add(stone)
        return after(layout, stone)

    monkeypatch.setattr(Layout, "after", spy)
    for name, size, tried in (
        ("odds-first-6", 6, range(6)),
        ("odds-first-even", 100, [0, 1, 2, 97, 98, 99]),
    ):
        replies.clear()
        check(stored(name), size)
        cells = set(product(tried, repeat=2)) - {(0, 0)}
        assert replies == {(*cell, number) for cell in cells for number in (2, 4, 6)}


def test_kinds_of_actions() -> None:
    """Each action is like one of those that stand for it, but for the pair's letter."""
    for names in ([], ["aa3"], ["ab3", "++2"], ["ab3", "Bc2", "cA1"]):
        layout, turn = empty(11), "odds"
        for name in names:
            layout, turn = layout.after_named(name, turn), OTHER[turn]
        every, some = (
            {layout.after(it).named() for it in layout.actions(turn, choice)}
            for choice in (True, False)
        )
        assert every == some


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


@pytest.mark.parametrize(
    ("size", "odd", "expected"),
    [
        *[(2, True, None), (3, True, (False, 6))],
        *[(4, True, (True, 7)), (4, False, (False, 5))],
        pytest.param(9, True, (True, 7), marks=pytest.mark.long),
        pytest.param(6, False, (True, 8), marks=pytest.mark.long),
    ],
)
def test_who_wins(
    size: int,
    odd: bool,
    expected: tuple[bool, int] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether odds win, and within how many plies, by a proof that the checker accepts.

    There is none if the game is a tie.
    """
    monkeypatch.setattr(checker, "EVERY", 5)
    proof = prove(size, TURNS[odd])
    assert (proof and (proof.odds_win, proof.win.plies)) == expected
    if proof:
        assert check(proof.certificate, size) == proof.win


def test_the_page_prints_a_certificate() -> None:
    page = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    assert f"```\n{stored('odds-first-even')}```\n" in page


ODD, EVEN = NUMBERS["odds"], NUMBERS["evens"]


def test_no_line_sums_to_13_too_soon() -> None:
    """Before a side's second number, or with two odd numbers and an even one."""
    for one, other in product(ODD, EVEN):
        assert one + other < 13
        assert all((one + other + third) % 2 == 0 for third in ODD)


@pytest.mark.parametrize("size", range(4, 42))
def test_a_loser_ends_the_game_soon(size: int) -> None:
    """Evens place two numbers on a line that no other number is on, and odds complete it.

    If odds begin, the first of the two shares no line with odds' action. If evens win, odds
    make their number 7.
    """
    assert 6 + 4 in [13 - number for number in ODD]
    for number in EVEN:
        assert any(13 - number - other in ODD for other in EVEN)
        assert 7 - number in ODD
    assert 13 - 7 in EVEN

    cells = list(product(range(size), repeat=2))
    for begun in product((0, 1, size // 2), repeat=2):
        taken = set(lines_through(*begun, size))
        away = next(it for it in cells if not taken.intersection(lines_through(*it, size)))
        for cell in (begun, away):
            row_and_column = set(lines_through(*cell, size)[:2])
            for reply in cells:
                touched = row_and_column.intersection(lines_through(*reply, size))
                assert len(touched) < 2 or reply == cell


WIN_AT, LOSS_AT = {True: 5, False: 3}, 4
"""The ply at which the game ends if odds (True) or evens begin and win, or if they lose."""

FIRST: dict[tuple[int, bool], tuple[str, Callable[[int, int, int], bool]]] = {
    (3, True): ("", lambda col, row, number: False),
    (3, False): (
        "whatever they begin with; within 3 with 6 in the centre",
        lambda col, row, number: True,
    ),
    (4, True): ("with 3 or 5 anywhere", lambda col, row, number: number > 1),
    (4, False): (
        "only with 6 on a diagonal",
        lambda col, row, number: number == 6 and (col == row or col + row == 3),
    ),
    (5, True): (
        "with 3 or 5 anywhere, or 1 in the middle row or column off the centre",
        lambda col, row, number: number > 1 or (col == 2) != (row == 2),
    ),
    (5, False): (
        "only with 6 in the centre",
        lambda col, row, number: (col, row, number) == (2, 2, 6),
    ),
    (6, True): ("", lambda col, row, number: True),
    (6, False): ("whatever they begin with", lambda col, row, number: False),
}
"""The first actions that win, by size and whether odds begin: in words, and as a rule."""


@pytest.mark.parametrize("odd", [True, False])
@pytest.mark.parametrize(
    "size", [3, 4, *(pytest.param(size, marks=pytest.mark.long) for size in (5, 6))]
)
def test_the_depth_after_every_first_action(size: int, odd: bool) -> None:
    _, wins = FIRST[size, odd]
    for utility, depth, action, _ in evaluate_actions(T3State(odd, [[0] * size] * size)):
        assert action
        is_win = wins(action.col(), action.row(), action.move())
        assert (utility, depth) == ((1, WIN_AT[odd]) if is_win else (-1, LOSS_AT))


def test_the_theorem() -> None:
    """The table says what the tests above show, and what plain search finds."""
    for size, odd in product((1, 2), (True, False)):
        assert Oracle(size).value(odd, ((0,) * size,) * size).utility == 0
    soon = [  # 6 in the centre, if odds can't keep evens from a win with their next
        str(action)
        for action, child in T3State(False).get_transitions()
        if all(
            any(last.is_win() for _, last in reply.get_transitions())
            for _, reply in child.get_transitions()
        )
    ]
    assert soon == ["(1,1) = 6"]

    within = {name: plies for name, _, plies in QUICK + PROOFS}
    of_even, of_odd = within["evens-first-even"], within["evens-first-odd"]
    assert (of_even, of_odd) == (within["evens-first-6"], within["evens-first-7"])
    larger = {within[f"odds-first-{it}"] for it in ("6", "7", "even", "odd")}
    shown = {
        (6, True): ["win", *larger, WIN_AT[True]],
        (6, False): ["lose", LOSS_AT, of_even, of_odd],
        (3, True): ["lose", LOSS_AT, within["odds-first-3"]],
        (3, False): ["win", WIN_AT[False], within["evens-first-3"]],
    }
    for size, odd in product((4, 5), (True, False)):
        shown[size, odd] = ["win", WIN_AT[odd], within[f"{TURNS[odd]}-first-{size}"]]
    page = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    for board, *cells in re.findall(r"(?m)^\| ([3-5l]).*?\| (.*) \| (.*) \|$", page):
        for odd, cell in zip((True, False), cells, strict=True):
            size = 6 if board == "l" else int(board)
            numbers = re.findall(r"(?:ply|within|even,) (\d+)", cell)
            told = [re.findall(r"\w+", cell)[0], *map(int, numbers)]
            assert told == shown.pop((size, odd))
            assert FIRST[size, odd][0] in cell
    assert not shown
    assert "| 1 x 1, 2 x 2 | tie | tie |" in page


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LARGEST", 3)
    call(main, "solve", "--write", str(tmp_path))
    for first in ("odds", "evens"):
        assert check((tmp_path / f"{first}-first-3.txt").read_text(), 3)
    assert len(list(tmp_path.iterdir())) == 2


def test_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    win = Proof(True, Win(7, 9, 5), "")
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
        ("absent.txt", ["6"], "", "6 x 6: refused: [Errno 2] No such file"),
    ],
)
def test_the_checker_runs_alone(
    name: str, sizes: list[str], output: str, refused: str, tmp_path: Path
) -> None:
    done = python("-I", checker.__file__, str(FOLDER / name), *sizes, folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(output)
    assert done.stderr.startswith(refused)
