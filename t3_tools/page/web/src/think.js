/* What the page does by itself once a position is on the board: the computer's action, values,
   and mistakes. The next position drops all of it. */

import { ask } from "./ask.js";
import { play, showGame } from "./play.js";
import { isComputers } from "./players.js";
import { note } from "./puzzles.js";
import { isOver, positionAt, range } from "./rules.js";
import { currentPosition, inLine, isLast, lastPosition, state, update, waits } from "./state.js";
import { isProven, isPuzzleMove, isWorthSolving, isWrongMove, learn, valuesOf } from "./values.js";

/** Seconds that Python has for one answer after the other, until one is complete. A question that
    is dropped holds up the next one for no longer; shorter slices would do too much twice. */
const SLICES = {
  replied: [0.5, 1.5, 3],
  value: [0.5, 1, 2],
  values: [0.5, 1, 2, ...Array(7).fill(4)],
};
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

export const think = () =>
  during(async (signal) => {
    const { editing, game, ply, values } = state;
    if (editing) return;
    if (game.puzzle && !ply) await search(signal, "value", game, [0]);
    if (isPuzzleMove()) {
      await search(signal, "value", game, [ply - 1, ply]);
      if (isWrongMove()) return note(game, { wrong: game.actions.slice(0, ply).join(" ") });
    }
    if (game.puzzle && !inLine() && isOver(currentPosition()) && isWorthSolving())
      note(game, { end: "solved" });
    if (isLast() && !waits() && isComputers(game, currentPosition())) return reply(signal);
    if (values) await search(signal, "values", game, [ply]);
    if (values || isOver(lastPosition()))
      await search(signal, "value", game, range(0, game.actions.length));
  });

/** Play the computer's action. @param {AbortSignal} signal */
async function reply(signal) {
  const { game, ply } = state;
  update({ note: "The computer is thinking…" });
  const pause = new Promise((end) => setTimeout(end, ply && PAUSE));
  let answer;
  for (const seconds of SLICES.replied) {
    answer = await ask("replied", game, ply, seconds, signal);
    if (answer.proven) break;
  }
  await pause;
  signal.throwIfAborted();
  play(answer.action, "replace");
  if (!answer.proven) update({ wrong: "Time ran out before this move was proven best." });
}

/** Let the computer play one action. */
export function stepOn() {
  update({ paused: true });
  during(reply);
}

/** Find the value of a game's positions after so many plies, or the values of their actions, too.
    @param {AbortSignal} signal @param {"value" | "values"} question @param {Game} game
    @param {number[]} plies */
async function search(signal, question, game, plies) {
  for (const seconds of SLICES[question]) {
    for (const ply of plies) {
      const position = positionAt(game, ply);
      const known = valuesOf(position);
      const isEnough = question === "values" ? known?.complete : isProven(known);
      if (isOver(position) || isEnough) continue;
      update({ note: "Searching…" });
      learn(position, await ask(question, game, ply, seconds, signal));
    }
  }
}

/** Show best play from a position of the game. A line is one step of the browser's history.
    @param {number} ply */
export async function showLine(ply) {
  const failed = await during(async (signal) => {
    const { game } = state;
    const actions = game.actions.slice(0, ply);
    const line = { ...game, actions };
    if (game.puzzle && !isOver(lastPosition())) note(game, { end: "shown" });
    while (!isOver(positionAt(line, actions.length))) {
      await search(signal, "value", line, [actions.length]);
      const [best] = valuesOf(positionAt(line, actions.length))?.best ?? [];
      if (!best) throw new Error("No best play was found in time.");
      actions.push(best);
    }
    showGame(line, ply + 1, "push", { lineStart: ply });
  });
  if (failed) think();
}
