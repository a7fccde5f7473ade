"""Sentences about values, judged by brute force, wherever time ends the search."""

import random
import re
from collections.abc import Iterator

import pytest

from oracle import Oracle
from positions import random_position, seeds
from t3_engine import Clock
from t3_play.advice import advice, danger, grouped, pressure, slowest
from t3_play.analysis import Distances, Outlook, prospects
from t3_play.descriptions import name_of
from t3_play.levels import perfect, thinking
from t3_play.match import PEOPLE, new_match
from t3_play.review import how_it_went, judge, review, victory
from t3_state import TURNS, Line, T3Action, T3State

COUNTS = re.compile(r"(?:win|need)(?:.*?) (\d+) (?:of their )?moves?")

ORACLE, ENOUGH = Oracle(), 1e9


def budget_of(positions: float) -> Clock:
    """A clock that stops the search after this many positions."""
    clock = Clock()
    clock.most = positions
    return clock


class Truth:
    """What brute force says of a state."""

    def __init__(self, state: T3State) -> None:
        self.mover = TURNS[state.odd_turn]
        self.worth: dict[T3Action, tuple[int, int]] = {}
        """By action: utility for the mover, and plies until the win, 0 for a tie."""
        for action, child in state.get_transitions():
            there = child.odd_turn, child.board
            utility = -ORACLE.value(*there).utility
            self.worth[action] = utility, 1 + ORACLE.lasts(*there) if utility else 0
        self.utility = max(utility for utility, _ in self.worth.values())
        ends = [plies for utility, plies in self.worth.values() if utility == self.utility]
        self.plies = min(ends) if self.utility == 1 else max(ends)

    def check(self, sentence: str, actions: list[T3Action]) -> None:
        """Fails if the sentence about these actions is false."""
        for action in actions:
            utility, plies = self.worth[action]
            if "tie" in sentence and "threw" not in sentence:
                assert utility == 0
            if winner := re.search(
                r"(odds|evens) win|: (odds|evens) then", sentence.lower()
            ):
                winner_is_mover = (winner[1] or winner[2]) == self.mover
                assert utility == (1 if winner_is_mover else -1)
            if "at once" in sentence:
                assert plies == 1
            elif "with their next move" in sentence:
                assert plies == 2
            elif count := COUNTS.search(sentence):
                needed = plies // 2 if " then need " in sentence else (plies + 1) // 2
                assert needed == int(count[1])
        if "Every move loses" in sentence:
            assert self.utility == -1
        if re.search("holds out longest(?!, as)|nothing (is|does) better", sentence):
            for action in actions:
                assert self.worth[action] == (self.utility, self.plies)


def named(text: str, every: list[T3Action]) -> list[T3Action]:
    """The actions that a text names."""
    found = []
    for cell, numbers in re.findall(r"\((\d,\d)\) = (\d(?:(?:, | or )\d(?!,))*)", text):
        for number in re.findall(r"\d", numbers):
            found.append(T3Action(*map(int, [*cell.split(","), number])))
    return found or every * ("All" in text)


def budgets(dice: random.Random) -> Iterator[float]:
    """No time at all, several random moments, and enough."""
    yield from (0, dice.randint(1, 9), dice.randint(1, 60), dice.randint(1, 600), ENOUGH)


@pytest.mark.parametrize("seed", seeds(1, 12))
def test_no_sentence_is_false(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        state = T3State(*random_position(dice, 3, dice.randint(1, 6)))
        if state.is_over():
            continue
        truth = Truth(state)
        every = list(truth.worth)
        for budget in budgets(dice):
            search = Distances(budget_of(budget))
            best = search.outlook(state)
            check_outlook(best, truth)
            for sentence in advice(state, best, search):
                if sentence.startswith(("Play", "Every")):
                    truth.check(sentence, named(sentence.split(" threatens")[0], every)[:1])
            found = prospects(state, budget_of(budget))
            assert sorted(choice.action for choice in found) == every
            assert found == sorted(found, key=lambda it: it.rank())
            assert budget < ENOUGH or all(choice.proven for choice in found)
            for sentence in grouped(found):
                actions, _, words = sentence.rpartition(": ")
                if "not proven" not in words and "other" not in actions:
                    truth.check(words, named(actions, every))
            for choice in found:
                assert choice.utility in (None, truth.worth[choice.action][0])
                assert choice.distance in (None, truth.worth[choice.action][1])
            if best.utility == -1:
                truth.check(slowest(state, best), best.actions[:1] * best.proven)
            played = dice.choice(every)
            if judged := judge(state, played, Distances(budget_of(budget))):
                assert judged.gave_away == (truth.worth[played][0] < truth.utility)
                own, _, better = judged.in_words().partition("; ")
                if not judged.gave_away:
                    truth.check(own, [played])
                    truth.check(better, named(better, [])[:1] or [played])
                else:
                    truth.check(own.split(": ")[1], named(own, [])[:1])
            chosen = perfect(state, 0, budget_of(budget))
            assert not chosen.proven or truth.worth[chosen.action][0] == truth.utility


@pytest.mark.parametrize("seed", seeds(1, 30))
def test_no_sentence_of_a_review_is_false(seed: int) -> None:
    """Wherever time ends it, and whoever plays: it says nothing of what wasn't judged."""
    dice, kinds = random.Random(seed), set()
    for _ in range(12):
        start = T3State(*random_position(dice, 3, dice.randint(3, 6)))
        match = new_match(play=dice.choice([*PEOPLE]), start=start)
        while not match.state.is_over():
            match.add(thinking(dice.randint(1, 3), 0, match.state, seed, Clock()).action)
        truths = [Truth(state) for state in match.states[:-1]]
        played = [truth.worth[it] for truth, it in zip(truths, match.actions)]
        lost = [worth[0] < truth.utility for worth, truth in zip(played, truths)]
        for budget in budgets(dice):
            judged = review(match, budget_of(budget))
            if budget == ENOUGH:
                assert [judged[ply].gave_away for ply in range(len(lost))] == lost
                end = {ply: judged[ply] for ply in judged if not any(lost[ply + 1 :])}
                assert victory(match, end) == victory(match, judged)  # no more is needed
            first = dice.choice([0, dice.randint(0, 6)])
            judged = {ply: it for ply, it in judged.items() if ply >= first}
            said = how_it_went(match, judged)
            kinds.add(re.sub(r"[\d(),=]", "", said)[:25])
            own = [truth.mover == TURNS[match.state.odd_turn] for truth in truths]
            if point := re.search(r"turning point was move (\d)", said):
                turned = int(point[1]) - 1
                assert lost[turned]
                assert not any(lost[turned + 1 :])
            if "lost from the start" in said:
                assert truths[0].utility == (-1 if own[0] else 1)
                assert not any(lost)
            assert "Neither side" not in said or not any(lost)
            won = "" if match.state.is_tie() else victory(match, judged)
            if mistake := re.search(r"mistake (\(.*?\) = \d), (.*)", won):
                assert lost[match.actions.index(named(mistake[1], [])[0])]
            if " decided it: " in won:
                mine = (mistake[2] if mistake else won).split(" decided it: ")[0]
                for action in named(mine, []):
                    ply = match.actions.index(action)
                    assert match.states[ply].odd_turn != match.state.odd_turn
                    assert not any(lost[ply:])
                    assert truths[ply + 1].utility == -1
    assert len(kinds) > 1


def check_outlook(best: Outlook, truth: Truth) -> None:
    assert best.utility in (None, truth.utility)
    assert best.distance in (None, truth.plies)
    if best.utility is not None:
        assert all(truth.worth[action][0] == truth.utility for action in best.actions)
    if best.proven:
        worth = truth.utility, truth.plies
        assert all(truth.worth[action] == worth for action in best.actions)


def open_lines(state: T3State, odd: bool) -> set[Line]:
    """The lines that odds (if `odd`) or evens could complete if it were their turn."""
    mover = T3State(odd, state.board)
    return {line for _, child in mover.get_transitions() for line in child.winning_lines()}


def test_sentences_about_threats_are_true() -> None:
    """Compares what danger() and pressure() say with the rules."""
    rng, kinds = random.Random(7), set()
    states = [T3State(*random_position(rng, 3, rng.randint(1, 6))) for _ in range(700)]
    once_wrong = "600/004/130 odds", "340/050/122 odds", "053/010/402 evens"
    for state in [*states, *map(T3State.from_notation, once_wrong)]:
        if state.is_over() or open_lines(state, state.odd_turn):
            continue
        odd = not state.odd_turn
        threatened = open_lines(state, odd)
        after = dict(state.get_transitions())
        safe = [action for action, child in after.items() if not open_lines(child, odd)]
        said = [*danger(state), pressure(state)]
        for text in said:
            lines = set(re.findall(r"(row \d|column \d|top left|top right)", text))
            if "threaten" in text:
                names = {re.sub(".* from the ", "", name_of(line)) for line in threatened}
                assert lines == names
            if stops := re.search("every move that stops (it|one of them)", text):
                assert not safe
                assert (len(threatened) == 1) == (stops[1] == "it")
            kinds.add(re.sub(r"[\d(),= or]+|row|column", "", text)[:40])
        if threatened and safe:
            only = said[0].split(" but ")[1]
            assert named(only, []) == safe
        if safe:
            lost = len(after) - len(safe)
            counts = {len(after) - 1: "all but one of", 1: "one of", 0: "none of"}
            assert counts.get(lost, f"{lost} of") in said[-1]
            let = "lets" if lost < 2 else "let"
            assert f"moves {let} {TURNS[odd]} win with their next" in said[-1]
        else:
            assert not threatened or "stop" in said[-1]
            assert threatened or said[-1].startswith("whatever")
        assert (len(said) == 2) == bool(threatened)
    assert len(kinds) > 8
