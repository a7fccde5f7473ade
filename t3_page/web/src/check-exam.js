/* Runs the exam: one worker has the questions and judges, another one the player's code. */

/** @typedef {{ answer?: string, failed?: string, late?: boolean, imported: boolean, clock: number }} Reply */

const FILES = ["check-worker.js", "pyodide.asm.wasm", "python_stdlib.zip", "ours.zip"];
const LATE = "Two cases ran out of time, and others may. Go on?";
const NO_PYTHON =
  "Python ended, or this browser can't run it apart from the page. Try another browser.";
const PATIENCE = 60_000; // milliseconds until the worker's first message

const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById("frame"));

/** A file beside this script, after its name. Throws an Error. @param {string} name */
async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return [name, await response.blob()];
}

const files = Promise.all(FILES.map(load)).then(Object.fromEntries);

/** Python in a worker of a frame that has no origin and no connection, so it reaches nothing. The
    player's code may send any message, at any time. */
class Python {
  /** Ends what the worker does, with a reply. @type {(reply: object) => void} */
  end = () => {};

  imported = false;

  /** @param {"checking" | "playing"} name */
  constructor(name) {
    const { port1, port2 } = new MessageChannel();
    this.frame = /** @type {HTMLIFrameElement} */ (content.querySelector("iframe")?.cloneNode());
    this.frame.onload = () => this.frame.contentWindow?.postMessage("", "*", [port2]);
    this.port = port1;
    this.port.onmessage = ({ data }) => this.take(Object(data));
    document.body.append(this.frame);
    this.ready = this.begin(name);
  }

  /** Start Python. @param {string} name @returns {Promise<{ failed?: string }>} */
  async begin(name) {
    try {
      const message = { name, files: await files };
      this.timer = setTimeout(() => this.end({ failed: NO_PYTHON }), PATIENCE);
      return await this.send(message);
    } catch (error) {
      return { failed: `Python could not be loaded. ${/** @type {Error} */ (error).message}` };
    }
  }

  /** @param {{ answer?: unknown, failed?: unknown }} message */
  take({ answer, failed }) {
    clearTimeout(this.timer);
    if (typeof answer === "string") this.end({ answer });
    else if (typeof failed === "string") this.end({ failed: failed || NO_PYTHON });
    else this.imported = true; // or the worker has begun
  }

  /** Wait until Python has started. Throws an Error if it could not. */
  async started() {
    const { failed } = await this.ready;
    if (failed) throw new Error(failed);
  }

  /** @param {unknown} message @returns {Promise<Reply>} */
  send(message) {
    return new Promise((resolve) => {
      const began = performance.now();
      this.imported = false;
      this.end = (reply) =>
        resolve({ ...reply, imported: this.imported, clock: performance.now() - began });
      this.port.postMessage(message);
    });
  }
}

const judge = new Python("checking");
let player = new Python("playing");
let isStopped = false;

/** Ask t3_tools/page/checking.py.
    @param {unknown[]} question @returns {Promise<any>} */
async function ask(...question) {
  await judge.started();
  const { answer, failed } = await judge.send(JSON.stringify(question));
  const result = answer === undefined ? { error: failed } : JSON.parse(answer);
  if (result?.error) throw new Error(result.error);
  return result;
}

/** End what the player does, and all that it did. @param {object} reply */
function restart(reply) {
  player.frame.remove();
  player.end(reply);
  player = new Python("playing");
}

/** Let the player do a job.
    @param {{ job: string, patience: number }} job @returns {Promise<Partial<Reply>>} */
async function done({ job, patience }) {
  await player.started();
  if (isStopped) return {};
  const timer = setTimeout(restart, patience, { late: true });
  const reply = await player.send(job);
  clearTimeout(timer);
  if (reply.failed || reply.answer?.includes("MemoryError")) restart({});
  return reply;
}

/** Stop the exam: its report is of the cases so far. */
export function stop() {
  isStopped = true;
  restart({});
}

/** Examine a player. After two cases that ran out of time, it asks whether to go on.
    @param {Record<string, string>} files contents in base64 @param {number} seed
    @param {string} exam a teacher's own, or "" @param {(text: string) => void} tell */
export async function examine(files, seed, exam, tell) {
  isStopped = false;
  const { cases, remarks } = await ask("begun", files, seed, exam);
  let tried = 0;
  let late = 0;
  for (let job; !isStopped && (job = await ask("next_job")); tried++) {
    tell(`Case ${tried + 1} of ${cases}, for ${job.patience / 1000} s at most`);
    const reply = await done(job);
    if (isStopped) break;
    await ask("judge", reply);
    if (reply.late && ++late === 2) isStopped = !confirm(LATE);
  }
  if (isStopped)
    remarks.unshift(`Stopped after ${tried} of ${cases} cases: the mark is for these.`);
  tell("Looking for causes…");
  return { ...(await ask("report")), remarks };
}
