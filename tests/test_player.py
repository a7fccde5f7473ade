"""The player, judged by the oracle, the truth files, and play."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import course_player
import t3_player
from oracle import Action, Board, Oracle, Value
from positions import Known, random_position, truth
from t3_player import T3Action, T3Player, T3State, choose

ROOT = Path(__file__).parent.parent
TRUTH = list(truth())


def as_tuple(action: T3Action | None) -> Action | None:
    return None if action is None else (action.col(), action.row(), action.move())


def value(state: T3State) -> Value:
    """The player's evaluation, as the oracle would give it."""
    found = T3Player().evaluate(state)
    return Value(found.utility, found.depth, as_tuple(found.action))


def judge(odd: bool, board: Board, oracle: Oracle, game: type[T3State] = T3State) -> None:
    state = game(odd, board)
    assert value(state) == oracle.value(odd, board), state.notation()


@pytest.mark.parametrize("known", TRUTH, ids=[known.notation for known in TRUTH])
def test_truth(known: Known) -> None:
    assert value(T3State.from_notation(known.notation)) == known.value


def test_truth_is_complete() -> None:
    kinds = [known.kind for known in TRUTH]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "careful": 30,
        "sample": 326,
        "trap": 24,
    }


@pytest.mark.parametrize("seed", range(10))
def test_reachable_positions_with_up_to_4_holes(seed: int) -> None:
    """2,000 positions for each seed, most of them where tie-breaks matter most."""
    rng = random.Random(seed)
    oracle = Oracle()
    for holes, positions in [(1, 100), (2, 400), (3, 1100), (4, 400)]:
        for _ in range(positions):
            judge(*random_position(rng, 3, holes), oracle)


@pytest.mark.parametrize("seed", range(5))
def test_reachable_positions_with_5_to_7_holes(seed: int) -> None:
    rng = random.Random(seed)
    oracle = Oracle()
    for holes, positions in [(5, 30), (6, 4), (7, 1)]:
        for _ in range(positions):
            judge(*random_position(rng, 3, holes), oracle)


@pytest.mark.parametrize(
    ("size", "holes", "positions"),
    [(4, 2, 100), (4, 4, 50), (4, 5, 20), (5, 3, 50), (5, 4, 20)],
)
def test_bigger_boards(size: int, holes: int, positions: int) -> None:
    rng = random.Random(size * holes)
    oracle = Oracle(size)
    for _ in range(positions):
        judge(*random_position(rng, size, holes), oracle)


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize(
    ("max_move", "target"),
    [
        (9, 15),
        (12, 20),  # two-digit numbers
        (6, 25),  # takes nearly full lines
        (5, 13),  # odds have a number more than evens
        (4, 9),
        (6, 6),  # one number may win
        (6, 1),
        (2, 4),
        (1, 3),  # evens have no number
        (1, 13),
        (0, 13),  # nobody has
        (6, 0),  # won from the start, and again after it
        (6, -3),  # never won
        (6, 99),
    ],
)
def test_other_games(size: int, max_move: int, target: int) -> None:
    """Boards filled at random, reachable or not."""

    class Game(T3State):
        MAX_MOVE = max_move
        WIN_TARGET = target

    rng = random.Random(size)
    oracle = Oracle(size, max_move, target)
    for _ in range(20):
        cells = [rng.choice([0, rng.randint(0, max_move)]) for _ in range(size * size)]
        if size == 3:
            cells[:4] = [rng.randint(min(1, max_move), max_move) for _ in range(4)]
            rng.shuffle(cells)
        board = tuple(tuple(cells[i : i + size]) for i in range(0, size * size, size))
        judge(rng.random() < 0.5, board, oracle, Game)


@pytest.mark.parametrize(
    "notation",
    [
        "640/030/004 odds",
        "640/030/004 evens",
        "111/111/111 odds",
        "0005/0004/0003/0001 evens",
        "166/661/616 evens",
    ],
)
def test_no_action_when_the_game_is_over(notation: str) -> None:
    state = T3State.from_notation(notation)
    assert choose(state) is None
    assert T3Player().choose(state) is None
    assert T3Player().evaluate(state).depth == 0


@pytest.mark.parametrize(
    ("size", "odd", "expected"),
    [
        (3, True, Value(-1, 4, (0, 0, 1))),
        (3, False, Value(1, 3, (0, 0, 2))),
        (4, True, Value(1, 5, (0, 0, 3))),
        (4, False, Value(1, 3, (0, 0, 6))),
    ],
)
def test_empty_boards(size: int, odd: bool, expected: Value) -> None:
    assert value(T3State(odd, [[0] * size] * size)) == expected


def test_choose_and_evaluate_agree() -> None:
    for known in TRUTH[::20]:
        state = T3State.from_notation(known.notation)
        action = T3Player().evaluate(state).action
        assert action is not None
        assert T3Player().choose(state) == choose(state) == action


def test_a_player_remembers_nothing_that_matters() -> None:
    """One player asked about many positions, of several games, answers as a new one."""

    class Game(T3State):
        MAX_MOVE = 9
        WIN_TARGET = 15

    player = T3Player()
    for known in TRUTH[::5]:
        for game in (T3State, Game):
            state = game.from_notation(known.notation)
            assert player.evaluate(state) == T3Player().evaluate(state)


def test_depth_is_the_length_of_the_game() -> None:
    for known in TRUTH[::10]:
        state = T3State.from_notation(known.notation)
        plies = 0
        while (action := choose(state)) is not None:
            state = state.get_next_state(action)
            plies += 1
        assert plies == known.value.depth


def test_no_live_line_on_a_big_board() -> None:
    """Every line of a 12 x 12 board overshot: a tie, once the 107 holes are full."""
    board = [[0] * 12 for _ in range(12)]
    for i in range(12):
        for j in (i, i + 1, i + 2):
            board[i][j % 12] = 6
    board[0][11] = 6  # the third on its diagonal
    evaluation = T3Player().evaluate(T3State(True, board))
    assert evaluation == t3_player.Evaluation(0, 107, T3Action(0, 1, 1))


@pytest.mark.parametrize(
    "known", [known for known in TRUTH if known.kind == "trap"], ids=str
)
def test_traps_are_traps(known: Known) -> None:
    """The textbook search chooses otherwise: these positions tell the two apart."""
    chosen = course_player.T3Player().choose(T3State.from_notation(known.notation))
    assert as_tuple(chosen) != known.value.action


@pytest.mark.parametrize(
    ("notation", "textbook"),
    [
        ("120/000/000 evens", T3Action(1, 1, 6)),
        ("261/001/000 evens", T3Action(0, 1, 6)),
    ],
)
def test_the_textbook_loses_what_is_won(notation: str, textbook: T3Action) -> None:
    state = T3State.from_notation(notation)
    assert T3Player().evaluate(state) == t3_player.Evaluation(1, 3, T3Action(0, 1, 2))
    assert course_player.T3Player().choose(state) == textbook
    assert T3Player().evaluate(state.get_next_state(textbook)).utility == 1


def test_a_course_solution_runs_beside_our_state(tmp_path: Path) -> None:
    for name in ("t3_action.py", "t3_state.py"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copy(ROOT / "tests" / "course_player.py", tmp_path / "t3_player.py")
    program = (
        "from t3_player import *\n"
        "print(T3Player().choose(T3State(False, [[2, 1, 0], [0, 5, 0], [0, 0, 0]])))\n"
        "print(T3Player().choose(T3State(True, [[6, 4, 3], [0, 0, 0], [0, 0, 0]])))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("(2,2) = 6\nNone\n", "")
