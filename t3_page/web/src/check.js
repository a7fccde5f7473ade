/* The page that checks a player: what to drop, the exam, the report. */

import { examine, stop } from "./check-exam.js";
import { numberMark } from "./board.js";
import { html, nothing, render } from "lit-html";

/** @typedef {{ caption: string, board: number[][], placed: number[][], won: number[][] }} Figure */
/** @typedef {{ topic: string, advice: string, heading: string, reasons: string[], figures: Figure[] }} Fault */

const SEED = 1 + Math.floor(Math.random() * 999_999_998);
let status = "";
let wrong = "";
/** @type {any} */
let report = null;

/** A teacher's own exam, or "". */
const exam = await fetch(new URL("exam.txt", import.meta.url)).then((it) => it.text());

/** Check the player in the chosen files. @param {Event} event */
async function check({ target }) {
  const input = /** @type {HTMLInputElement} */ (target);
  wrong = "";
  report = null;
  tell("Python is starting…");
  try {
    const pairs = [...(input.files ?? [])].map(async (file) => [file.name, await base64(file)]);
    report = await examine(Object.fromEntries(await Promise.all(pairs)), SEED, exam, tell);
  } catch (error) {
    wrong = /** @type {Error} */ (error).message;
  }
  input.value = "";
  tell("");
}

/** @param {string} text */
function tell(text) {
  status = text;
  render(whole(), app);
}

/** @param {File} file */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join(""));
}

const whole = () => html`
  <header>
    <h1>Check your player</h1>
    <a href="./">Play the game</a>
  </header>
  <label for="files">
    Drop t3_player.py here, with t3_state.py and t3_action.py if you wrote them, or a zip file. Your code runs in this
    browser. Nothing is sent anywhere.
  </label>
  <input id="files" type="file" multiple @change=${check} ?disabled=${status !== ""} />
  <p id="status" role="status">${status}</p>
  ${status.startsWith("Case") ? html`<button id="stop" @click=${stop}>Stop</button>` : nothing}
  <p id="failed" role="alert">${wrong}</p>
  ${report ? marks() : about()} ${report?.faults.length ? reasons() : nothing}
`;

const about = () => html`
  <p class="soft">
    The questions, marks and explanations are those of <code>t3-tools grade</code>. Python here is version 3.14, about
    four times slower, and has four times as long. It has no threads, processes or network. mypy is not run.
  </p>
`;

function marks() {
  const { mark, possible, parts, remarks, categories } = report;
  return html`
    <h2 id="mark">${mark} of ${possible}</h2>
    <p>${Object.entries(parts)
      .filter(([, share]) => share)
      .map(([part, share]) => `${part} ${share}`)
      .join(", ")}</p>
    ${remarks.map((/** @type {string} */ sentence) => html`<p>${sentence}</p>`)}
    <p class="soft">${exam ? "The positions and points are your teacher's." : `The same cases: t3-tools grade --seed ${SEED}. It also runs mypy, for 5 points.`}</p>
    <table>
      <tr><th>category</th><th class="share">passed</th><th class="share">points</th></tr>
      ${categories.map(
        (/** @type {any} */ { name, tests, passed, points }) => html`<tr>
          <td>${name}<br /><small>${tests}</small></td>
          <td class="share">${passed}</td>
          <td class="share">${points}</td>
        </tr>`,
      )}
    </table>
  `;
}

const reasons =
  () => html`<h2>${report.mark < report.possible ? "What to fix" : "Wrong, but it costs nothing"}</h2>
  <p class="soft">
    (2,0) = 5 is a 5 in column 2, row 0, counted from 0. The right action has the best result that the other side can't
    prevent, then the fewest plies, then it is the first by column, row and number. The boards show a position, and
    how the game ends after your action and after the right one, if both sides then play their best.
  </p>
  ${report.faults.map(fault)}`;

/** @param {Fault} fault @param {number} at */
function fault({ topic, advice, heading, reasons, figures }, at) {
  const isNew = report.faults[at - 1]?.topic !== topic;
  return html`
    ${isNew ? html`<h2>${topic}</h2>${advice && html`<p>${advice}</p>`}` : nothing}
    <section class="fault">
      <h3>${heading}</h3>
      ${reasons.map((reason) => html`<p class="reason">${reason}</p>`)}
      <div class="figures">${figures.map(figure)}</div>
    </section>
  `;
}

/** @param {Figure} figure */
function figure({ caption, board, placed, won }) {
  /** @param {number[][]} cells @param {number} col @param {number} row */
  const has = (cells, col, row) => cells.some(([c, r]) => c === col && r === row);
  return html`<figure>
    <figcaption>${caption}</figcaption>
    <table class="board">
      <tr><th></th>${board.map((_, col) => html`<th>${col}</th>`)}</tr>
      ${board.map(
        (numbers, row) => html`<tr>
          <th>${row}</th>
          ${numbers.map(
            (number, col) =>
              html`<td class="${has(placed, col, row) ? "placed" : ""} ${has(won, col, row) ? "won" : ""}" aria-label=${number || "empty"}>
                ${number ? numberMark(number) : nothing}
              </td>`,
          )}
        </tr>`,
      )}
    </table>
  </figure>`;
}

const app = /** @type {HTMLElement} */ (document.getElementById("check"));
app.replaceChildren();
tell("");
