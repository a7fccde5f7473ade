/* What the page does by itself once a position is on the board: the computer's action, values,
   and mistakes. The next position drops all of it. */

import { question } from "./ask.js";
import { play } from "./play.js";
import { note } from "./puzzles.js";
import { isOver, range } from "./rules.js";
import { isComputersTurn, lastPosition, positionAfter, state, update } from "./state.js";
import { isProven, isPuzzleMove, isWrongMove, learn, valueAt, valuesOf } from "./values.js";

/** Seconds of search: for the computer's move, for the values of all moves, and for the value of each
    of several positions, by rounds, so that hard ones don't hold up the easy ones. */
const SECONDS = { reply: 5, values: 60, value: [0.5, 1.5, 4] };
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
  const { game, ply, values } = state;
  if (game.puzzle) await search(signal, [0]);
  if (isPuzzleMove()) {
    await search(signal, [ply - 1, ply]);
    if (isWrongMove()) return note({ wrong: game.actions.slice(0, ply).join(" ") });
  }
  const isSolvable = Number(valueAt(0)?.utility) >= 0; // not lost from the start
  if (game.puzzle && isOver(positionAfter(ply)) && isSolvable) note({ end: "solved" });
  if (isComputersTurn()) return reply(signal);
  if (values) await searchMoves(signal, ply);
  if (values || isOver(lastPosition())) await search(signal, range(0, game.actions.length));
}

/** Play the computer's action. @param {AbortSignal} signal */
async function reply(signal) {
  const { ply } = state;
  update({ note: "The computer is thinking…" });
  const pause = new Promise((end) => setTimeout(end, ply && PAUSE));
  /** @type {Reply | undefined} */
  let reply;
  await question("reply", ply, SECONDS.reply, signal, (answer) => (reply = answer));
  await pause;
  signal.throwIfAborted();
  if (!reply) return;
  play(reply.action);
  if (!reply.proven) update({ wrong: "Time ran out before this move was proven best." });
}

/** Find the values of the moves after this many plies. @param {AbortSignal} signal @param {number} ply */
async function searchMoves(signal, ply) {
  const position = positionAfter(ply);
  if (isOver(position) || valuesOf(position)?.complete) return;
  update({ note: "Searching…" });
  await question("values", ply, SECONDS.values, signal, (answer) => {
    learn(position, answer);
    update({});
  });
}

/** Find the value of the game's positions after these many plies.
    @param {AbortSignal} signal @param {number[]} plies */
async function search(signal, plies) {
  for (const seconds of SECONDS.value) {
    for (const ply of plies) {
      const position = positionAfter(ply);
      if (isOver(position) || isProven(valuesOf(position))) continue;
      update({ note: "Searching…" });
      await question("value", ply, seconds, signal, (answer) => learn(position, answer));
    }
  }
}
