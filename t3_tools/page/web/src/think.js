/* What the page does by itself once a position is on the board: the computer's action, values,
   and mistakes. The next position drops all of it. */

import { actionText, read, textOf } from "./address.js";
import { ask } from "./engine.js";
import { play, showGame } from "./play.js";
import { isOver, isWon, notationOf, positionAt, range } from "./rules.js";
import { currentPosition, inLine, isLast, lastPosition, state, update } from "./state.js";
import { inWords, isComputers, isPersons } from "./words.js";

const THINKING = 5; // seconds for the computer's action
/** Seconds for the value of a position, or of each action, too. Each attempt goes on with the search. */
const LIMITS = { value: [0.5, 3], values: [0.5, 3, 30] };
const PAUSE = 400; // milliseconds at least before the computer plays, to see the last action

let thinking = new AbortController();

/** Do work until it is done, or the position changes. Resolves to whether it failed.
    @param {(signal: AbortSignal) => Promise<void>} work */
async function during(work) {
  thinking.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  try {
    await work(signal);
    if (!signal.aborted) update({ note: "" });
  } catch (error) {
    if (signal.aborted) return false;
    update({ wrong: /** @type {Error} */ (error).message, note: "" });
    return true;
  }
  return false;
}

/** Do work that a person asks for, in place of what the page does by itself.
    @param {(signal: AbortSignal) => Promise<void>} work */
const instead = async (work) => (await during(work)) && think();

export const think = () =>
  during(async (signal) => {
    const { editing, game, paused, ply, values } = state;
    if (editing) return;
    if (isPuzzleMove()) {
      await search(signal, "value", game, [ply - 1, ply]);
      if (isWrongMove()) return;
    }
    const waits = inLine() || (paused && game.play === "none");
    if (isLast() && !waits && isComputers(game, currentPosition())) return reply(signal);
    if (values) await search(signal, "values", game, [ply]);
    if (values || isOver(lastPosition()))
      await search(signal, "value", game, range(0, game.actions.length));
  });

/** Whether a person has just played an action of a puzzle. */
function isPuzzleMove() {
  const { game, ply } = state;
  return game.puzzle !== "" && !inLine() && ply > 0 && isPersons(game, !currentPosition().odd);
}

/** Whether that action does not solve the puzzle. */
export const isWrongMove = () => isPuzzleMove() && judgementOf(state.ply - 1)?.isBest === false;

/** Play the computer's action. @param {AbortSignal} signal */
async function reply(signal) {
  const { game, ply } = state;
  update({ note: "The computer is thinking…" });
  const [{ action, proven }] = await Promise.all([
    ask("replied", { game: textOf(game, ply), seconds: THINKING }, signal),
    new Promise((end) => setTimeout(end, PAUSE)),
  ]);
  signal.throwIfAborted();
  play(action, "replace");
  if (!proven) update({ wrong: "Time ran out before this move was proven best." });
}

/** Let the computer play one action of a game against itself. */
export function stepOn() {
  update({ paused: true });
  during(reply);
}

/** Find the value of a game's positions after so many plies, or the values of their actions, too.
    @param {AbortSignal} signal @param {"value" | "values"} question @param {Game} game
    @param {number[]} plies */
async function search(signal, question, game, plies) {
  for (const seconds of LIMITS[question]) {
    for (const ply of plies) {
      const position = positionAt(game, ply);
      const known = valuesOf(position);
      const isEnough = question === "values" ? known?.complete : isProven(known);
      if (isOver(position) || isEnough) continue;
      update({ note: "Searching…" });
      const answer = await ask(question, { game: textOf(game, ply), seconds }, signal);
      const isLess = isProven(known) && !isProven(answer);
      state.known.set(keyOf(position), isLess ? { ...answer, ...known } : { ...known, ...answer });
    }
  }
}

/** @param {Prospect | undefined} value @returns {value is Value} */
export const isProven = (value) => typeof value?.utility === "number";

/** @param {Position} position */
const keyOf = (position) => `${notationOf(position)} ${position.target} ${position.largest}`;

/** @param {Position} position */
const valuesOf = (position) => state.known.get(keyOf(position));

/** The values in the position on the board, if the page shows them. */
export const shownValues = () => (state.values ? valuesOf(currentPosition()) : undefined);

/** The value of the game's position after `ply` actions, if it is known.
    @param {number} ply @returns {Value | undefined} */
export function valueAt(ply) {
  const position = positionAt(state.game, ply);
  if (isOver(position)) return { utility: isWon(position) ? -1 : 0, distance: 0 };
  const value = valuesOf(position);
  return isProven(value) ? value : undefined;
}

/** What the action after `ply` actions led to: whether no other is better, and otherwise what
    it gave away and which was better. Nothing if that is not known.
    @param {number} ply */
export function judgementOf(ply) {
  const { game } = state;
  const action = game.actions[ply];
  const [best, next] = [valueAt(ply), valueAt(ply + 1)];
  if (!best || !next) return undefined;
  const played = { utility: -next.utility, distance: (next.distance ?? 0) + 1 };
  const isEqual = best.utility === played.utility;
  const isBest = isEqual && (best.utility === 0 || best.distance === played.distance);
  const lost = isEqual ? "" : best.utility > 0 ? "a win" : "a tie";
  const [better = action] = valuesOf(positionAt(game, ply))?.best ?? [];
  return {
    isBest,
    lost,
    played: `${actionText(action)} ${inWords(played)}`,
    better: `${actionText(better)} ${inWords(best)}`,
  };
}

/** Show best play from a position of the game. A line is one step of the browser's history.
    @param {number} ply */
export const showLine = (ply) =>
  instead(async (signal) => {
    const { game } = state;
    const actions = game.actions.slice(0, ply);
    const line = { ...game, actions };
    update({ card: false });
    while (!isOver(positionAt(line, actions.length))) {
      await search(signal, "value", line, [actions.length]);
      const [best] = valuesOf(positionAt(line, actions.length))?.best ?? [];
      if (!best) throw new Error("No best play was found in time.");
      actions.push(best);
    }
    showGame(line, ply + 1, "push", { lineStart: ply });
  });

/** Open the puzzle of a day, such as 2026-11-25. @param {string} day */
export const openPuzzle = (day) =>
  instead(async (signal) => {
    const { position } = await ask("puzzle", { day }, signal);
    const turn = position.endsWith("odds") ? "odds" : "evens";
    const { game } = read(`${position}&play=${turn}&puzzle=${day}`);
    showGame(game, 0, "push", { values: false });
  });
