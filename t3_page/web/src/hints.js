/* Hints in a day's puzzle: where to look, before the solution is shown. Results count them. */

import { codesOf } from "./address.js";
import { progress } from "./puzzles.js";
import { after, linesOf } from "./rules.js";
import { currentSetup, obstacle, state } from "./state.js";
import { valuesOf } from "./values.js";

/** How many hints were given on the position on the board. */
export const given = () => progress().hints[codesOf(state.game.actions)] ?? 0;

/** The hints on it: the cells to look at, and in words. None before the best move is known.
    @returns {{ cells: Cell[], words: string }[]} */
export function hints() {
  const [action] = valuesOf(currentSetup())?.best ?? [];
  if (!action || obstacle()) return [];
  const [col, row] = action;
  const { cells, name } = closest(currentSetup(), action);
  const line = { cells, words: `Look at ${name}.` };
  return [line, { cells: [[col, row]], words: `The cell is (${col},${row}).` }];
}

/** The line through its cell that an action brings closest, or else one that it stops, as in the
    terminal. @param {Setup} setup @param {Action} action */
export function closest(setup, action) {
  const [lines, then] = [setup, after(setup, action)].map(linesOf);
  const ranks = lines.map(({ cells, dead, holes }, at) => {
    if (!cells.some(([col, row]) => col === action[0] && row === action[1])) return Infinity;
    const isThreat = then[at].threat && (then[at].needs % 2 === 1) === setup.odd;
    return 10 * [then[at].won, isThreat, !then[at].dead, !dead, true].indexOf(true) + holes;
  });
  return lines[ranks.indexOf(Math.min(...ranks))];
}
