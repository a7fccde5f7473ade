"""Tic-tac-toe in a window, against the minimax of the tictactoe.py beside this file.

Any tictactoe.py will do that has X, O, EMPTY and the seven functions of the assignment.

A control is what can be picked on a screen: a side, a square, as its action (row, column),
or AGAIN. The mouse picks a control by its area and the keyboard by its key.
"""

import copy
import os
import sys
from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import tictactoe as ttt

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
try:
    import pygame
except ModuleNotFoundError:
    sys.exit("The window needs pygame-ce: pip install -r requirements.txt")

Board = list[list[str | None]]
Action = tuple[int, int]
Control = str | Action
AGAIN = "Play again"

SQUARES = [(row, column) for row in range(3) for column in range(3)]
LINES = [
    *[SQUARES[at : at + 3] for at in (0, 3, 6)],
    *[SQUARES[at::3] for at in (0, 1, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]

SIZE = 480, 600
FRAMES_PER_SECOND = 30

AREAS: dict[Control, pygame.Rect] = {
    ttt.X: pygame.Rect(80, 270, 140, 140),
    ttt.O: pygame.Rect(260, 270, 140, 140),
    AGAIN: pygame.Rect(150, 530, 180, 50),
    **{
        (row, column): pygame.Rect(34 + 140 * column, 94 + 140 * row, 132, 132)
        for row, column in SQUARES
    },
}
KEYS: dict[Control, int] = {
    ttt.X: pygame.K_x,
    ttt.O: pygame.K_o,
    AGAIN: pygame.K_RETURN,
    **{square: pygame.K_1 + number for number, square in enumerate(SQUARES)},
}

PAPER, SQUARE, WON, FAINT, INK = "#f4f1ea", "#ffffff", "#ffe08a", "#6f695d", "#2b2b2b"
SMALL, LARGE, MARK = 28, 46, 150
COLOURS = {ttt.X: "#1f5fa8", ttt.O: "#c2410c"}


class Window:
    """The window and the game in it."""

    def __init__(self) -> None:
        # Not pygame.init(), which would also look for sound and joysticks.
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("Tic-tac-toe")
        self.surface = pygame.display.set_mode(SIZE)
        self.pool = ThreadPoolExecutor(1)
        self.fonts = {size: pygame.font.Font(None, size) for size in (SMALL, LARGE, MARK)}
        self.restart()

    def restart(self) -> None:
        """Go to the first screen, where the side is chosen."""
        self.board: Board = ttt.initial_state()
        self.human: str | None = None
        self.search: Future[Action | None] | None = None

    def step(self) -> bool:
        """Answer the events since the last step, and draw; False to close."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            for control in self.controls():
                if is_picked(control, event):
                    self.pick(control)
                    break
        self.think()
        self.draw()
        pygame.display.flip()
        return True

    def controls(self) -> Collection[Control]:
        """The controls that a person can pick now."""
        if self.human is None:
            return ttt.X, ttt.O
        if ttt.terminal(self.board):
            return (AGAIN,)
        return () if self.is_machines_turn() else ttt.actions(self.board)

    def pick(self, control: Control) -> None:
        """Place a mark, choose a side, or start again, as the control says."""
        if isinstance(control, tuple):
            self.board = ttt.result(self.board, control)
        elif control == AGAIN:
            self.restart()
        else:
            self.human = control

    def is_machines_turn(self) -> bool:
        """Whether the game is on, and the machine to move."""
        return not (
            self.human in (None, ttt.player(self.board)) or ttt.terminal(self.board)
        )

    def think(self) -> None:
        """In the machine's turn, start a search, or play what it has found.

        Raises what minimax raised.
        """
        if not self.is_machines_turn():
            return
        if self.search is None:
            self.search = self.pool.submit(ttt.minimax, copy.deepcopy(self.board))
        elif self.search.done():
            action = self.search.result()
            assert action is not None, "there is one until the game is over"
            self.board = ttt.result(self.board, action)
            self.search = None

    def draw(self) -> None:
        """Draw the screen as the game stands."""
        self.surface.fill(PAPER)
        if self.human is None:
            self.draw_choice()
        else:
            self.draw_board()
            self.write(*self.status(), LARGE, (240, 48))

    def draw_choice(self) -> None:
        """The first screen."""
        self.write("Tic-tac-toe", INK, LARGE, (240, 110))
        self.write("Which side do you play?", INK, SMALL, (240, 200))
        for side in (ttt.X, ttt.O):
            pygame.draw.rect(self.surface, SQUARE, AREAS[side], border_radius=12)
            self.write(side, COLOURS[side], MARK, AREAS[side].center)
        self.write("X moves first. Click, or press X or O.", FAINT, SMALL, (240, 460))

    def draw_board(self) -> None:
        """The squares with their marks, and what can be picked."""
        lines = [line for line in LINES if self.is_won(line)]
        for number, (row, column) in enumerate(SQUARES, 1):
            area = AREAS[row, column]
            won = any((row, column) in line for line in lines)
            pygame.draw.rect(self.surface, WON if won else SQUARE, area, border_radius=12)
            mark = self.board[row][column]
            if mark != ttt.EMPTY:
                self.write(mark, COLOURS[mark], MARK, area.center)
            elif not ttt.terminal(self.board):
                self.write(str(number), FAINT, SMALL, area.center)
        for line in lines:
            ends = AREAS[line[0]].center, AREAS[line[-1]].center
            pygame.draw.line(self.surface, INK, *ends, width=8)
        if ttt.terminal(self.board):
            pygame.draw.rect(self.surface, INK, AREAS[AGAIN], border_radius=12)
            self.write(AGAIN, PAPER, SMALL, AREAS[AGAIN].center)
        elif not self.is_machines_turn():
            self.write("Click a square, or press 1 to 9.", FAINT, SMALL, (240, 555))

    def is_won(self, line: list[Action]) -> bool:
        """Whether the winner has all three squares of a line."""
        marks = {self.board[row][column] for row, column in line}
        return marks == {ttt.winner(self.board)} != {None}

    def status(self) -> tuple[str, str]:
        """The headline of a game, and its colour."""
        if ttt.terminal(self.board):
            mark = ttt.winner(self.board)
            return (f"{mark} wins!", COLOURS[mark]) if mark else ("A draw!", INK)
        mover = ttt.player(self.board)
        if self.is_machines_turn():
            return f"{mover} is thinking...", COLOURS[mover]
        return f"Your turn: {mover}", COLOURS[mover]

    def write(self, text: str, colour: str, size: int, centre: tuple[int, int]) -> None:
        """Draw a line of text."""
        picture = self.fonts[size].render(text, True, colour)
        # Only the inked part: a font leaves more room below a letter than above.
        inked = picture.subsurface(picture.get_bounding_rect())
        self.surface.blit(inked, inked.get_rect(center=centre))


def is_picked(control: Control, event: pygame.event.Event) -> bool:
    """Whether this is a press of the control's key, or a left click on its area."""
    if event.type == pygame.KEYDOWN:
        return bool(event.key == KEYS[control])
    clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
    return clicked and bool(AREAS[control].collidepoint(event.pos))


def main() -> None:
    """Open the window, and keep it until it is closed."""
    try:
        window = Window()
    except pygame.error as error:
        sys.exit(f"There is no window: {error}")
    if pygame.display.get_driver() == "offscreen":
        sys.exit("There is no display to open a window on.")
    clock = pygame.time.Clock()
    while window.step():
        clock.tick(FRAMES_PER_SECOND)
    pygame.quit()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
    os._exit(0)  # even while minimax thinks
