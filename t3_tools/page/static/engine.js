/* Asks Python, which runs in a worker and gets one question at a time. */

import { state, update } from "./state.js";

const PATIENCE = 300; // milliseconds that a dropped search may go on: a new worker takes longer

/** @typedef {{ text: string, resolve: (answer: any) => void, reject: (error: Error) => void }} Job */

/** @type {Worker} */
let worker;
/** @type {Job[]} */
let waiting = [];
/** @type {Job | undefined} */
let running;
let ending = 0; // the timer that replaces the worker

/** Start Python, or start it again after it failed. */
export function start() {
  worker?.terminate();
  clearTimeout(ending);
  ending = 0;
  running = undefined;
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => told(data);
  worker.onerror = () => fail("The browser could not load it.");
  if (state.python === "failed") update({ python: "loading", loaded: 0 });
}

/** Ask a question; resolves to the answer. If `signal` drops it, rejects.
    @param {string} question @param {object} parameters @param {AbortSignal} signal
    @returns {Promise<any>} */
export function ask(question, parameters, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const job = { text: JSON.stringify({ ask: question, ...parameters }), resolve, reject };
    signal.addEventListener("abort", () => drop(job, signal.reason), { once: true });
    waiting.push(job);
    next();
  });
}

/** @param {Job} job @param {Error} reason */
function drop(job, reason) {
  job.reject(reason);
  waiting = waiting.filter((it) => it !== job);
  if (running === job && !ending) ending = setTimeout(restart, PATIENCE);
}

/** Begin anew with the memory that the cache keeps. */
function restart() {
  state.python = "loading";
  start();
}

function next() {
  if (state.python !== "ready" || running || !waiting.length) return;
  running = waiting.shift();
  worker.postMessage(running?.text);
}

/** @param {any} message */
function told({ loaded, size, ready, answer, failed }) {
  if (loaded) return update({ loaded, size });
  if (ready) update({ python: "ready" });
  else if (!running) return fail(failed);
  else {
    clearTimeout(ending);
    ending = 0;
    const result = answer ? JSON.parse(answer) : { error: failed };
    if (result.error) running.reject(new Error(result.error));
    else running.resolve(result);
    running = undefined;
  }
  next();
}

/** @param {string} reason */
const fail = (reason) => update({ python: "failed", note: reason });
