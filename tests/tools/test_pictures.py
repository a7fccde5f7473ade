"""Pictures show what they are given, to everybody, and load nothing."""

import itertools
import random
import re
from collections import Counter
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

pytest.importorskip("rich")

from colours import contrast, luminance

from positions import random_position
from t3_player import Evaluation, T3Player
from t3_state import T3Action, T3State
from t3_tools.pictures import boards, svg
from t3_tools.pictures.svg import Picture

SVG = "{http://www.w3.org/2000/svg}"
TRAP = T3State.from_notation("261/001/000 evens")
WON = T3State.from_notation("643/100/002 odds")


def read(drawn: Picture) -> Element:
    return ElementTree.fromstring(drawn.svg())


def placed(root: Element, x: float = 0, y: float = 0) -> list[tuple[Element, float, float]]:
    """Every element with how far it is moved."""
    shift = re.fullmatch(r"translate\((\S+) (\S+)\)", root.get("transform", ""))
    if shift:
        x, y = x + float(shift[1]), y + float(shift[2])
    return [(root, x, y), *(it for child in root for it in placed(child, x, y))]


def texts(drawn: Picture) -> list[str]:
    return [element.text or "" for element in read(drawn).iter(f"{SVG}text")]


def styles(drawn: Picture) -> Counter[str]:
    return Counter(
        style
        for element in read(drawn).iter()
        for style in element.get("class", "").split()
    )


@cache
def all_kinds() -> list[Picture]:
    """A picture of each kind."""
    values = T3Player().evaluate_actions(TRAP)
    words = svg.paragraph("<words> & more " * 40)
    valued = boards.board(TRAP, values=values, caption="a < b & c")
    return [
        boards.board(WON, T3Action(2, 2, 2)),
        valued,
        words,
        svg.stacked([svg.in_rows([valued] * 5, ""), words], "in rows"),
    ]


@pytest.mark.parametrize("kind", range(4))
def test_every_picture_is_whole(kind: int) -> None:
    """It is XML that names nothing outside, is told to a screen reader, and is styled."""
    drawn = all_kinds()[kind]
    text = drawn.svg()
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, description, *_ = root
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text == drawn.title
    assert description.text == drawn.description != ""
    assert not re.search(r"href|url\(|@import|@font-face|<script|<image|\bid=", text)
    assert text.count("http") == 1  # the name of SVG
    known = set(re.findall(r"\.([\w-]+)", svg.LIGHT)) | {"t3", "on-tie", "on-unproven"}
    assert styles(drawn).keys() <= known
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    for element, x, y in placed(root):
        left, top = float(element.get("x", "0")), float(element.get("y", "0"))
        assert 0 <= x + left <= width
        assert 0 <= y + top <= height


def lightness(colour: str) -> float:
    """The luminance of a colour that is written as #rgb or #rrggbb."""
    full = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
    return luminance(*(int(full[at : at + 2], 16) for at in (1, 3, 5)))


def colours(sheet: str) -> dict[tuple[str, str], float]:
    """The luminance of each style, by the style and what has it."""
    found = {}
    for selectors, properties in re.findall(r"^(.+?) \{(.*)\}$", sheet, re.MULTILINE):
        for name in selectors.split(", "):
            for what, colour in re.findall(r"(fill|stroke): (#\w+)", properties):
                found[name.removeprefix("."), what] = lightness(colour)
    return found


@pytest.mark.parametrize("sheet", [svg.LIGHT, svg.DARK])
def test_everything_stands_out_from_its_ground(sheet: str) -> None:
    """Also where there are no colours: contrast is one of brightness."""
    has = colours(sheet)
    assert has.keys() == colours(svg.LIGHT).keys()
    for ground in ("ground", "odds", "evens", "tie", "unproven"):
        assert contrast(has["text", "fill"], has[ground, "fill"]) >= 4.5
    assert contrast(has["faint", "fill"], has["ground", "fill"]) >= 4.5
    for letter, ground in (("on-win", "win"), ("on-loss", "loss")):
        assert contrast(has[letter, "fill"], has[ground, "fill"]) >= 4.5
    for outline in ("grid", "odds", "evens", "last", "line", "loss", "tie"):
        assert contrast(has[outline, "stroke"], has["ground", "fill"]) >= 3


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6])
def test_numbers_lie_where_they_are_in_the_shape_of_their_side(size: int) -> None:
    rng = random.Random(size)
    state = T3State(*random_position(rng, size, size * size // 2))
    seen = {}
    pieces = placed(read(boards.board(state)))
    for (outline, *_), (text, x, y) in itertools.pairwise(pieces):
        if outline.get("class") in ("odds", "evens"):
            col, row = (
                (float(text.get(name, "")) + by - svg.MARGIN - boards.EDGE) // boards.CELL
                for name, by in (("x", x), ("y", y))
            )
            round_ = outline.tag == f"{SVG}circle"
            assert round_ == (outline.get("class") == "odds")
            seen[col, row] = int(text.text or ""), round_
    assert seen == {
        (col, row): (number, number % 2 == 1)
        for row, numbers in enumerate(state.board)
        for col, number in enumerate(numbers)
        if number
    }


def test_values_are_in_their_cells() -> None:
    values = T3Player().evaluate_actions(TRAP)
    drawn = boards.board(TRAP, values=values, best=values[0].action)
    seen, number, starred = {}, 0, None
    for element, x, y in placed(read(drawn)):
        style, text = element.get("class", ""), element.text or ""
        if style == "bold":
            number = int(text)
        elif style.startswith("bold on-"):
            height = boards.ENTRY_HEIGHT * 3 + 10
            col = (x - svg.MARGIN - boards.EDGE) // (boards.ENTRY_WIDTH + 8)
            row = (y - svg.MARGIN - boards.EDGE) // height
            action = T3Action(int(col), int(row), number)
            seen[action] = text
        elif text == "★":
            starred = action
    letters = {1: "W", 0: "T", -1: "L"}
    expected = {value.action: f"{letters[value.utility]}{value.depth}" for value in values}
    assert seen == expected
    assert starred == values[0].action


def test_what_is_not_proven_is_not_drawn_as_known() -> None:
    value = Evaluation(1, 3, T3Action(0, 0, 1), exact=False)
    drawn = boards.board(T3State(True), values=[value])
    assert "?" in texts(drawn)
    assert "W3" not in texts(drawn)
    assert "not proven" in drawn.description


def test_a_line_that_wins_and_the_last_action() -> None:
    drawn = boards.board(WON, T3Action(2, 0, 3))
    assert styles(drawn)["line"] == styles(drawn)["last"] == 1
    assert "Evens have won: row 0 is 6 + 4 + 3 = 13" in drawn.description
    assert "Placed last: (2,0) = 3." in drawn.description
    assert styles(boards.board(TRAP))["line"] == styles(boards.board(TRAP))["last"] == 0
