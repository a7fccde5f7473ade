/* The answers to the page's questions, as they are found. */

import { Distances, symmetricActions } from "./analysis.js";
import { Clock, TimeUp } from "./engine/clock.js";
import { Position, TIE } from "./engine/position.js";
import { choice } from "./levels.js";
import { isOver } from "./rules.js";

/** The search of boards of each size, with what it has found. @type {Record<number, Distances>} */
const searches = {};

/** Yields answers to a question, each of which says more than the last.
    @param {Question} question @returns {Generator<Reply | Values>} */
export function* answers({ ask, position: board, level, seed, seconds }) {
  if (isOver(board)) throw new Error("The game is over.");
  const position = Position.of(board);
  const { mover } = position;
  if (ask === "reply") {
    const clock = new Clock();
    clock.restart(seconds);
    const { action, proven } = choice(board, level, seed, clock);
    return yield { action: mover.action(action), proven };
  }
  const search = (searches[board.board.length] ??= new Distances(new Clock()));
  search.clock.restart(seconds);
  if (ask === "values") return yield* values(position, search);
  const { utility, distance, actions, proven } = search.verdict(position);
  yield { ...prospect(utility, distance), best: proven ? [mover.action(actions[0])] : [] };
}

/** What is proven; the utility alone does not count. Nobody wins a tie, at no distance.
    @param {number | null} utility @param {number | null} distance @returns {Prospect} */
const prospect = (utility, distance) =>
  utility === null || (utility !== TIE && distance === null)
    ? { utility: null, distance: null }
    : { utility, distance };

/** Yields the value of the position, then those of all actions as they are found, the easiest first.
    @param {Position} position @param {Distances} search @returns {Generator<Values>} */
function* values(position, search) {
  const groups = symmetricActions(position).map((actions) => {
    const child = position.after(actions[0]);
    return { actions, child, value: child.isWon() ? prospect(1, 1) : prospect(null, null) };
  });
  let value = prospect(null, null);
  const answer = () => {
    const actions = groups
      .flatMap(({ actions, value }) => actions.map((index) => ({ index, ...value })))
      .sort((a, b) => rank(b) - rank(a) || a.index - b.index)
      .map(({ index, ...value }) => ({ ...value, action: position.mover.action(index) }));
    const complete = groups.every(({ value }) => value.utility !== null);
    if (complete) value = prospect(actions[0].utility, actions[0].distance);
    const best = actions.filter((it) => it.utility !== null && rank(it) === rank(value));
    return { ...value, best: best.map(({ action }) => action), actions, complete };
  };
  try {
    const utility = search.utility(position);
    value = prospect(utility, search.of(position, utility));
    yield answer();
    const unfinished = groups.filter(({ child }) => !child.isWon());
    for (const [at, utility] of search.decided(unfinished.map(({ child }) => child))) {
      const { child } = unfinished[at];
      const rest = search.of(child, utility);
      unfinished[at].value = prospect(0 - utility, rest === null ? null : rest + 1);
      yield answer();
    }
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    yield answer();
  }
}

/** Larger for better values: quick wins, ties, then what is not proven, then slow losses.
    @param {Prospect} value */
const rank = ({ utility, distance }) =>
  utility === null ? -1 : 100 * utility - Math.sign(utility) * Number(distance);
