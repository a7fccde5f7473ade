"""Whether the page's script searches as Python does, on every size that the page offers.

`python -m benchmarks.script` asks both about 3,000 positions of random play on 3 x 3 and
4 x 4 and 500 on wider boards: the value, the distance, the best actions, and how many
positions that took. Half of the searches are cut short; after the others, it asks for each
level's action by its seed. It needs Node.js, and about ten minutes. Exits with 1 if an
answer differs.
"""

import json
import random
import subprocess
import sys
from dataclasses import astuple
from itertools import starmap
from typing import Any

from t3_engine import Clock
from t3_page.writer import WEB
from t3_play.analysis import Distances
from t3_play.levels import LEVELS
from t3_play.program import run
from t3_state import T3State

SCRIPT = """
import { readFileSync } from "node:fs";
import { read } from "SRC/address.js";
import { Position } from "SRC/engine/position.js";
import { Search } from "SRC/engine/search.js";
import { choice } from "SRC/levels.js";

const { asked, levels } = JSON.parse(readFileSync(0));
const found = asked.map(([notation, most, seed]) => {
  const { start } = read(notation).game;
  const position = Position.of(start);
  const search = new Search();
  search.clock.most = most ?? Infinity;
  const { utility, distance, actions, proven } = search.outlook(position);
  const reply = (level) => choice(start, level, seed, new Search()).action;
  const best = actions.map((action) => position.named(action));
  const replies = most ? [] : levels.map(reply);
  return [utility, distance, best, proven, replies, search.clock.nodes];
});
console.log(JSON.stringify(found));
"""

Asked = tuple[str, int | None, int]
"""A question: a position, after how many positions to stop, and the levels' seed."""


def questions(rng: random.Random, size: int, count: int) -> list[Asked]:
    """Questions about unfinished positions of random play."""
    found: list[Asked] = []
    while len(found) < count:
        state = T3State(rng.random() < 0.5, [[0] * size] * size)
        for _ in range(rng.randint(1, size * size - 1)):
            if not state.is_over():
                _, state = rng.choice(list(state.get_transitions()))
        if not state.is_over():
            most = rng.choice([None, int(10 ** rng.uniform(0, 3))])
            found.append((state.notation(), most, rng.randrange(1000)))
    return found


def by_python(notation: str, most: int | None, seed: int) -> list[Any]:
    """What Python finds, in the script's form."""
    state, clock = T3State.from_notation(notation), Clock()
    if most is not None:
        clock.most = most
    found = Distances(clock).outlook(state)
    best = [[*astuple(action)] for action in found.actions]
    levels = LEVELS.values() if most is None else []
    choices = [level(state, seed, Clock()) for level in levels]
    replies = [[*astuple(choice.action)] for choice in choices]
    return [found.utility, found.distance, best, found.proven, replies, clock.nodes]


def differences(asked: list[Asked]) -> list[tuple[Asked, Any, Any]]:
    """The questions with different answers, and those of the script and of Python."""
    script = SCRIPT.replace("SRC", (WEB / "src").as_uri())
    given = json.dumps({"asked": asked, "levels": [*LEVELS]})
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    found = zip(asked, json.loads(done.stdout), starmap(by_python, asked), strict=True)
    return [
        (it, by_script, python) for it, by_script, python in found if by_script != python
    ]


def main() -> int:
    """Compare both, and print the differences."""
    rng, wrong = random.Random(1), 0
    for size, count in {3: 1500, 4: 1500, 5: 125, 6: 125, 7: 125, 8: 125}.items():
        differ = differences(questions(rng, size, count))
        for asked, script, python in differ:
            print(f"{asked}\n  script {script}\n  Python {python}")
        print(f"{size} x {size}: {len(differ)} of {count} differ", flush=True)
        wrong += len(differ)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.script", main))
