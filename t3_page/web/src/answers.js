/* The answers to the page's questions, as they are found. */

import { inTime } from "./engine/clock.js";
import { actionOf, cellOf, numberOf, Position, TIE } from "./engine/position.js";
import { Search } from "./engine/search.js";
import { choice } from "./levels.js";

/** The search of boards of each size, with what it has found. @type {Record<number, Search>} */
const searches = {};

/** Answer a question, perhaps several times, each of which says more than the last.
    @param {{ ask: string, setup: Setup, level: string, seed: number, seconds: number }} question
    @param {(answer: object) => void} tell */
export function answer({ ask, setup, level, seed, seconds }, tell) {
  // Replies need a search of their own: a game can be repeated, whatever else was asked.
  const search = ask === "reply" ? new Search() : (searches[setup.board.length] ??= new Search());
  search.clock.deadline = performance.now() + 1000 * seconds;
  if (ask === "reply") return tell(choice(setup, level, seed, search));
  const position = Position.of(setup);
  if (ask === "values") return values(search, position, tell);
  const { utility, distance, actions, proven } = search.outlook(position);
  if (utility === null || (utility !== TIE && distance === null)) return; // utility alone does not count
  tell({ utility, distance, best: proven ? [position.named(actions[0])] : [] });
}

/** Tell the value of the position, then those of all actions as they are found, the easiest first.
    @param {Search} search @param {Position} position @param {(answer: Values) => void} tell */
function values(search, position, tell) {
  const groups = alikeActions(position);
  /** @type {Map<Position, Value>} */
  const found = new Map();
  /** @param {Position} position @returns {Prospect} */
  const prospect = (position) => found.get(position) ?? { utility: null, distance: null };
  const tellAll = () => {
    const actions = groups
      .flatMap(({ actions, child }) => actions.map((action) => ({ action, ...prospect(child) })))
      .sort((a, b) => rank(b) - rank(a) || a.action - b.action)
      .map((it) => ({ ...it, action: position.named(it.action) }));
    const value = prospect(position);
    const best = actions.filter((it) => it.utility !== null && rank(it) === rank(value));
    const complete = groups.every(({ child }) => found.has(child));
    tell({ ...value, best: best.map(({ action }) => action), actions, complete });
  };
  inTime(() => {
    const utility = search.utility(position);
    found.set(position, { utility, distance: search.distance(position, utility) });
    tellAll();
    for (const [child, utility] of search.decided(groups.map(({ child }) => child))) {
      const rest = search.distance(child, utility);
      found.set(child, { utility: 0 - utility, distance: rest === null ? null : rest + 1 });
      tellAll();
    }
  });
  if (!found.has(position)) tellAll();
}

/** The legal actions, in groups that lead to alike positions, with the first of these. Actions and
    groups are in order. @param {Position} position */
function alikeActions(position) {
  const earliest = position.earliestAlike();
  /** @type {Map<string, { child: Position, actions: number[] }>} */
  const groups = new Map();
  for (const action of position.legal()) {
    const child = position.after(actionOf(earliest[cellOf(action)], numberOf(action)));
    const { actions } = groups.get(child.key) ?? { actions: [] };
    groups.set(child.key, { child, actions: [...actions, action] });
  }
  return [...groups.values()];
}

/** Larger for better values: quick wins, ties, then what is not proven, then slow losses.
    @param {Prospect} value */
const rank = ({ utility, distance }) =>
  utility === null ? -1 : utility * (100 - Number(distance));
