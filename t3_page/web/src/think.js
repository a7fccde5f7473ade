/* What the page does by itself once a position is on the board: the computer's action, values,
   and mistakes. The next position drops all of it. */

import { ask, startPython } from "./ask.js";
import { play } from "./play.js";
import { note } from "./puzzles.js";
import { isOver, range } from "./rules.js";
import { isSmall } from "./solver.js";
import { isComputersTurn, lastPosition, positionAfter, state, update } from "./state.js";
import { isProven, isPuzzleMove, isWrongMove, learn, valueAt, valuesOf } from "./values.js";

/** Seconds that Python has for one answer after the other, until one is complete. A question that
    is dropped holds up the next one for no longer; shorter slices would do too much twice. */
const SLICES = [0.5, 1.5, 3];
const PAUSE = 400; // milliseconds at least before the computer plays, to see the last action

let thinking = new AbortController();

export async function think() {
  thinking.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  try {
    await work(signal);
    if (!signal.aborted) update({ note: "" });
  } catch (error) {
    if (!signal.aborted) update({ wrong: /** @type {Error} */ (error).message, note: "" });
  }
}

/** Do what there is to do, until the position changes. @param {AbortSignal} signal */
async function work(signal) {
  const { editing, game, ply, python, values } = state;
  if (!isSmall(positionAfter(ply)) && !python) startPython();
  if (editing) return;
  if (game.puzzle && !ply) await search(signal, "value", [0]);
  if (isPuzzleMove()) {
    await search(signal, "value", [ply - 1, ply]);
    if (isWrongMove()) return note({ wrong: game.actions.slice(0, ply).join(" ") });
  }
  const isSolvable = Number(valueAt(0)?.utility) >= 0; // not lost from the start
  if (game.puzzle && isOver(positionAfter(ply)) && isSolvable) note({ end: "solved" });
  if (isComputersTurn()) return reply(signal);
  if (values) await search(signal, "values", [ply], [...SLICES, ...Array(7).fill(4)]);
  if (values || isOver(lastPosition()))
    await search(signal, "value", range(0, game.actions.length));
}

/** Play the computer's action. @param {AbortSignal} signal */
async function reply(signal) {
  const { ply } = state;
  update({ note: "The computer is thinking…" });
  const pause = new Promise((end) => setTimeout(end, ply && PAUSE));
  let answer;
  for (const seconds of SLICES) {
    answer = await ask("replied", ply, seconds, signal);
    if (answer.proven) break;
  }
  await pause;
  signal.throwIfAborted();
  play(answer.action, "replace");
  if (!answer.proven) update({ wrong: "Time ran out before this move was proven best." });
}

/** Find the value of the game's positions after this many plies, or the values of their actions, too.
    @param {AbortSignal} signal @param {"value" | "values"} question @param {number[]} plies */
async function search(signal, question, plies, slices = SLICES) {
  for (const seconds of slices) {
    for (const ply of plies) {
      const position = positionAfter(ply);
      const known = valuesOf(position);
      const isEnough = question === "values" ? known?.complete : isProven(known);
      if (isOver(position) || isEnough) continue;
      update({ note: "Searching…" });
      learn(position, await ask(question, ply, seconds, signal));
      signal.throwIfAborted();
    }
  }
}
