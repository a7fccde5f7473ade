/* Runs the exam: one worker has the questions and judges, another one the player's code. */

/** @typedef {{ answer?: string, failed?: string, how?: string, imported: boolean, clock: number }} Reply */

const SOURCE = `import ${JSON.stringify(new URL("check-worker.js", import.meta.url).href)}`;

/** Python in a worker. It is of this page, so it can load nothing from elsewhere. */
class Python {
  /** @param {"checking" | "playing"} name */
  constructor(name) {
    const address = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
    this.worker = new Worker(address, { type: "module" });
    this.ready = this.send(name, Infinity);
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
      /** @param {object} reply */
      const end = (reply) => {
        clearTimeout(timer);
        resolve({ ...reply, imported, clock: performance.now() - began });
      };
      const timer = patience < Infinity ? setTimeout(() => end({ how: "busy" }), patience) : 0;
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

/** @type {Python} */
let judge;
/** @type {Python} */
let player;

/** Load Python, twice. */
export function load() {
  judge ??= new Python("checking");
  player ??= new Python("playing");
}

/** Ask t3_tools/page/checking.py.
    @param {unknown[]} question @returns {Promise<any>} */
export async function ask(...question) {
  const { answer, failed } = await judge.ask(JSON.stringify(question));
  const result = answer === undefined ? { error: failed } : JSON.parse(answer);
  if (result?.error) throw new Error(result.error);
  return result;
}

/** Let the player do a job. If it fails, all that it did is gone.
    @param {{ job: string, patience: number }} job */
export async function done({ job, patience }) {
  const { answer, failed, how, imported, clock } = await player.ask(job, patience);
  if (answer === undefined || answer.includes("MemoryError")) {
    player.worker.terminate();
    player = new Python("playing");
  }
  if (answer !== undefined) return { sent: answer, clock };
  return { how: how ?? failed, imported, clock };
}

/** Examine a player.
    @param {Record<string, string>} files contents in base64 @param {number} seed
    @param {string} exam a teacher's own, or "" @param {(text: string) => void} tell */
export async function examine(files, seed, exam, tell) {
  const { cases, remarks } = await ask("begun", files, seed, exam);
  let count = 0;
  for (let job; (job = await ask("next_job"));) {
    tell(`Case ${++count} of ${cases}`);
    await ask("judge", await done(job));
  }
  tell("Looking for causes…");
  return { ...(await ask("report")), remarks };
}
