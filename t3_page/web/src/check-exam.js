/* Runs the exam: one worker has the questions and judges, another one the player's code. */

/** @typedef {{ answer?: string, failed?: string, how?: string, imported: boolean, clock: number }} Reply */

const SOURCE = `import ${JSON.stringify(new URL("check-worker.js", import.meta.url).href)}`;
const LATE = "Two cases ran out of time, and others may. Go on?";

/** Python in a worker. It is of this page, so it can load nothing from elsewhere. */
class Python {
  /** Ends what the worker does, with a reply. @type {(reply: object) => void} */
  end = () => {};

  /** @param {"checking" | "playing"} name */
  constructor(name) {
    const address = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
    this.worker = new Worker(address, { type: "module" });
    this.ready = this.send(name);
  }

  /** Wait until Python has started. Throws an Error if it could not. */
  async started() {
    const { failed } = await this.ready;
    if (failed) throw new Error(failed);
  }

  /** @param {string} message @returns {Promise<Reply>} */
  send(message) {
    return new Promise((resolve) => {
      const began = performance.now();
      let imported = false;
      this.end = (reply) => resolve({ ...reply, imported, clock: performance.now() - began });
      this.worker.onerror = ({ message }) =>
        this.end({ failed: message || "Python could not be loaded, or it ended." });
      this.worker.onmessage = ({ data }) => {
        if (data.imported) imported = true;
        else this.end(data);
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
  await judge.started();
  const { answer, failed } = await judge.send(JSON.stringify(question));
  const result = answer === undefined ? { error: failed } : JSON.parse(answer);
  if (result?.error) throw new Error(result.error);
  return result;
}

/** End what the player does, and all that it did. @param {object} reply */
function restart(reply) {
  player.worker.terminate();
  player.end(reply);
  player = new Python("playing");
}

/** Let the player do a job. @param {{ job: string, patience: number }} job */
async function done({ job, patience }) {
  await player.started();
  if (isStopped) return {};
  const timer = setTimeout(restart, patience, { how: "busy" });
  const { answer, failed, how = failed, imported, clock } = await player.send(job);
  clearTimeout(timer);
  if (failed || answer?.includes("MemoryError")) restart({});
  return { sent: answer, how, imported, clock };
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
    if (reply.how === "busy" && ++late === 2) isStopped = !confirm(LATE);
  }
  if (isStopped)
    remarks.unshift(`Stopped after ${tried} of ${cases} cases: the mark is for these.`);
  tell("Looking for causes…");
  return { ...(await ask("report")), remarks };
}
