"""`arena`: let players play each other, and count results and mistakes."""

import itertools
import random
from contextlib import closing

import click
from click import UsageError

from t3_play.match import LARGEST_SIZE, SEEDS, game_with
from t3_play.program import printable
from t3_state import T3State
from t3_tools import options
from t3_tools.arena.games import Pairing, play, start_position
from t3_tools.arena.players import NAMED, player
from t3_tools.arena.scores import Score
from t3_tools.printing import brief, say, table
from t3_tools.workers import executor, finished

EXAMPLES = """\
\b
Examples:
  t3-tools arena my_player.py medium
  t3-tools arena perfect medium easy random --empty 9 --games 1000
  t3-tools arena my_player.py perfect --position "261/001/000 evens" --games 2
"""


def _position(text: str, game: type[T3State]) -> T3State:
    """The state that a text says. Raises UsageError if it is none, or the game is over."""
    try:
        state = game.from_notation(text)
    except ValueError as error:
        raise UsageError(f"--position: {error}") from None
    if state.is_over():
        raise UsageError(f"--position: in {text} the game is over")
    return state


@click.command(epilog=EXAMPLES)
@click.argument(
    "players",
    nargs=-1,
    required=True,
    metavar="PLAYER...",
    help=f"Two or more: {', '.join(NAMED)}, or Python files.",
)
@click.option(
    "--games",
    type=options.COUNT,
    default=100,
    show_default=True,
    metavar="N",
    help="Games for each pair of players. With a multiple of 4 both players begin "
    "equally often, and both play odds equally often.",
)
@click.option(
    "--size",
    type=click.IntRange(1, LARGEST_SIZE),
    default=3,
    show_default=True,
    metavar="N",
    help="Columns and rows of the board.",
)
@click.option(
    "--empty",
    type=options.COUNT,
    default=5,  # few enough for a slow player
    show_default=True,
    metavar="N",
    help="Empty cells at the start of a game. On 3 x 3, 9 is the empty board. On boards "
    "above 6 x 6 that are nearly empty, exact values take a long time.",
)
@click.option(
    "--position",
    metavar="BOARD",
    help='Start each game from this position, such as "261/001/000 evens". --size and '
    "--empty are then ignored.",
)
@click.option(
    "--seed",
    type=options.SEED,
    default=0,
    show_default=True,
    metavar="N",
    help="The same seed gives the same games, with any number of workers.",
)
@options.game
@options.workers
def arena(
    players: tuple[str, ...],
    games: int,
    size: int,
    empty: int,
    position: str | None,
    target: int,
    max_move: int,
    seed: int,
    jobs: int,
    dask: str | None,
) -> None:
    """Let players play each other, and count their mistakes.

    A Python file must define choose(state), which returns a T3Action, or a class T3Player
    with that method. It plays with the t3_state.py and t3_action.py beside it, if there are
    any, and may import other files there, but only at module level. Its code runs with your
    permissions and no time limit, and can spoil all results: for code that you don't
    trust, use grade. A player that fails, or plays illegally, loses the game.

    Each game starts from a position of random play where the side to move can't win at
    once, or from --position. Each pair of players plays it twice, so that each player
    begins once. Odds and evens begin in turn. Ctrl-C ends the games and shows the scores
    so far.

    Three columns count mistakes. "Games thrown": the player had a win or a tie and threw it
    away. "Plies wasted": an action kept the utility, but not the smallest depth.
    "Tie-breaks missed": it kept both, but was not the earliest such action. A player that
    always chooses as the assignment asks, such as `course`, has none.
    """
    if len(set(players)) < max(2, len(players)):
        raise UsageError("an arena needs two players or more, each named once")
    game = game_with(target, max_move)
    given = _position(position, game) if position else None
    for name in players:
        player(name, 0, game)  # raises UsageError before any game
    dice = random.Random(seed)
    pairings = schedule(players, games, size, empty, dice, game, given)
    scores = {name: Score() for name in players}
    played = 0
    try:
        with (
            executor(jobs, dask) as workers,
            closing(finished(workers, play, pairings, "games")) as results,
        ):
            for number, result in results:
                for name, score in zip(pairings[number].names, result):
                    scores[name].add(score)
                played += 1
    finally:  # even after Ctrl-C
        if played:
            count = f"{played} of {len(pairings)} games"
            start = given.notation() if given else f"{size} x {size}"
            show(scores, f"{start}, {count}")


def schedule(
    players: tuple[str, ...],
    games: int,
    size: int,
    empty: int,
    dice: random.Random,
    game: type[T3State] = T3State,
    position: T3State | None = None,
) -> list[Pairing]:
    """The games. Each pair of players plays every start twice, so that both begin."""
    pairings = []
    for number in range(games):
        if number % 2 == 0:
            start = position or start_position(size, empty, number % 4 == 0, dice, game)
        for pair in itertools.combinations(players, 2):
            names = pair if number % 2 == 0 else pair[::-1]
            pairings.append(Pairing(names, start, dice.randrange(SEEDS)))
    return pairings


def show(scores: dict[str, Score], title: str) -> None:
    """Print the scores as a table, the best first."""
    rows = table()
    rows.collapse_padding = True
    rows.title = title
    rows.caption = "a tie is half a win"
    rows.add_column("\nplayer", overflow="fold", min_width=8)
    for name in (
        *("\nwins", "\nties", "\nlosses", "\nscore"),
        *("games\nthrown", "plies\nwasted", "tie-breaks\nmissed", "ms per\naction"),
    ):
        rows.add_column(name, justify="right", no_wrap=True)
    names = [printable(name) for name in scores]
    ranking = sorted(zip(names, scores.values()), key=lambda item: item[1].rank())
    for name, score in ranking:
        mistakes = score.thrown, score.wasted, score.missed
        rows.add_row(
            brief(name, names),
            str(score.wins),
            str(score.ties),
            str(score.losses),
            f"{score.points():.3f}",
            *(str(number) if score.actions else "-" for number in mistakes),
            f"{1000 * score.seconds / max(1, score.actions):.1f}",
        )
    say(rows)
    for name, score in ranking:
        if score.faults:
            faults = f"{score.faults} by errors or illegal actions; the first"
            say(f"{brief(name, names)} lost {faults}: {score.first_fault}")
