"""The picture that messaging apps show beside a link to the page."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from t3_play.sums import line_sums
from t3_state import T3State, is_odds

STATE = T3State.from_notation("261/001/000 evens")
SIZE = (1200, 630)
SCALE = 2
"""How much larger the picture is drawn, so that its edges are smooth."""
CELL = 300
LEFT, TOP = 1290, 180
"""Where the board begins."""
GROUND, CARD, INK, SOFT, EDGE = "#f4f2ec", "#fff", "#1d2129", "#565c68", "#85878d"
ODDS, EVENS = "#1d4ed8", "#a8480b"
"""The colours of static/style.css."""


def write_preview(path: Path) -> None:
    """Draw a position with what its lines need, and beside it the title and a question."""
    picture = Image.new("RGB", (SIZE[0] * SCALE, SIZE[1] * SCALE), GROUND)
    draw = ImageDraw.Draw(picture)

    def write(text: str, x: float, y: float, size: int, colour: str, anchor: str) -> None:
        font = ImageFont.load_default(size)
        draw.text((x, y), text, colour, font, anchor, stroke_width=size // 40)

    write("Tic-Tac-Total", 130, 470, 168, INK, "ls")
    write("Make a line of exactly 13.", 134, 660, 76, INK, "ls")
    write("Evens to move: can you win?", 134, 780, 76, EVENS, "ls")
    for row, numbers in enumerate(STATE.board):
        for col, number in enumerate(numbers):
            x, y = LEFT + CELL * (col + 0.5), TOP + CELL * (row + 0.5)
            cell, inside = [(x - r, y - r, x + r, y + r) for r in (142, 105)]
            draw.rounded_rectangle(cell, 32, CARD, EDGE, 4)
            if number and is_odds(number):
                draw.ellipse(inside, outline=ODDS, width=16)
                write(str(number), x, y, 130, ODDS, "mm")
            elif number:
                draw.rounded_rectangle(inside, 36, EVENS)
                write(str(number), x, y, 130, CARD, "mm")
    for each in line_sums(STATE).values():
        first, last = each.line[0], each.line[-1]
        x, y = [z + 0.5 + 0.35 * (z - a) for a, z in zip(first, last)]
        if not each.dead:
            write(f"+{each.needs}", LEFT + CELL * x, TOP + CELL * y, 70, SOFT, "mm")
    picture.resize(SIZE).save(path)
