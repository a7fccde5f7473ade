"""The four programs: their names, rules and searches, compared with the judge."""

import importlib
import inspect
from collections import Counter
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import a2
import A2_utils
import classic
import tictactoe as ttt
import tictactoe_solver
from amateurplayer import AmateurPlayer
from board import Board, Marker
from professionalplayer import ProfessionalPlayer
from tictactoe_solver import GameState, Move, Player, TicTacToeSolver
from tournament import Tournament

SOLVER = TicTacToeSolver()
NAMES = """
tictactoe: initial_state() player(board) actions(board) result(board,action) winner(board)
tictactoe: terminal(board) utility(board) minimax(board)
A2_utils: empty_cells(state) valid_move(x,y,board) set_move(x,y,player,board)
A2_utils: print_board(board,ai_choice,human_choice)
a2: terminal_test(state,player) game_over(state) utility(state) minimax(state,depth,player)
a2: human_plays(ai_choice,human_choice,board) ai_plays(ai_choice,human_choice,board)
board: Board.is_game_over(self) Board.get_key(self)
amateurplayer: AmateurPlayer(marker) AmateurPlayer.play_turn(self,board)
amateurplayer: AmateurPlayer.play_win(self,board) AmateurPlayer.play_block(self,board)
amateurplayer: AmateurPlayer.play_random(self,board)
node: Node(board,turn,children,rating)
professionalplayer: generate_game_tree(nodes) ProfessionalPlayer.play_turn(self,board)
tournament: Tournament(player_x,player_o) Tournament.run_game(self)
tournament: Tournament.run_tournament(self,games)
tictactoe_solver: Move(value,row,col) GameState() GameState.game_over(self)
tictactoe_solver: GameState.winner(self) GameState.spot(self,row,col)
tictactoe_solver: GameState.move(self,row,col,player)
tictactoe_solver: TicTacToeSolver.find_best_move(self,state,player)
tictactoe_solver: TicTacToeSolver.solve_my_move(self,state,alpha,beta,player)
tictactoe_solver: TicTacToeSolver.solve_opponent_move(self,state,alpha,beta,player)
"""


def board_of(text: str) -> ttt.Board:
    return classic.rows(text, "X", "O", None)


def state_of(text: str) -> GameState:
    state = GameState()
    state.board = classic.rows(text, Player.X, Player.O, None)
    return state


def test_names() -> None:
    """Functions, methods and classes have the names and parameters of the courses."""
    for line in NAMES.strip().splitlines():
        module, names = line.split(": ")
        for expected in names.split():
            found: Any = importlib.import_module(module)
            for name in expected.split("(")[0].split("."):
                found = getattr(found, name)
            assert f"({','.join(inspect.signature(found).parameters)})" in expected


def test_the_data() -> None:
    assert (ttt.X, ttt.O, ttt.EMPTY) == ("X", "O", None)
    assert ttt.initial_state() == [[None] * 3] * 3
    assert (a2.human, a2.ai, a2.MAX_DEPTH) == (+1, -1, 9)
    assert [it.name for it in Marker] == ["NONE", "X", "O"]
    assert Board().cells == [[Marker.NONE] * 3] * 3
    assert Board().after(0, 2, Marker.O).get_key() == 2 * 3**2
    root = ProfessionalPlayer.gt_root
    assert [*vars(root)] == ["board", "turn", "children", "rating"]
    assert Move(1) == Move(1, Move.INVALID_COORDINATE, -1)
    assert [*vars(Move(0))] == ["value", "row", "col"]
    assert [it.name for it in Player] == ["X", "O"]
    assert vars(GameState()) == {"board": [[None] * 3] * 3}


def test_the_rules() -> None:
    for at, text in enumerate(classic.BOARDS[::3]):
        mark, is_over = classic.winner(text), classic.is_over(text)
        free = [divmod(cell, 3) for cell in classic.free(text)]
        winner, utility = (None if mark == "." else mark), "O.X".index(mark) - 1

        board = board_of(text)
        assert (ttt.winner(board), ttt.utility(board)) == (winner, utility)
        assert (ttt.player(board), ttt.terminal(board)) == (classic.mover(text), is_over)
        assert ttt.actions(board) == {*free}

        x = (a2.human, a2.ai)[at % 2]
        numbers = classic.rows(text, x, -x, 0)
        assert a2.terminal_test(numbers, x) == (winner == "X")
        assert a2.terminal_test(numbers, -x) == (winner == "O")
        assert a2.game_over(numbers) == bool(winner)
        assert a2.utility(numbers) == x * utility
        assert A2_utils.empty_cells(numbers) == [[*cell] for cell in free]

        state = state_of(text)
        assert state.winner() is (Player[winner] if winner else None)
        assert state.game_over() == is_over


def test_results() -> None:
    """Each is the judge's next board, and shares no list with the board before."""
    for text in classic.UNFINISHED[::10]:
        for cell in classic.free(text):
            board = board_of(text)
            after = ttt.result(board, divmod(cell, 3))
            assert after == board_of(classic.after(text, cell))
            assert board == board_of(text)
            assert not any(one is other for one in board for other in after)


@pytest.mark.parametrize(
    "action",
    [(1, 1), (3, 0), (0, 3), (-1, 0), (0, -1), (True, 0), (0.0, 0), (0,), [0, 0], 5, None],
)
def test_result_refuses(action: Any) -> None:
    board = board_of("....X....")
    with pytest.raises(ValueError, match="is not a tuple"):
        ttt.result(board, action)
    assert board == board_of("....X....")


def test_spots_and_moves() -> None:
    """A taken spot is no move. A negative index does not count from the end."""
    state = state_of("..X......")
    after = state.move(1, 2, Player.O)
    assert str(after) == ". . X\n. . O\n. . ."
    assert (state.spot(0, 2), state.spot(1, 2)) == (Player.X, None)
    assert state.move(0, 2, Player.O) is None
    for spot in [(-1, -1), (0, 3), (3, 0), (0, -1)]:
        with pytest.raises(ValueError, match="no spot"):
            state.spot(*spot)
        with pytest.raises(ValueError, match="no spot"):
            state.move(*spot, Player.X)


@pytest.mark.parametrize("make", [AmateurPlayer, ProfessionalPlayer])
def test_what_a_player_refuses(make: Any) -> None:
    for text in ["XXXOO....", "OO.XXX...", "XOXXOOOXX"]:
        board = Board(classic.rows(text, Marker.X, Marker.O, Marker.NONE))
        with pytest.raises(ValueError, match="the game is over"):
            make(Marker.X).play_turn(board)
    with pytest.raises(ValueError, match=r"not Marker\.NONE"):
        make(Marker.NONE)
    with pytest.raises(ValueError, match="'X' is not a valid Marker"):
        make("X")
    with pytest.raises(ValueError, match="not X and O"):
        Tournament(make(Marker.O), AmateurPlayer(Marker.X))


def test_best_moves() -> None:
    """The values of plain minimax, by each function, and a win at once where there is one.

    Otherwise the first best. No board changes.
    """
    for text in [*classic.LATE[::25], *classic.EARLY[100::100]]:
        board, state = board_of(text), state_of(text)
        value, player = classic.value(text), Player[classic.mover(text)]
        own = value if player is Player.X else -value
        best, first = None, (-1, -1)
        if not classic.is_over(text):
            best, first = (
                divmod(find(text), 3) for find in (classic.best, classic.first_best)
            )
        search = ttt.max_value if player is Player.X else ttt.min_value
        assert search(board, -inf, inf)[0] == value
        assert ttt.minimax(board) == best
        assert SOLVER.find_best_move(state, player) == Move(own, *(best or first))
        assert SOLVER.solve_my_move(state, -1, 1, player) == Move(own, *first)
        assert SOLVER.solve_opponent_move(state, -1, 1, player) == Move(-own, *first)
        assert (board, state.board) == (board_of(text), state_of(text).board)


def test_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """They leave this many of the 549,946 positions of plain minimax."""
    searches = [Mock(side_effect=search) for search in (ttt.max_value, ttt.min_value)]
    for search, name in zip(searches, ("max_value", "min_value")):
        monkeypatch.setattr(ttt, name, search)
    ttt.minimax(board_of(classic.EMPTY))
    assert sum(search.call_count for search in searches) == 7_956


@pytest.mark.long
def test_the_cuts_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers say how many moves there are, and how many the cuts leave."""
    moves, move = Counter[bool](), GameState.move

    def counted(*arguments: Any) -> GameState | None:
        child = move(*arguments)
        moves[child is not None] += 1
        return child

    monkeypatch.setattr(GameState, "move", counted)
    SOLVER.solve_my_move(GameState(), -2, 2, Player.X)
    answers = Path(tictactoe_solver.__file__).with_name("answers.md")
    sentence = f"{classic.size(classic.EMPTY) - 1:,} moves, with pruning {moves[True]:,}."
    assert sentence in answers.read_text(encoding="utf-8")
