/* The page that checks a player: what to drop, and the report. */

import { examine, stop } from "./check-exam.js";

const [files, status, stopping, failed, report] = [
  "files",
  "status",
  "stop",
  "failed",
  "report",
].map((id) => /** @type {any} */ (document.getElementById(id)));

/** Check the player in the chosen files. */
async function check() {
  files.disabled = report.hidden = true;
  failed.textContent = "";
  tell("Python is starting…");
  try {
    report.srcdoc = await examine([...files.files], tell);
    report.hidden = false;
  } catch (error) {
    failed.textContent = /** @type {Error} */ (error).message;
  }
  ready();
}

/** @param {string} text */
function tell(text) {
  status.textContent = text;
  stopping.hidden = !text.startsWith("Case");
}

function ready() {
  tell("");
  files.value = "";
  files.disabled = false;
}

const resized = new ResizeObserver(([{ contentRect }]) => {
  report.style.height = `${contentRect.height}px`;
});
report.onload = () => resized.observe(report.contentDocument.documentElement);
files.onchange = check;
stopping.onclick = stop;
ready();
