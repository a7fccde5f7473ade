/* What is known of the values of positions, and what follows for the moves of the game. */

import { isOver, isWon } from "./rules.js";
import { currentSetup, isPersonsAt, lastSetup, setupAfter, state } from "./state.js";
import { actionText, inWords } from "./words.js";

/** @param {Prospect | undefined} value @returns {value is Value} */
export const isProven = (value) => typeof value?.utility === "number";

/** By positions. @type {Map<string, Values>} */
const known = new Map();

/** @param {Setup} setup */
export const valuesOf = (setup) => known.get(JSON.stringify(setup));

/** Keep an answer, as far as it says more than what is known.
    @param {Setup} setup @param {Values} answer */
export function learn(setup, answer) {
  const before = valuesOf(setup);
  const isLess = isProven(before) && !isProven(answer);
  known.set(JSON.stringify(setup), isLess ? { ...answer, ...before } : { ...before, ...answer });
}

/** The values in the position on the board, if the page shows them. */
export const shownValues = () => (state.showsValues ? valuesOf(currentSetup()) : undefined);

/** The best actions, if the page shows them; none where all are alike. */
export function shownBest() {
  const { best = [], actions, complete } = shownValues() ?? {};
  return complete && best.length === actions?.length ? [] : best;
}

/** The value of the game's position after `ply` actions, if it is known.
    @param {number} ply @returns {Value | undefined} */
export function valueAt(ply) {
  const setup = setupAfter(ply);
  if (isOver(setup)) return { utility: isWon(setup) ? -1 : 0, distance: 0 };
  const value = valuesOf(setup);
  return isProven(value) ? value : undefined;
}

/** What the action after `ply` actions led to, what it gave away, and which was better. In `wrong`,
    why it solves no puzzle: it lost, tied, or won later than need be. Nothing if that is not known.
    @param {number} ply */
export function judgementOf(ply) {
  const action = state.game.actions[ply];
  const [best, next] = [valueAt(ply), valueAt(ply + 1)];
  if (!action || !best || !next) return undefined;
  const played = { utility: -next.utility, distance: (next.distance ?? 0) + 1 };
  const lost = best.utility === played.utility ? "" : best.utility > 0 ? "a win" : "a tie";
  const later = best.utility > 0 && !lost && played.distance > Number(best.distance);
  const ends = ["lost", "tied", "too late"];
  const [better = action] = valuesOf(setupAfter(ply))?.best ?? [];
  return {
    lost,
    wrong: lost || later ? ends[played.utility + 1] : "",
    better: `${actionText(better)} ${inWords(best)}`,
  };
}

/** Whether a person has just played an action of a puzzle. */
export const isPuzzleMove = () =>
  state.game.puzzle !== "" && state.ply > 0 && isPersonsAt(state.ply - 1);

/** What that action led to if it does not solve the puzzle. */
export const wrongMove = () => (isPuzzleMove() && judgementOf(state.ply - 1)?.wrong) || "";

/** What the next move of a finished game gave away. */
export const missed = () => isOver(lastSetup()) && judgementOf(state.ply)?.lost;

/** The action that the board shows besides those of the game, once it is known: the reply that
    refutes a wrong move of a puzzle, or what would have been better than a mistake.
    @returns {Action | undefined} */
export const shownAction = () =>
  wrongMove() || missed() ? valuesOf(currentSetup())?.best?.[0] : undefined;
