/* Asks about positions: small boards are searched by script, wider ones by Python. Both do so in
   workers, one question at a time, and in slices, so that a question can be dropped. */

import { notationOf } from "./rules.js";
import { isSmall } from "./solver.js";
import { positionAfter, state, update } from "./state.js";
import { actionText } from "./words.js";

/** A worker that answers. */
class Respondent {
  /** Takes the worker once it is ready. @type {(worker: Worker) => void} */
  use = () => {};
  /** The worker, once it waits for a question. @type {Promise<Worker>} */
  idle = new Promise((resolve) => (this.use = resolve));

  /** @param {object} question @param {AbortSignal} signal @returns {Promise<any>} */
  ask(question, signal) {
    const { idle } = this;
    const asked = idle.then((worker) => {
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data: { answer, error } }) =>
          error ? reject(new Error(error)) : resolve(answer);
        worker.postMessage(question);
      });
    });
    const free = () => idle;
    this.idle = asked.then(free, free);
    return asked;
  }
}

const script = new Respondent();
const python = new Respondent();

const { searcher } = window; // start.js has started it
searcher.onerror = () => update({ wrong: "The computer player could not start in this browser." });
script.use(searcher);

const NO_PYTHON = "Wide boards need a web server that sends python/python.js as text/javascript.";

/** Load Python, if it is not there yet. */
export function startPython() {
  if (state.python === "loading" || state.python === "ready") return;
  /** @param {string} reason */
  const fail = (reason) => update({ python: "failed", wrong: reason });
  update({ python: "loading", wrong: "" });
  try {
    const worker = new Worker("python/python.js", { type: "module" });
    worker.onerror = () => fail(NO_PYTHON);
    worker.onmessage = ({ data: { failed } }) => {
      if (failed) return fail(failed);
      python.use(worker);
      update({ python: "ready" });
      // Now the browser has Python's files, and does not load them twice.
      navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("Python"));
    };
  } catch {
    fail(NO_PYTHON); // the page is a file
  }
}

/** Ask about the position after `ply` actions of the game. Python answers after this many seconds, as
    far as it has come. Rejects if `signal` drops the question.
    @param {"replied" | "value" | "values"} question @param {number} ply @param {number} seconds
    @param {AbortSignal} signal @returns {Promise<any>} */
export async function ask(question, ply, seconds, signal) {
  const { level, seed } = state.game;
  const position = positionAfter(ply);
  if (isSmall(position)) {
    let answer;
    while (!answer) answer = await script.ask({ ask: question, position, level, seed }, signal);
    return answer;
  }
  startPython();
  return python.ask({ ask: question, game: textOf(state.game, ply), seconds }, signal);
}

/** The first `ply` moves of a game, as t3_play/saved_games.py reads them.
    @param {Game} game @param {number} ply */
function textOf({ start, actions, play, level, seed }, ply) {
  const settings = { play, level, seed, start: notationOf(start) };
  const lines = Object.entries(settings).map((setting) => setting.join(": "));
  return ["Tic-Tac-Total", ...lines, ...actions.slice(0, ply).map(actionText)].join("\n");
}
