"""classics/cs50/runner.py without a display. The tests post events to play in it."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from commands import python

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

import runner
import tictactoe as ttt
from runner import AGAIN, AREAS, COLOURS, WON, Action, Board, Control, Window

SQUARE_KEYS = [getattr(pygame, f"K_{number}") for number in range(1, 10)]


class Machine:
    """Plays the given squares in order. Before each it waits until `go_ahead` is set."""

    def __init__(self, squares: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.squares = list(squares)
        self.go_ahead = threading.Event()
        self.go_ahead.set()
        monkeypatch.setattr(ttt, "minimax", self)

    def __call__(self, board: Board) -> Action | None:
        assert self.go_ahead.wait(10)
        return square(self.squares.pop(0))


@pytest.fixture
def window() -> Iterator[Window]:
    """A window whose machine plays perfectly."""
    yield Window()
    pygame.quit()


def square(number: str) -> Action:
    return divmod(int(number) - 1, 3)


def press(window: Window, key: int) -> bool:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    return window.step()


def click(window: Window, control: Control, button: int = 1) -> bool:
    at = AREAS[control].center
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))
    return window.step()


def wait(window: Window) -> None:
    """Step the window until the machine has played."""
    while window.is_machines_turn():
        assert window.step()
        time.sleep(0.001)


def play(window: Window, squares: str) -> None:
    """Click each square, and wait each time until the machine has played."""
    for number in squares:
        click(window, square(number))
        wait(window)


def board(text: str) -> Board:
    return [[None if mark == "." else mark for mark in row] for row in text.split("/")]


@pytest.mark.parametrize(("key", "side"), [(pygame.K_x, "X"), (pygame.K_o, "O")])
def test_a_whole_game(window: Window, key: int, side: str) -> None:
    """A side is chosen first; nothing else can be picked. Perfect play is a draw."""
    assert window.step()
    press(window, pygame.K_1)
    click(window, AGAIN)
    click(window, (0, 0))
    assert (window.board, window.human) == (ttt.initial_state(), None)
    press(window, key)
    assert window.human == side
    wait(window)
    while not ttt.terminal(window.board):
        action = ttt.minimax(window.board)
        assert action is not None
        click(window, action)
        wait(window)
    assert ttt.winner(window.board) is None
    assert window.status()[0] == "A draw!"


def test_keys_of_the_squares(window: Window) -> None:
    for number, key in enumerate(SQUARE_KEYS):
        window.restart()
        press(window, pygame.K_x)
        press(window, key)
        assert window.board[number // 3][number % 3] == "X"


def colour_in(window: Window, number: str) -> str:
    """The colour of a square near its corner, where there is no mark."""
    area = AREAS[square(number)]
    colour = window.surface.get_at((area.left + 12, area.top + 12))
    return "#{:02x}{:02x}{:02x}".format(*colour[:3])


@pytest.mark.parametrize(
    ("squares", "replies", "line", "key"),
    [("357", "129", "357", None), ("12693", "45789", "12369", pygame.K_RETURN)],
)
def test_the_end_of_a_game(
    window: Window,
    squares: str,
    replies: str,
    line: str,
    key: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It marks each line that won. Only then AGAIN works, and nothing else does."""
    Machine(replies, monkeypatch)
    click(window, "X")
    for is_over, numbers in enumerate([squares[:-1], squares[-1]]):
        play(window, numbers)
        marked = [number for number in "123456789" if colour_in(window, number) == WON]
        assert "".join(marked) == line * is_over
        before = window.board
        if is_over:
            click(window, (2, 2))
            assert window.board == before
        click(window, AGAIN) if key is None else press(window, key)
        assert (window.human is None) == is_over
        assert window.board == (ttt.initial_state() if is_over else before)
    click(window, "O")
    wait(window)
    assert window.board == board(".../.../..X")


def test_what_is_no_control_does_nothing(window: Window) -> None:
    """Other keys and buttons, the space between squares, and squares that are taken."""
    play(window, "1")
    press(window, pygame.K_x)
    play(window, "5")
    before = window.board
    for key in (pygame.K_0, pygame.K_o, pygame.K_ESCAPE, pygame.K_5):
        assert press(window, key)
    for button in (2, 3, 4, 5):
        assert click(window, (2, 2), button)
    click(window, (1, 1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1))
    assert window.step()
    assert (window.board, window.human) == (before, "X")


def test_the_window_lives_while_the_machine_thinks(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window draws and takes events, which place nothing. It can be closed."""
    machine = Machine("56", monkeypatch)
    machine.go_ahead.clear()
    click(window, "X")
    click(window, (0, 0))
    thinking = board("X../.../...")
    for number in range(9):
        assert click(window, divmod(number, 3))
        assert press(window, SQUARE_KEYS[number])
        assert window.board == thinking
        assert window.status() == ("O is thinking...", COLOURS["O"])
    machine.go_ahead.set()
    wait(window)
    assert window.board == board("X../.O./...")
    assert window.status() == ("Your turn: X", COLOURS["X"])
    machine.go_ahead.clear()
    click(window, (0, 1))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert not window.step()
    assert window.search and not window.search.done()  # noqa: PT018 for mypy
    machine.go_ahead.set()


@pytest.mark.parametrize(
    ("driver", "message"),
    [("offscreen", "There is no display"), ("no-such-thing", "There is no window")],
)
def test_no_display(driver: str, message: str) -> None:
    """The program prints one line and ends, because nobody could close its window."""
    done = python(runner.__file__, SDL_VIDEODRIVER=driver)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(message)


def test_without_pygame() -> None:
    start = "import sys; sys.modules['pygame'] = None; import runner"
    done = python("-c", start, folder=Path(runner.__file__).parent, PYTHONPATH="")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "The window needs pygame-ce: pip install -r requirements.txt\n"


def test_what_minimax_raises_ends_the_program(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the window of a student whose minimax fails would think forever."""
    monkeypatch.setattr(ttt, "minimax", Mock(side_effect=NotImplementedError))
    window.pick("O")
    with pytest.raises(NotImplementedError):
        wait(window)
