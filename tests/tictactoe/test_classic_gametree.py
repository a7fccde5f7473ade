"""The game tree, the professional and the amateur player, and their tournaments."""

import os
import random
from typing import Any

import pytest

import classic
from commands import ROOT, python
from tictactoe.gametree import (
    AmateurPlayer,
    Board,
    Marker,
    Node,
    ProfessionalPlayer,
    Tournament,
    generate_game_tree,
)
from tictactoe.gametree.node import UNRATED
from tictactoe.gametree.professionalplayer import find_node
from tictactoe.gametree.tournament import Player

MARKERS = {"X": Marker.X, "O": Marker.O, ".": Marker.NONE}
BOARDS = classic.reachable()


def board_of(text: str) -> Board:
    return Board([[MARKERS[mark] for mark in text[at : at + 3]] for at in (0, 3, 6)])


def text_of(board: Board) -> str:
    return str(board).replace("\n", "").replace(" ", "")


def cells(text: str) -> list[tuple[int, int]]:
    return [divmod(cell, 3) for cell in classic.free(text)]


def nodes_of(root: Node) -> list[Node]:
    """The root and all nodes below it, each object once."""
    found, known = [root], {id(root)}
    for node in found:  # the loop appends to this list
        for child in node.children:
            if id(child) not in known:
                known.add(id(child))
                found.append(child)
    return found


def test_no_import_builds_the_tree() -> None:
    """The first read of `gt_root` builds the tree. A turn then builds no second tree."""
    program = """if True:
        from tictactoe.gametree.node import Node

        rate, rated = Node.rate, []
        Node.rate = lambda node: rated.append(node) or rate(node)
        from tictactoe.gametree import *
        from tictactoe.gametree import main

        player = ProfessionalPlayer(Marker.X)
        print(len(rated))
        player.gt_root
        print(len(rated))
        ProfessionalPlayer(Marker.X).play_turn(Board())
        print(len(rated))
    """
    assert python("-c", program).stdout.split() == ["0", "5477", "5477"]


def test_modules_imported_by_their_short_names() -> None:
    """With the folder on sys.path, `board` has a second Board. The players accept it."""
    program = """if True:
        from board import Board, Marker
        from amateurplayer import AmateurPlayer
        from professionalplayer import ProfessionalPlayer
        from tournament import Tournament

        opened = Board().after(0, 0, Marker.X)
        answer = Board([[Marker.X, 0, 0], [0, Marker.O, 0], [0, 0, 0]])
        print(ProfessionalPlayer(Marker.O).play_turn(opened) == answer)
        players = AmateurPlayer(Marker.X), ProfessionalPlayer(Marker.O)
        Tournament(*players).run_tournament(20)
        ProfessionalPlayer(Marker.O).play_turn(Board())
    """
    done = python(
        "-c", program, PYTHONPATH=f"{ROOT}{os.pathsep}{ROOT / 'tictactoe' / 'gametree'}"
    )
    assert done.stdout.startswith("True\nAmateurPlayer (X) against"), done.stderr
    assert "X has 0 wins" in done.stdout
    assert "ValueError: it is not the turn of O" in done.stderr


class TestBoard:
    def test_empty(self) -> None:
        board = Board()
        assert board.cells == [[Marker.NONE] * 3] * 3
        assert not board.is_game_over()
        board.cells[0][0] = Marker.X
        assert board.cells[1][0] == Marker.NONE
        assert Board().cells[0][0] == Marker.NONE

    def test_does_not_share_lists(self) -> None:
        given = [[Marker.NONE] * 3 for _ in range(3)]
        board = Board(given)
        given[0][0] = Marker.X
        assert board == Board()

    def test_keys(self) -> None:
        """Each board has a key of its own, a number of nine digits in base 3."""
        keys = {board_of(text).get_key() for text in BOARDS}
        assert len(keys) == len(BOARDS)
        assert Board().get_key() == 0
        assert max(keys) < 3**9
        assert Board([[Marker.O] * 3] * 3).get_key() == 3**9 - 1


class TestTree:
    def test_every_node(self) -> None:
        """Each board is one node, rated by its value; only the root stays unrated."""
        nodes = nodes_of(generate_game_tree())
        root = nodes[0]
        assert sorted(text_of(node.board) for node in nodes) == sorted(BOARDS)
        assert (root.turn, root.rating) == (Marker.O, UNRATED) == (Marker.O, -1)
        ratings = {1: Marker.X, -1: Marker.O, 0: Marker.NONE}
        for node in nodes:
            text = text_of(node.board)
            assert node.turn.opponent() is MARKERS[classic.mover(text)]
            assert node is root or node.rating is ratings[classic.value(text)]
            free = [] if classic.is_over(text) else classic.free(text)
            children = [classic.after(text, cell) for cell in free]
            assert [text_of(child.board) for child in node.children] == children

    def test_finding_a_node(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """find_node() returns the tree's own node, and compares at most 45 boards."""
        looks = 0
        is_part_of = Board.is_part_of

        def spy(board: Board, other: Board) -> bool:
            nonlocal looks
            looks += 1
            return is_part_of(board, other)

        monkeypatch.setattr(Board, "is_part_of", spy)
        nodes = {text_of(node.board): node for node in nodes_of(ProfessionalPlayer.gt_root)}
        for text in BOARDS:
            if not classic.is_over(text):
                looks = 0
                assert find_node(board_of(text)) is nodes[text]
                assert looks <= 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1

    @pytest.mark.parametrize("text", ["O........", "XX.......", "XXXOO.O..", "XO.X.X..."])
    def test_boards_that_play_does_not_come_to(self, text: str) -> None:
        with pytest.raises(ValueError, match="not one that play comes to"):
            find_node(board_of(text))


class TestAmateur:
    def test_rules_in_order(self) -> None:
        """On every board the amateur wins if it can, else blocks if it must."""
        for text in BOARDS:
            if classic.is_over(text):
                continue
            me = classic.mover(text)
            you = "O" if me == "X" else "X"
            player, board = AmateurPlayer(MARKERS[me]), board_of(text)
            wins = [cell for cell in classic.free(text) if completes(text, cell, me)]
            threats = [cell for cell in classic.free(text) if completes(text, cell, you)]
            assert player.play_win(board) == (divmod(wins[0], 3) if wins else None)
            assert player.play_block(board) == (divmod(threats[0], 3) if threats else None)
            assert player.play_random(board) in cells(text)
            expected = wins[:1] or threats[:1] or classic.free(text)
            played = text_of(player.play_turn(board))
            assert played in [classic.after(text, cell) for cell in expected]

    def test_random_is_any_empty_cell(self) -> None:
        player = AmateurPlayer(Marker.O, random.Random(5))
        for text in ("." * 9, "X...O....", "XOXOX.OXO"):
            board = board_of(text)
            assert {player.play_random(board) for _ in range(300)} == set(cells(text))


@pytest.mark.parametrize("make", [AmateurPlayer, ProfessionalPlayer])
class TestBothPlayers:
    def test_a_board_of_its_own(self, make: Any) -> None:
        """The board that a player returns shares no list with the given one or the tree."""
        board = Board()
        played = make(Marker.X).play_turn(board)
        assert played.cells is not board.cells
        for row in played.cells:
            row[:] = [Marker.O] * 3
        assert board == Board()
        assert len(nodes_of(ProfessionalPlayer.gt_root)) == 5478
        assert make(Marker.X).play_turn(Board()).winner() is Marker.NONE

    @pytest.mark.parametrize("text", ["XXXOO....", "OO.XXX...", "XOXXOOOXX"])
    def test_refuses_a_game_that_is_over(self, make: Any, text: str) -> None:
        with pytest.raises(ValueError, match="the game is over"):
            make(Marker.X).play_turn(board_of(text))

    def test_refuses_to_play_nobody(self, make: Any) -> None:
        with pytest.raises(ValueError, match=r"not Marker\.NONE"):
            make(Marker.NONE)


class TestProfessional:
    def test_refuses_another_players_turn(self) -> None:
        with pytest.raises(ValueError, match="it is not the turn of O"):
            ProfessionalPlayer(Marker.O).play_turn(Board())


class TestTournament:
    @pytest.mark.parametrize(
        "players",
        [
            (AmateurPlayer(Marker.O), AmateurPlayer(Marker.X)),
            (ProfessionalPlayer(Marker.X), AmateurPlayer(Marker.X)),
        ],
    )
    def test_refuses_wrong_markers(self, players: tuple[Player, Player]) -> None:
        with pytest.raises(ValueError, match="not X and O"):
            Tournament(*players)


def completes(text: str, cell: int, mark: str) -> bool:
    """Whether this mark on this cell makes three in a line."""
    return classic.winner(text[:cell] + mark + text[cell + 1 :]) == mark
