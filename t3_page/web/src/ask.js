/* Asks about positions. A worker searches, one question at a time. */

import { positionAfter, state, update } from "./state.js";

const source = String(document.getElementById("worker")?.textContent);
const address = URL.createObjectURL(new Blob([source]));

function started() {
  const worker = new Worker(address);
  worker.onerror = () => update({ wrong: "The computer player could not start in this browser." });
  return worker;
}

let searcher = started();

/** Ask about the position after `ply` moves of the game; `take` gets the answers as they are found,
    for that many seconds. If `signal` drops the question, the promise rejects, and the worker makes
    room for another.
    @template {"reply" | "value" | "values"} Q
    @param {Q} ask @param {number} ply @param {number} seconds @param {AbortSignal} signal
    @param {(answer: Q extends "reply" ? Reply : Values) => void} take */
export function question(ask, ply, seconds, signal, take) {
  const { level, seed } = state.game;
  return new Promise((resolve, reject) => {
    const drop = () => {
      searcher.terminate();
      searcher = started();
      reject(signal.reason);
    };
    signal.throwIfAborted();
    signal.addEventListener("abort", drop);
    searcher.onmessage = ({ data: { answer, finished, error } }) => {
      if (answer) take(answer);
      if (!finished) return;
      signal.removeEventListener("abort", drop);
      if (error) reject(new Error(error));
      else resolve(undefined);
    };
    searcher.postMessage({ ask, position: positionAfter(ply), level, seed, seconds });
  });
}
