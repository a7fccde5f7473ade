"""The game tree, what both players refuse, and their tournaments."""

import os
from typing import Any

import pytest

import classic
from commands import ROOT, python
from gametree_boards import MARKERS, board_of, text_of
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


def nodes_of(root: Node) -> list[Node]:
    """The root and all nodes below it, each object once."""
    nodes = {id(root): root}
    waiting = [root]
    while waiting:
        children = {id(child): child for child in waiting.pop().children}
        waiting += [child for key, child in children.items() if key not in nodes]
        nodes |= children
    return list(nodes.values())


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


def test_every_node() -> None:
    """Each board is one node, rated by its value; only the root stays unrated."""
    nodes = nodes_of(generate_game_tree())
    root = nodes[0]
    assert sorted(text_of(node.board) for node in nodes) == sorted(classic.BOARDS)
    assert (root.turn, root.rating) == (Marker.O, UNRATED) == (Marker.O, -1)
    ratings = {1: Marker.X, -1: Marker.O, 0: Marker.NONE}
    for node in nodes:
        text = text_of(node.board)
        assert node.turn.opponent() is MARKERS[classic.mover(text)]
        assert node is root or node.rating is ratings[classic.value(text)]
        free = [] if classic.is_over(text) else classic.free(text)
        children = [classic.after(text, cell) for cell in free]
        assert [text_of(child.board) for child in node.children] == children


def test_finding_a_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """find_node() returns the tree's own node, and compares at most 45 boards."""
    looks = 0
    is_part_of = Board.is_part_of

    def spy(board: Board, other: Board) -> bool:
        nonlocal looks
        looks += 1
        return is_part_of(board, other)

    monkeypatch.setattr(Board, "is_part_of", spy)
    nodes = {text_of(node.board): node for node in nodes_of(ProfessionalPlayer.gt_root)}
    for text in classic.UNFINISHED:
        looks = 0
        assert find_node(board_of(text)) is nodes[text]
        assert looks <= 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1


@pytest.mark.parametrize("make", [AmateurPlayer, ProfessionalPlayer])
def test_a_board_of_its_own(make: Any) -> None:
    """The board that a player returns shares no list with the given one or the tree."""
    board = Board()
    for row in make(Marker.X).play_turn(board).cells:
        row[:] = [Marker.O] * 3
    assert board == Board()
    assert len(nodes_of(ProfessionalPlayer.gt_root)) == 5478
    assert make(Marker.X).play_turn(Board()).winner() is Marker.NONE


@pytest.mark.parametrize("make", [AmateurPlayer, ProfessionalPlayer])
def test_what_a_player_refuses(make: Any) -> None:
    for text in ["XXXOO....", "OO.XXX...", "XOXXOOOXX"]:
        with pytest.raises(ValueError, match="the game is over"):
            make(Marker.X).play_turn(board_of(text))
    with pytest.raises(ValueError, match=r"not Marker\.NONE"):
        make(Marker.NONE)
    with pytest.raises(ValueError, match="not X and O"):
        Tournament(make(Marker.O), AmateurPlayer(Marker.X))
    with pytest.raises(ValueError, match="not X and O"):
        Tournament(make(Marker.X), AmateurPlayer(Marker.X))


@pytest.mark.parametrize("text", ["O........", "XX.......", "XXXOO.O..", "XO.X.X..."])
def test_no_node(text: str) -> None:
    with pytest.raises(ValueError, match="not one that play comes to"):
        find_node(board_of(text))
