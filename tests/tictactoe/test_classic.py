"""Four programs for one game: they agree, and plain minimax agrees with them.

Everything here is for all 5,478 boards that play comes to.
"""

from collections.abc import Callable
from copy import deepcopy
from math import inf
from typing import TypeVar

import pytest

import classic
import tictactoe
from tictactoe import console, functional, selfplay, solver
from tictactoe.gametree.amateurplayer import AmateurPlayer
from tictactoe.gametree.board import Board, Marker
from tictactoe.gametree.professionalplayer import ProfessionalPlayer, find_node

T = TypeVar("T")

BOARDS = classic.reachable()
PLAYABLE = [board for board in BOARDS if not classic.is_over(board)]
SIDES = {"human is X": console.human, "ai is X": console.ai}


def rows(board: str, cell: Callable[[str], T]) -> list[list[T]]:
    """The board as one of the programs has it."""
    return [[cell(mark) for mark in board[at : at + 3]] for at in (0, 3, 6)]


def for_a(board: str) -> list[list[str | None]]:
    return rows(board, {"X": "X", "O": "O", ".": None}.get)


def for_b(board: str, x: int = console.human) -> list[list[int]]:
    return rows(board, {"X": x, "O": -x, ".": 0}.__getitem__)


def for_c(board: str) -> Board:
    markers = {"X": Marker.X, "O": Marker.O, ".": Marker.NONE}
    return Board(rows(board, markers.__getitem__))


def for_d(board: str) -> solver.GameState:
    players = {"X": solver.Player.X, "O": solver.Player.O, ".": None}
    return solver.GameState(rows(board, players.get))


def mover_in_c(board: str) -> Marker:
    return Marker[classic.mover(board)]


def mover_in_d(board: str) -> solver.Player:
    return solver.Player[classic.mover(board)]


def test_the_judge() -> None:
    """The known numbers of the game."""
    assert len(BOARDS) == len(set(BOARDS)) == 5478
    over = [board for board in BOARDS if classic.is_over(board)]
    assert len(over) == 958
    assert [[classic.winner(board) for board in over].count(w) for w in "XO."] == [
        626,
        316,
        16,
    ]
    assert classic.size(classic.EMPTY) == 549_946
    assert classic.value(classic.EMPTY) == 0


def test_winner() -> None:
    for board in BOARDS:
        winner = classic.winner(board)
        assert tictactoe.winner(for_a(board)) == (None if winner == "." else winner)
        for x in SIDES.values():
            state = for_b(board, x)
            assert console.terminal_test(state, x) == (winner == "X")
            assert console.terminal_test(state, -x) == (winner == "O")
            assert console.utility(state) == {"X": x, "O": -x, ".": 0}[winner]
        assert str(for_c(board).winner()) == winner
        assert for_d(board).winner() == for_d(winner + "." * 8).board[0][0]


def test_terminal() -> None:
    for board in BOARDS:
        over = classic.is_over(board)
        assert tictactoe.terminal(for_a(board)) == over
        assert console.game_over(for_b(board)) == (classic.winner(board) != ".")
        assert for_c(board).is_game_over() == over
        assert for_d(board).game_over() == over


def test_whose_turn_and_empty_cells() -> None:
    for board in BOARDS:
        cells = [divmod(cell, 3) for cell in classic.free(board)]
        assert tictactoe.player(for_a(board)) == classic.mover(board)
        assert tictactoe.actions(for_a(board)) == set(cells)
        assert console.empty_cells(for_b(board)) == [list(cell) for cell in cells]
        assert for_c(board).empty_cells() == cells


def test_utility_of_finished_games() -> None:
    for board in BOARDS:
        value = classic.value(board) if classic.is_over(board) else 0
        assert tictactoe.utility(for_a(board)) == value
        assert console.utility(for_b(board)) == value


def test_a_values() -> None:
    """They are those of plain minimax, though the search is pruned."""
    for board in BOARDS:
        state = for_a(board)
        search = (
            functional.max_value if classic.mover(board) == "X" else functional.min_value
        )
        assert search(state, -inf, inf)[0] == classic.value(board)
        assert state == for_a(board)


def test_a_actions() -> None:
    for board in BOARDS:
        state = for_a(board)
        over = classic.is_over(board)
        best = None if over else divmod(classic.best(board), 3)
        assert tictactoe.minimax(state) == best
        assert state == for_a(board)


# Half a million positions are below the empty board, and as many again below those with
# one mark, and with two: hence a test for each, and the ai as X, who differs by the sign
# alone, from three marks on.
@pytest.mark.parametrize(
    ("x", "marks"),
    [
        (console.human, range(1)),
        (console.human, range(1, 2)),
        (console.human, range(2, 3)),
        (console.human, range(3, 10)),
        (console.ai, range(3, 10)),
    ],
)
def test_b_console(x: int, marks: range) -> None:
    """At full depth, from the side of the human, whichever mark that is."""
    for board in BOARDS:
        if 9 - board.count(".") in marks:
            state = for_b(board, x)
            found = console.minimax(state, console.MAX_DEPTH, to_move(board, x))
            assert found == expected_in_b(board, x)
            assert state == for_b(board, x)


@pytest.mark.parametrize("x", SIDES.values(), ids=SIDES)
def test_b_alpha_beta(x: int) -> None:
    """The other algorithm finds the same, cell by cell."""
    for board in BOARDS:
        state = for_b(board, x)
        found = selfplay.alpha_beta(state, 9, to_move(board, x))
        assert found == expected_in_b(board, x)
        assert state == for_b(board, x)


def to_move(board: str, x: int) -> int:
    return x if classic.mover(board) == "X" else -x


def expected_in_b(board: str, x: int) -> list[int]:
    cell = (-1, -1) if classic.is_over(board) else divmod(classic.best(board), 3)
    return [*cell, x * classic.value(board)]


@pytest.mark.parametrize("depth", range(4))
@pytest.mark.parametrize("search", [console.minimax, selfplay.alpha_beta])
def test_b_at_a_lower_depth(
    search: Callable[[list[list[int]], int, int], list[int]], depth: int
) -> None:
    """Positions where the depth runs out count by who has won, so mostly as draws."""

    def limited(board: str, depth: int) -> int:
        if depth == 0 or classic.is_over(board):
            return classic.value(board) if classic.is_over(board) else 0
        values = [
            limited(classic.after(board, cell), depth - 1) for cell in classic.free(board)
        ]
        return max(values) if classic.mover(board) == "X" else min(values)

    for board in BOARDS[:2000]:
        found = search(for_b(board), depth, to_move(board, console.human))
        assert found[2] == limited(board, depth)
        assert (found[:2] == [-1, -1]) == (depth == 0 or classic.is_over(board))


def test_c_ratings() -> None:
    ratings = {1: Marker.X, -1: Marker.O, 0: Marker.NONE}
    for board in PLAYABLE[1:]:
        assert find_node(for_c(board)).rating == ratings[classic.value(board)]


def test_c_professional() -> None:
    for board in PLAYABLE:
        played = ProfessionalPlayer(mover_in_c(board)).play_turn(for_c(board))
        after = [classic.after(board, cell) for cell in classic.free(board)]
        child = next(child for child in after if for_c(child) == played)
        assert classic.value(child) == classic.value(board)


def test_d_solver() -> None:
    for board in BOARDS:
        sign = 1 if classic.mover(board) == "X" else -1
        state = for_d(board)
        move = solver.TicTacToeSolver().find_best_move(state, mover_in_d(board))
        assert state == for_d(board)
        cell = (-1, -1) if classic.is_over(board) else divmod(classic.best(board), 3)
        assert move == solver.Move(sign * classic.value(board), *cell)


def test_d_both_functions() -> None:
    """One is the other seen from the opponent, with a window that cuts nothing too."""
    search = solver.TicTacToeSolver()
    for board in BOARDS:
        if board.count(".") <= 5:
            state, player = for_d(board), mover_in_d(board)
            mine = search.solve_my_move(state, -2, 2, player)
            theirs = search.solve_opponent_move(state, -2, 2, player)
            assert (mine.value, mine.row, mine.col) == (
                -theirs.value,
                theirs.row,
                theirs.col,
            )
            assert mine == search.find_best_move(state, player)


def test_no_board_is_changed() -> None:
    """What goes in is compared with a deep copy; for the searches, see above."""
    for board in BOARDS:
        a, b, c, d = for_a(board), for_b(board), for_c(board), for_d(board)
        boards = (a, b, c, d)
        copies = deepcopy(boards)
        tictactoe.player(a)
        tictactoe.actions(a)
        tictactoe.winner(a)
        tictactoe.terminal(a)
        tictactoe.utility(a)
        console.empty_cells(b)
        console.terminal_test(b, console.human)
        console.game_over(b)
        console.utility(b)
        c.is_game_over()
        c.winner()
        c.get_key()
        d.game_over()
        d.winner()
        if not classic.is_over(board):
            row, col = divmod(classic.best(board), 3)
            tictactoe.result(a, (row, col))
            AmateurPlayer(mover_in_c(board)).play_turn(c)
            ProfessionalPlayer(mover_in_c(board)).play_turn(c)
            d.move(row, col, mover_in_d(board))
        assert boards == copies


def test_results() -> None:
    """Each program's next board is the rules' next board, and shares no list with it."""
    for board in PLAYABLE:
        for cell in classic.free(board):
            row, col = divmod(cell, 3)
            child = classic.after(board, cell)
            before = for_a(board)
            after = tictactoe.result(before, (row, col))
            assert after == for_a(child)
            assert not any(one is other for one in before for other in after)
            state = for_b(board)
            player = to_move(board, console.human)
            assert console.set_move(row, col, player, state)
            assert state == for_b(child)
            assert for_c(board).after(row, col, mover_in_c(board)) == for_c(child)
            assert for_d(board).move(row, col, mover_in_d(board)) == for_d(child)
