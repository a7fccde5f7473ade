/* Runs the exam: one worker has the questions and judges, another one the player's code. */

/** @typedef {{ answer?: string, failed?: string, how?: string, imported: boolean, clock: number }} Reply */

const LATE = "Two cases ran out of time, and others may. Go on?";
const SOURCE = `import ${JSON.stringify(new URL("check-worker.js", import.meta.url).href)}`;

/** Python in a worker. It is of this page, so it can load nothing from elsewhere. */
class Python {
  /** Ends the job that it does. @type {(reply: object) => void} */
  end = () => {};

  /** @param {"checking" | "playing"} name */
  constructor(name) {
    const address = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
    this.worker = new Worker(address, { type: "module" });
    this.ready = this.send(name, Infinity);
    this.end = () => {}; // its start is no job
  }

  /** Send a message, and wait this many milliseconds for the answer.
      @param {string} message @param {number} patience */
  async ask(message, patience = Infinity) {
    const { failed } = await this.ready;
    if (failed) throw new Error(failed);
    return this.send(message, patience);
  }

  /** @param {string} message @param {number} patience @returns {Promise<Reply>} */
  send(message, patience) {
    return new Promise((resolve) => {
      const began = performance.now();
      let imported = false;
      const end = (/** @type {object} */ reply) => {
        clearTimeout(timer);
        resolve({ ...reply, imported, clock: performance.now() - began });
      };
      this.end = end;
      const late = () => end({ how: "busy" });
      const timer = patience < Infinity ? setTimeout(late, patience) : 0;
      this.worker.onerror = ({ message }) =>
        end({ failed: message || "Python could not be loaded, or it ended." });
      this.worker.onmessage = ({ data }) => {
        if (data.imported) imported = true;
        else end(data);
      };
      this.worker.postMessage(message);
    });
  }
}

const judge = new Python("checking");
let player = new Python("playing");
let isStopped = false;

/** Ask t3_tools/page/checking.py.
    @param {unknown[]} question @returns {Promise<any>} */
async function ask(...question) {
  const { answer, failed } = await judge.ask(JSON.stringify(question));
  const result = answer === undefined ? { error: failed } : JSON.parse(answer);
  if (result?.error) throw new Error(result.error);
  return result;
}

/** Let the player do a job. If it fails, all that it did is gone.
    @param {{ job: string, patience: number }} job */
async function done({ job, patience }) {
  await player.ready;
  if (isStopped) return { how: "stopped" };
  const { answer, failed, how, imported, clock } = await player.ask(job, patience);
  if (answer === undefined || answer.includes("MemoryError")) {
    player.worker.terminate();
    player = new Python("playing");
  }
  if (answer !== undefined) return { sent: answer, clock };
  return { how: how ?? failed, imported, clock };
}

/** Stop the exam: its report is of the cases so far. */
export function stop() {
  isStopped = true;
  player.end({ how: "stopped" });
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
    tell(`Case ${tried + 1} of ${cases}`);
    const reply = await done(job);
    if (isStopped) break;
    await ask("judge", reply);
    if (reply.how === "busy" && ++late === 2) isStopped = !confirm(LATE);
  }
  if (isStopped)
    remarks.unshift(`Stopped after ${tried} of ${cases} cases: the mark is for these.`);
  tell("Looking for causes…");
  return { ...(await ask("report")), remarks };
}
