"""The certificates of who wins, and the checker that reads them."""

from itertools import product
from pathlib import Path

import pytest

from commands import call, python
from t3_state import TURNS
from t3_tools.__main__ import main
from t3_tools.solve import check as checker
from t3_tools.solve import command
from t3_tools.solve.check import OTHER, Position, Refused, Stone, check, empty
from t3_tools.solve.command import show
from t3_tools.solve.proofs import Proof, Task, prove

FOLDER = Path(checker.__file__).parent / "certificates"
QUICK = [("odds-first-6", 6), ("odds-first-7", 7)]
PROOFS = [
    *[("odds-first-even", size) for size in (8, 10, 12, 14, 16)],
    *[("odds-first-odd", size) for size in (9, 11, 13, 15, 17)],
    *[("evens-first-6", 6), ("evens-first-7", 7)],
    *[("evens-first-even", 8), ("evens-first-odd", 9)],
]


def stored(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("ascii")


@pytest.mark.parametrize(
    ("name", "size"),
    [*QUICK, *[pytest.param(*it, marks=pytest.mark.long) for it in PROOFS]],
)
def test_certificates_prove_their_win(
    name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to 9 x 9, every reply is tried if odds begin, and of each kind if evens do."""
    monkeypatch.setattr(checker, "EVERY", 0 if name.startswith("evens") else 9)
    count, _ = check(stored(name), size)
    assert count > 0


@pytest.mark.parametrize(
    ("name", "size", "needs"),
    [
        ("odds-first-even", 18, (190, 7)),
        pytest.param("odds-first-odd", 19, (344, 7), marks=pytest.mark.long),
        pytest.param("evens-first-even", 18, (2696, 7), marks=pytest.mark.long),
        pytest.param("evens-first-odd", 21, (12292, 8), marks=pytest.mark.long),
    ],
)
def test_the_proofs_stop_growing(name: str, size: int, needs: tuple[int, int]) -> None:
    """They leave two pairs unused, so they prove every larger board of this parity."""
    assert check(stored(name), size) == needs
    assert needs[1] + 2 <= size // 2
    if needs[0] < 1000:
        assert check(stored(name), size + 82) == needs


def test_every_reply_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On larger boards, some of each kind; two unused pairs are always among them."""
    replies = set()
    after = Position.after

    def spy(position: Position, stone: Stone) -> Position:
        if len(position.stones) == 1:
            replies.add(stone)
        return after(position, stone)

    monkeypatch.setattr(Position, "after", spy)
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
        position, turn = empty(11), "odds"
        for name in names:
            position, turn = position.after_named(name, turn), OTHER[turn]
        every, some = (
            {position.after(it).named() for it in position.actions(turn, choice)}
            for choice in (True, False)
        )
        assert every == some


def test_letters_that_run_out_prove_nothing() -> None:
    position = empty(54)
    for index in range(26):
        position = position.after((index, index, 1))
    with pytest.raises(Refused, match="more than 26 pairs"):
        position.after((26, 26, 1))


def test_lists_of_stones_in_several_places_are_refused() -> None:
    """In 26 places they would stand for 2^26 positions."""
    line = " ".join(["aa1,bb1"] * 26)
    with pytest.raises(Refused, match="more than one list of stones"):
        check(f"odds odds\n{line} ab1", 6)


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
    + [f"odds odds\n{action}" for action in ("aa2", "bb3", "++3", "a3")],
)
def test_a_text_that_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        check(text, 6)


@pytest.mark.parametrize("size", [3, 4])
def test_the_checker_accepts_what_is_found(size: int) -> None:
    proof = prove(Task(size, "odds"))
    assert proof
    assert check(proof.certificate, size) == (proof.answers, proof.pairs)


@pytest.mark.parametrize(
    ("size", "odd", "expected"),
    [
        *[(2, True, None), (3, True, False), (4, False, False)],
        *[(9, True, True), pytest.param(6, False, True, marks=pytest.mark.long)],
    ],
)
def test_who_wins(size: int, odd: bool, expected: bool | None) -> None:
    """prove() proves that odds or evens win, or finds no proof if the game is a tie."""
    proof = prove(Task(size, TURNS[odd]))
    assert (proof and proof.odds_win) == expected


def test_which_proofs_serve_larger_boards() -> None:
    proof = prove(Task(6, "odds"))
    assert proof
    assert not proof.serves_larger(6)
    assert proof.serves_larger(12)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes certificates that the checker accepts."""
    monkeypatch.setattr(command, "LARGEST", 4)
    proofs = tmp_path / "proofs"
    call(main, "solve", "--jobs", "1", "--write", str(proofs))
    for first, size in product(("odds", "evens"), (3, 4)):
        assert check((proofs / f"{first}-first-{size}.txt").read_text(), size)
    assert len(list(proofs.iterdir())) == 4


def test_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    show({Task(2, "odds"): None, Task(16, "evens"): Proof(True, 7, 9, 5, "")})
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if " x " in line]
    assert rows == [
        ["2", "x", "2", "odds", "nobody"],
        ["16", "x", "16", "evens", "odds", "7", "9", "5", "larger", "even", "N"],
    ]


@pytest.mark.parametrize(
    ("name", "sizes", "output", "refused"),
    [
        (
            *("odds-first-6.txt", ["6", "8"]),
            "6 x 6: proven: odds win if odds begin (154 answers, at most 3 pairs, every",
            "8 x 8: refused: ",
        ),
        (
            *("odds-first-even.txt", ["18", "six"]),
            "18 x 18: proven: odds win if odds begin, as on every larger board of even",
            "six x six: refused: invalid literal",
        ),
        ("odds-first-6.txt", ["six"], "", "six x six: refused: invalid literal"),
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
