"""Each course's functions, methods and classes are there, with the course's parameters."""

import importlib
import inspect
from typing import Any

import pytest

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


@pytest.mark.parametrize("line", NAMES.strip().splitlines())
def test_names(line: str) -> None:
    module, names = line.split(": ")
    for expected in names.split():
        found: Any = importlib.import_module(module)
        for name in expected.split("(")[0].split("."):
            found = getattr(found, name)
        assert f"({','.join(inspect.signature(found).parameters)})" in expected
