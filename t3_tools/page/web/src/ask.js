/* Asks about positions: small boards are searched by script, wider ones by Python. Both do so in
   workers, and answer one question at a time. */

import { notationOf, positionAt } from "./rules.js";
import { isSmall } from "./solver.js";
import { state, update } from "./state.js";
import { actionText } from "./words.js";

/** A worker that answers. A question that is dropped ends between two slices of its search; the
    next one waits until then. */
class Respondent {
  /** @type {Worker | undefined} */
  worker;
  /** The question that waits. @type {Job | undefined} */
  job;
  /** The question that the worker has. @type {Job | undefined} */
  asked;

  /** @param {Worker} worker one that is ready */
  use(worker) {
    this.worker = worker;
    worker.onmessage = ({ data: { answer, error } }) => {
      const done = this.asked;
      this.asked = undefined;
      if (error) done?.reject(new Error(error));
      else done?.resolve(answer);
      this.send();
    };
    this.send();
  }

  send() {
    if (!this.worker || !this.job || this.asked) return;
    this.asked = this.job;
    this.job = undefined;
    this.worker.postMessage(this.asked.question);
  }

  /** @param {object} question @param {AbortSignal} signal */
  ask(question, signal) {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const job = { question, resolve, reject };
      this.job = job;
      signal.addEventListener("abort", () => {
        if (this.job === job) this.job = undefined;
        if (this.asked === job) this.worker?.postMessage(null);
        reject(signal.reason);
      });
      this.send();
    });
  }
}

const script = new Respondent();
const python = new Respondent();

/** Start the script's worker, whose source is in the page. */
export function startScript() {
  const source = String(document.getElementById("worker")?.textContent);
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onerror = () => update({ wrong: "The computer player could not start in this browser." });
  script.use(worker);
}

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
      navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("keep Python"));
    };
  } catch {
    fail(NO_PYTHON); // the page is a file
  }
}

/** Ask about the position after `ply` actions of a game. Python answers after so many seconds, as
    far as it has come. Rejects if `signal` drops the question.
    @param {"replied" | "value" | "values"} question @param {Game} game @param {number} ply
    @param {number} seconds @param {AbortSignal} signal @returns {Promise<any>} */
export function ask(question, game, ply, seconds, signal) {
  const { level, seed } = game;
  const position = positionAt(game, ply);
  if (isSmall(position)) return script.ask({ ask: question, position, level, seed }, signal);
  startPython();
  return python.ask({ ask: question, game: textOf(game, ply), seconds }, signal);
}

/** The first `ply` moves of a game, as t3_play/saved_games.py reads them.
    @param {Game} game @param {number} ply */
const textOf = ({ start, actions, play, level, seed }, ply) =>
  [
    "Tic-Tac-Total",
    `play: ${play}`,
    `level: ${level}`,
    `seed: ${seed}`,
    `target: ${start.target}`,
    `max-move: ${start.largest}`,
    `start: ${notationOf(start)}`,
    ...actions.slice(0, ply).map(actionText),
  ].join("\n");
