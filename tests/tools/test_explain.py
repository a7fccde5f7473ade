"""What `explain` says of a position is true, and the command prints it."""

import random
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import commands
from oracle import Oracle
from positions import random_position
from t3_engine import Clock
from t3_play.advice import pressure
from t3_play.analysis import Distances
from t3_player import T3Player
from t3_state import T3Action, T3State
from t3_tools.__main__ import main
from t3_tools.explain import mistake
from t3_tools.explain.mistake import tree_of
from t3_tools.explain.report import answers, lost_state, reasons
from t3_tools.explain.trace import trace

TRAP = "261/001/000 evens"
ERRORS = [TRAP, "000/200/161 odds", "161/004/000 evens"]
"""The naive search plays a blunder, then a wrong depth, then the later of equals."""
ORACLE = Oracle()


def states(seed: int, count: int, most_holes: int) -> Iterator[T3State]:
    """`count` 3 x 3 states, reached by random play, in which nobody has won."""
    rng = random.Random(seed)
    for _ in range(count):
        yield T3State(*random_position(rng, 3, rng.randint(0, most_holes)))


def longest(state: T3State) -> int:
    return ORACLE.lasts(state.odd_turn, state.board)


def test_reasons_are_true() -> None:
    kinds = set()
    for state in states(10, 150, 6):
        search = Distances(Clock())
        lost = lost_state(state, search)
        if lost is None:
            continue
        actions = dict(lost.get_transitions())
        at_once = {action: longest(child) == 1 for action, child in actions.items()}
        text = " ".join(reasons(state, search))
        assert pressure(lost) in text
        delayed = re.search(" later", pressure(lost))
        assert all(at_once.values()) == (delayed is None)
        if lost != state:
            assert f"win in at most {(2 + longest(lost)) // 2} moves" in text
        else:
            # One sentence where the best action also holds out longest.
            named = r"(\S+ = \d) holds out longest\.|The best action is (\S+ = \d):"
            stated = re.search(named, text)
            assert stated
            played = T3Action(*map(int, re.findall(r"\d", stated[0])))
            assert 1 + longest(actions[played]) == longest(lost)
        kinds.add((lost == state, all(at_once.values()), longest(lost)))
        refuted = answers(lost, search)
        answer_to = {to: it for (it, _), each in refuted.items() for to in each}
        assert answer_to.keys() == {it for it in actions if not at_once[it]}
        for attempt, answer in answer_to.items():
            after = actions[attempt].get_next_state(answer)
            assert ORACLE.value(after.odd_turn, after.board).utility == -1
            assert longest(after) + 1 == longest(actions[attempt])
    assert len(kinds) > 3


SAID = [
    *("643/000/000 evens", "532/215/522 odds", "532/215/520 evens"),
    *("560/120/040 odds", "210/050/000 odds"),
]
"""Won, tied, a win at once, and lost."""


def test_what_is_said(snapshot: Any) -> None:
    said = []
    for notation in SAID:
        state = T3State.from_notation(notation)
        said += [notation, *reasons(state, Distances(Clock()))]
    assert "\n".join(said) == snapshot


def test_the_mistake() -> None:
    """The tree has exact values, and leads to best actions that were cut."""
    mistakes = 0
    for state in [*map(T3State.from_notation, ERRORS), *states(40, 20, 5)]:
        root, cut = trace(state), 0
        waiting = [(0, tree_of(root, Distances(Clock())))]
        for ply, node in waiting:
            utility, depth, best = ORACLE.value(node.state.odd_turn, node.state.board)
            sign = 1 if node.state.odd_turn == state.odd_turn else -1
            said = [text for text, _ in node.words if text.startswith("exact: ")]
            right = f"exact: {sign * utility} at ply {ply + depth}"
            assert said in ([right], []) or not ply
            for child in node.children:
                waiting.append((ply + 1, child))
                cut += child.is_cut
                assert not child.is_cut or (best and child.action == T3Action(*best))
        assert cut or root.result.action == T3Player().choose(state)
        mistakes += root.result.action != T3Player().choose(state)
    assert mistakes >= len(ERRORS)


call = partial(commands.call, main, "explain")


def test_what_is_printed(snapshot: Any) -> None:
    done = call(*TRAP.split(), "--naive", COLUMNS="140")
    assert done.stderr == ""
    assert done.stdout == snapshot


def test_where_the_naive_search_is_right() -> None:
    """Nothing is to be compared when the game is over."""
    screen = call("532/205/520 evens", "--naive").stdout
    assert (mistake.HARMLESS in screen, "cut, never seen" in screen) == (True, False)
    over = call("532/215/522 odds")
    assert call("532/215/522 odds", "--naive").stdout == over.stdout


def test_where_there_is_only_ascii() -> None:
    options = "explain", TRAP, "--naive"
    done = commands.run("t3_tools", *options, PYTHONIOENCODING="ascii")
    assert (done.stderr, done.stdout.isascii()) == ("", True)


def test_in_a_terminal() -> None:
    screen = commands.Terminal("t3_tools", "explain", TRAP, "--naive").finish(0)
    assert "\u2502" in screen.partition("naive search")[0]  # a board with borders


def test_in_a_terminal_ctrl_c_ends_it() -> None:
    position = "/".join(["0" * 8] * 8) + " odds"
    terminal = commands.Terminal("t3_tools", "explain", position)
    terminal.wait_for("Thinking")
    terminal.process.sendintr()
    assert "stopped" in terminal.finish(130)
