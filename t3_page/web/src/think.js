/* What the page does by itself once a position is on the board: the computer's action, values,
   and mistakes. The next position drops all of it. A worker searches, one question at a time. */

import { place } from "./play.js";
import { record } from "./puzzles.js";
import { isOver, range } from "./rules.js";
import { isComputersTurn, lastSetup, setupAfter, state, update } from "./state.js";
import { isProven, learn, valueAt, valuesOf, wrongMove } from "./values.js";

/** Seconds of search: for the computer's move, for the values of all moves, and for the value of each
    of several positions, by rounds, so that hard ones don't hold up the easy ones. */
const SECONDS = { reply: 5, values: 60, value: [0.5, 1.5, 4] };
const PAUSE = 400; // milliseconds at least before the computer plays, to see the last action

const source = String(document.getElementById("worker")?.textContent);
const address = URL.createObjectURL(new Blob([source]));

function started() {
  const worker = new Worker(address);
  const wrong = "The computer player does not work in this browser.";
  worker.onerror = () => update({ wrong, activity: "" });
  return worker;
}

let searcher = started();
let thinking = new AbortController();

export async function think() {
  thinking.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  try {
    await work(signal);
    if (!signal.aborted) update({ activity: "" });
  } catch (error) {
    if (!signal.aborted) update({ wrong: /** @type {Error} */ (error).message, activity: "" });
  }
}

/** Do what there is to do, until the position changes. @param {AbortSignal} signal */
async function work(signal) {
  const { game, ply, showsValues } = state;
  if (game.puzzle) await searchEach(signal, [0, Math.max(0, ply - 1), ply]);
  if (wrongMove())
    return record({ wrong: `${wrongMove()}: ${game.actions.slice(0, ply).join(" ")}` });
  const isSolvable = Number(valueAt(0)?.utility) >= 0; // not lost from the start
  if (game.puzzle && isOver(setupAfter(ply)) && isSolvable) record({ end: "solved" });
  if (isComputersTurn()) return reply(signal);
  if (showsValues) await search(signal, "values", ply, SECONDS.values);
  if (showsValues || isOver(lastSetup())) await searchEach(signal, range(0, game.actions.length));
}

/** Play the computer's action. @param {AbortSignal} signal */
async function reply(signal) {
  const { ply } = state;
  update({ activity: "The computer is thinking…" });
  const pause = new Promise((end) => setTimeout(end, ply && PAUSE));
  /** @type {{ action: Action, proven: boolean } | undefined} */
  let reply;
  await question(signal, "reply", ply, SECONDS.reply, (answer) => (reply = answer));
  await pause;
  signal.throwIfAborted();
  if (!reply) return;
  place(reply.action);
  if (!reply.proven) update({ wrong: "Time ran out before this move was proven best." });
}

/** Find the value of each of the game's positions after these many plies.
    @param {AbortSignal} signal @param {number[]} plies */
async function searchEach(signal, plies) {
  for (const seconds of SECONDS.value)
    for (const ply of plies) await search(signal, "value", ply, seconds);
}

/** Find the value of the game's position after `ply` plies, or the values of all moves there.
    @param {AbortSignal} signal @param {"value" | "values"} ask @param {number} ply
    @param {number} seconds */
async function search(signal, ask, ply, seconds) {
  const setup = setupAfter(ply);
  const known = valuesOf(setup);
  if (isOver(setup) || (ask === "value" ? isProven(known) : known?.complete)) return;
  update({ activity: "Searching…" });
  await question(signal, ask, ply, seconds, (answer) => {
    learn(setup, answer);
    update({});
  });
}

/** Ask about the game's position after `ply` plies; `take` gets the answers as they are found, for that
    many seconds. If `signal` drops the question, the promise rejects, and the worker makes room for
    another.
    @param {AbortSignal} signal @param {"reply" | "value" | "values"} ask @param {number} ply
    @param {number} seconds @param {(answer: any) => void} take */
function question(signal, ask, ply, seconds, take) {
  const { level, seed } = state.game;
  return new Promise((resolve, reject) => {
    const drop = () => {
      searcher.terminate();
      searcher = started();
      reject(signal.reason);
    };
    signal.throwIfAborted();
    signal.addEventListener("abort", drop);
    searcher.onmessage = ({ data: answer }) => {
      if (answer) return take(answer);
      signal.removeEventListener("abort", drop);
      resolve(undefined);
    };
    searcher.postMessage({ ask, setup: setupAfter(ply), level, seed, seconds });
  });
}
