"""The picture of a search shows the mistake, and `explain --svg` writes it."""

import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import commands
from commands import ROOT
from t3_engine import Clock
from t3_play.analysis import Distances
from t3_player import T3Player
from t3_state import T3State
from t3_tools.__main__ import main
from t3_tools.explain.picture import picture
from t3_tools.explain.recording import record

SVG = "{http://www.w3.org/2000/svg}"
TRAP = "261/001/000 evens"
ERRORS = [TRAP, "000/200/161 odds", "161/004/000 evens"]
"""A win thrown away, a wrong depth, and the later of equal actions."""
HARMLESS = ["250/010/400 odds", "643/000/000 evens", "532/215/522 odds", "00/00 odds"]
"""The naive search is right, or the game is over: won and tied; no action wins on 2 x 2."""

call = partial(commands.call, main, "explain")


def texts(svg: str) -> list[str]:
    """The texts in a picture, without the numbers on boards."""
    found = [it.text or "" for it in ET.fromstring(svg).iter(f"{SVG}text")]
    return [text for text in found if not text.isdigit()]


def test_the_picture_of_the_trap() -> None:
    """docs/trap.svg, as `explain --naive --svg` writes it."""
    svg = (ROOT / "docs" / "trap.svg").read_text(encoding="utf-8")
    assert svg == picture(record(T3State.from_notation(TRAP)), Distances(Clock()))
    said = texts(svg)
    for line in ("exact: (0,1) = 2", "naive: (0,1) = 6", "odds have won"):
        assert line in said
    bold = [it.text or "" for it in ET.fromstring(svg).iter() if it.get("font-weight")]
    assert all(it.isdigit() or re.fullmatch(r"\(\d,\d\) = \d", it) for it in bold)
    chosen = said.index("(0,1) = 6")
    assert said[chosen + 2] == "exact: \u22121 at ply 2"
    # On the edges to (0,1) = 2, and to the reply that is seen after (0,1) = 6.
    assert ["\u03b1 = \u2212\u221e, \u03b2 = \u221e", "\u2191 1 at ply 5"] in pairs(said)
    assert ["\u03b1 = 1, \u03b2 = \u221e", "\u2191 1 at ply 3"] in pairs(said)
    # After (0,1) = 2, the reply (1,1) = 1 and the win there that is cut.
    assert ["(1,2) = 6", "evens have won"] in pairs(said[:chosen])
    assert ["2 more searched", "5 more cut"] in pairs(said[:chosen])
    # On the edge to (0,1) = 6 itself.
    assert ["\u2191 at most 1 at ply 3", "no information"] in pairs(said)


def pairs(lines: list[str]) -> list[list[str]]:
    """Each line with the next."""
    return [[*pair] for pair in pairwise(lines)]


@pytest.mark.parametrize("notation", [*ERRORS, *HARMLESS])
def test_what_a_picture_shows(notation: str) -> None:
    """The right action, the chosen one, and that a cut left out the best one."""
    root, search = record(T3State.from_notation(notation)), Distances(Clock())
    svg = picture(root, search)
    said = texts(svg)
    if best := T3Player().choose(root.state):
        assert f"exact: {best}" in said
        assert f"naive: {root.result.action}" in said
        assert {str(best), str(root.result.action)} <= set(said)
    assert ("cut, never seen" in said) == (notation in ERRORS)
    if notation == HARMLESS[0]:
        assert "11 more searched" in said  # the replies to the action chosen
    drawn = ET.fromstring(svg)
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    for it in drawn.iter():
        place = {name: float(it.get(name, 0)) for name in ("x", "y", "width", "height")}
        assert 0 <= place["x"] <= place["x"] + place["width"] <= width
        assert 0 <= place["y"] <= place["y"] + place["height"] <= height


def test_the_file(tmp_path: Path) -> None:
    file = tmp_path / "trap.svg"
    call("261/001/000", "evens", "--naive", "--svg", str(file))
    assert file.read_text(encoding="utf-8").startswith("<svg ")
    for options, complaint in [
        (["--svg", str(file)], "--svg draws the tree of --naive"),
        (["--naive", "--svg", str(tmp_path / "no" / "a.svg")], "doesn't exist"),
    ]:
        assert complaint in call(TRAP, *options, code=2).stderr
