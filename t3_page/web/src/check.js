/* The page that checks a player: one worker has the questions and judges, another one runs the
   player's code. */

const FILES = "check-worker.js pyodide.asm.wasm python_stdlib.zip ours.zip exam.txt".split(" ");
const NO_PYTHON =
  "Python ended, or this browser can't run it apart from the page. Try another browser.";
const SEED = 1 + Math.floor(Math.random() * 999_999_998); // of the cases, if a teacher has no exam
const PATIENCE = 60_000; // milliseconds until the worker's first message

const [frame, files, status, stop, failed, report] = /** @type {any[]} */ (
  ["frame", "files", "status", "stop", "failed", "report"].map((id) => document.getElementById(id))
);

/** A file beside this script, after its name. Throws an Error. @param {string} name */
async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`Python can't be loaded: ${response.url} ${response.status}`);
  return [name, await response.blob()];
}

const loaded = Promise.all(FILES.map(load)).then(Object.fromEntries);

/** Python in a worker of a frame that has no origin and no connection, so it reaches nothing. The
    player's code may send any message, at any time. */
class Python {
  channel = new MessageChannel();
  frame = frame.content.firstChild.cloneNode();

  /** Ends what the worker does. @type {(reply: object) => void} */
  end = () => {};

  /** Whether the player's files are imported. */
  imported = false;

  /** @param {"checking" | "playing"} name */
  constructor(name) {
    this.started = this.start(name);
    this.started.catch(() => {}); // who asks something is told
  }

  /** Start Python. Throws an Error. @param {string} name */
  async start(name) {
    const message = { name, files: await loaded };
    const { port1, port2 } = this.channel;
    this.frame.onload = () => this.frame.contentWindow.postMessage(message, "*", [port2]);
    const timer = setTimeout(() => this.end({ failed: NO_PYTHON }), PATIENCE);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      const { answer, failed } = Object(data);
      if (typeof answer === "string") this.end({ answer });
      else if (typeof failed === "string") this.end({ failed: failed || NO_PYTHON });
      else this.imported = true; // or the worker has begun
    };
    document.body.append(this.frame);
    const { failed } = await this.ask();
    if (failed) throw new Error(failed);
  }

  /** End what it does, and all that it did: a message that comes later is lost. @param {object} reply */
  stop(reply) {
    this.frame.remove();
    this.end(reply);
  }

  /** What comes of a text, or of the start. @param {string} [text]
      @returns {Promise<{ answer?: string, failed?: string, late?: boolean }>} */
  ask(text) {
    this.imported = false;
    if (text) this.channel.port1.postMessage(text);
    return new Promise((resolve) => (this.end = resolve));
  }
}

let judge = new Python("checking");
let player = new Python("playing");
let isStopped = false;

/** The next step of t3_tools/page/checking.py. Throws an Error.
    @param {object} message @returns {Promise<any>} */
async function next(message) {
  await judge.started;
  const { answer, failed } = await judge.ask(JSON.stringify(message));
  if (answer === undefined) throw new Error(failed);
  return JSON.parse(answer);
}

/** @param {object} reply what comes of the player's job */
function restart(reply) {
  player.stop(reply);
  player = new Python("playing");
}

/** Let the player do the job of a step, if there is one.
    @param {{ job?: string, patience: number, most: number }} step */
async function done({ job, patience, most }) {
  if (!job) return {};
  await player.started;
  if (isStopped) return { stopped: true };
  const timer = setTimeout(restart, patience, { late: true });
  const began = performance.now();
  const python = player;
  const reply = await python.ask(job);
  clearTimeout(timer);
  if (reply.failed || reply.answer?.includes("MemoryError")) restart({});
  const [answer, failed] = [reply.answer, reply.failed].map((it) => it?.slice(0, most));
  return { ...reply, answer, failed, imported: python.imported, clock: performance.now() - began };
}

/** A file's name, and its contents in base64. @param {File} file */
async function inBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return [file.name, btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join(""))];
}

/** @param {string} text what the page does, or "" */
function tell(text) {
  status.textContent = text;
  stop.hidden = !text.startsWith("Case");
  files.disabled = text !== "";
}

/** Check the player in the chosen files. Nothing is left to the next one. */
files.onchange = async () => {
  report.hidden = true;
  failed.textContent = "";
  tell("Python is starting…");
  isStopped = false;
  try {
    const own = await (await loaded)["exam.txt"].text();
    const pairs = await Promise.all([...files.files].map(inBase64));
    let step = await next({ files: Object.fromEntries(pairs), seed: SEED, own });
    while (step.status) {
      tell(step.status);
      step = await next(await done(step));
    }
    report.srcdoc = step.report;
    report.hidden = false;
  } catch (error) {
    failed.textContent = /** @type {Error} */ (error).message;
  }
  restart({});
  judge.stop({});
  judge = new Python("checking");
  files.value = "";
  tell("");
};

/** The report is of the cases so far. */
stop.onclick = () => {
  isStopped = true;
  restart({ stopped: true });
};

const resized = new ResizeObserver(([{ contentRect }]) => {
  report.style.height = `${contentRect.height}px`;
});
report.onload = () => resized.observe(report.contentDocument.documentElement);
tell("");
