"""Puzzles, games to send, and positions that are set up, on the page in Chromium."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser import MARKS, board, cell, choice, go, place, said

pytest_plugins = ["browser"]

pytestmark = MARKS


PUZZLE = "060/411/014-evens&play=evens&puzzle=sent"
SOLUTION = ["022", "206"]


def test_a_puzzle(page: Page) -> None:
    """A wrong move is refused, and counts; a right one is answered until it is solved."""
    go(page, PUZZLE)
    said(page, "A friend sent you a puzzle: you can win in 2 moves. Your turn")
    expect(page.locator("#controls button")).to_have_text(["Undo"])
    place(page, "004")
    said(page, "Not the solution: (0,0) = 4 ")
    page.get_by_role("button", name="Try again").click()
    place(page, SOLUTION[0])
    said(page, "Right. ")
    place(page, SOLUTION[1])
    said(page, "Solved, 2 tries.")
    assert page.url.endswith(PUZZLE)
    page.get_by_role("button", name="Share result").click()
    result = page.locator("#share input")
    expect(result).to_have_value(re.compile(f"^T3 puzzle · 2 tries.*{PUZZLE}$"))
    page.keyboard.press("Escape")


def test_a_solution_that_was_shown_is_not_solved(fresh: Page, site: str) -> None:
    fresh.goto(f"{site}#{PUZZLE}")
    place(fresh, "004")
    fresh.get_by_role("button", name="Show the solution").click()
    said(fresh, "You win in 2 moves. Best: (0,2) = 2.")
    place(fresh, SOLUTION[0])
    said(fresh, "You win at once. Best: (2,0) = 6.")
    place(fresh, SOLUTION[1])
    said(fresh, "You win: ")
    assert "Solved" not in fresh.inner_text("#verdict")
    expect(fresh.get_by_role("button", name="Share result")).to_have_count(0)


@pytest.mark.parametrize(
    ("puzzle", "claim"),
    [
        ("000/000/000-evens&puzzle=2026-12-01", "you can win in 2 moves"),
        ("000/000/000-odds&puzzle=sent", "you lose against best play"),
        ("131/131/130-odds&puzzle=sent", "don't lose"),
        ("060/411/014-evens&puzzle=2026-11-09", "Puzzle 313 of 9 November: you can win"),
    ],
)
def test_what_a_puzzle_claims_is_true_of_its_position(
    page: Page, puzzle: str, claim: str
) -> None:
    side = "odds" if "odds" in puzzle else "evens"
    go(page, f"{puzzle}&play={side}")
    said(page, claim)


def test_a_slower_win_solves_a_puzzle(page: Page) -> None:
    """(2,0) = 2 wins in 2 moves, though (2,0) = 4 wins at once."""
    go(page, "060/401/001-evens&play=evens&puzzle=2026-01-01")
    place(page, "022")
    said(page, "Right. The computer: (0,0) = 3.")
    place(page, "202")
    said(page, "Right. The computer: ")


def test_the_page_opens_on_the_puzzle_of_the_day(fresh: Page, site: str) -> None:
    """And shares it without a move. Results stay on the device."""
    fresh.goto(site)
    said(fresh, "Puzzle ")
    expect(fresh.locator("#note")).to_contain_text("Make a line sum to 13")
    fresh.click("#send")
    link = fresh.locator("#share input")
    expect(link).to_have_value(re.compile(r"-(odds|evens)&play=\1&puzzle=[-0-9]{10}$"))


def test_beat_me(page: Page) -> None:
    """A link has the same position, level and seed."""
    go(page, "640/000/000-odds&play=odds&level=easy")
    place(page, "203")
    page.get_by_role("button", name="Beat me").click()
    text = page.locator("#share input").first.input_value()
    assert "I won Tic-Tac-Total in 1 move. Beat me:" in text
    link = re.search("#.*", text)
    page.keyboard.press("Escape")
    assert link
    assert re.search(r"640/000/000-odds&play=odds&level=easy&seed=\d+&beat=1$", link[0])
    go(page, link[0][1:])
    said(page, "A friend won this in 1 move.")
    place(page, "203")
    expect(page.locator("#note")).to_contain_text("You needed 1 move, your friend 1.")


def test_a_new_game_and_a_position_that_is_set_up(page: Page) -> None:
    page.click("#begin")
    for name, value in {"play": "odds", "first": "odds", "size": "4"}.items():
        page.select_option(f"[name={name}]", value)
    page.click("text=Cancel")
    expect(page.locator(".cell")).to_have_count(9)
    page.click("#begin")
    page.locator("#new .main").click()
    expect(page.locator(".cell")).to_have_count(16)
    expect(page.locator("#players")).to_contain_text("computer, medium")
    page.click("#begin")
    page.select_option("[name=size]", "3")
    page.click("#edit")
    page.get_by_role("button", name="Odds first").click()
    for number, *cells in ((5, (0, 0), (1, 0), (1, 1)), (2, (2, 0)), (5, (1, 1))):
        expect(choice(page, number)).to_have_attribute("aria-disabled", "false")
        choice(page, number).click()
        for col, row in cells:
            cell(page, col, row).click()  # the second time it clears the cell
        choice(page, number).click()
    cell(page, 2, 2).focus()
    page.keyboard.press("1")
    page.click("#done")
    said(page, "Your turn: place 1, 3 or 5.")
    assert "#552/000/001-odds&play=odds" in page.url
    place(page, "013")
    said(page, "The computer: ")


def test_the_position_on_the_board_is_edited(page: Page) -> None:
    """After Done the computer moves, and undo brings back what was set up."""
    go(page, "210/000/000-odds&play=odds&level=easy")
    page.click("#begin")
    page.select_option("[name=play]", "odds")
    page.click("#edit")
    assert board(page) == "210000000"
    page.get_by_role("button", name="Evens first").click()
    page.click("#done")
    said(page, "The computer: ")
    page.click("#undo")
    assert board(page) == "210000000"
    page.click("#send")
    link = page.locator("#share input").first
    expect(link).to_have_value(re.compile("#210/000/000-evens&play=odds&level=medium$"))
    page.keyboard.press("Escape")
    page.click("#done")
    said(page, "The computer: ")
    page.click("#begin")
    page.click("#edit")
    page.get_by_role("button", name="Clear").click()
    assert board(page) == "0" * 9
