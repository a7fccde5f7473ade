/* Asks Python, which runs in a worker, one question at a time. */

import { state, update } from "./state.js";

const PATIENCE = 300; // milliseconds that a dropped search may go on: a new worker takes longer

/** @typedef {{ text: string, resolve: (answer: any) => void, reject: (error: Error) => void }} Job */

/** @type {Worker | undefined} */
let worker;
/** The question that waits for its answer. @type {Job | undefined} */
let job;
/** The question that the worker has, maybe one that nobody waits for now. @type {Job | undefined} */
let asked;
let ending = 0; // the timer that replaces the worker

/** Start Python, or start it anew. */
export function start() {
  worker?.terminate();
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = () => fail("The browser could not load it.");
  clearTimeout(ending);
  asked = undefined;
  ending = 0;
  update({ python: "loading", wrong: state.python === "failed" ? "" : state.wrong });
}

/** Ask a question; resolves to the answer. Rejects if `signal` drops the question.
    @param {string} question @param {object} parameters @param {AbortSignal} signal
    @returns {Promise<any>} */
export const ask = (question, parameters, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    job = { text: JSON.stringify({ ask: question, ...parameters }), resolve, reject };
    signal.addEventListener("abort", () => {
      reject(signal.reason);
      job = undefined;
      if (asked) ending ||= setTimeout(start, PATIENCE);
    });
    send();
  });

function send() {
  if (!job || asked || state.python !== "ready") return;
  asked = job;
  worker?.postMessage(job.text);
}

/** @param {{ ready?: boolean, answer?: string, failed?: string }} message */
function receive({ ready, answer, failed = "" }) {
  if (ready) {
    update({ python: "ready" });
    send();
    // Only now, so that the browser has Python's files and does not load them twice. It has no
    // service workers if the page came unencrypted, or if it keeps nothing.
    navigator.serviceWorker?.register("offline.js").catch(() => {});
    return;
  }
  if (state.python !== "ready") return fail(failed);
  clearTimeout(ending);
  ending = 0;
  const done = asked;
  asked = undefined;
  if (done === job) job = undefined;
  const result = answer ? JSON.parse(answer) : { error: failed || "Python failed." };
  if (result.error) done?.reject(new Error(result.error));
  else done?.resolve(result);
  send();
}

/** @param {string} reason */
const fail = (reason) => update({ python: "failed", wrong: reason });
