/* The dialogs: a new game, puzzles, and sharing. */

import { html, render } from "lit-html";
import { LEVELS } from "./address.js";
import { dateText, today } from "./days.js";
import { openPuzzle } from "./play.js";
import * as puzzles from "./puzzles.js";
import { emptySetup, notationOf } from "./rules.js";
import { sharedText } from "./share.js";
import { winsAgainst } from "./storage.js";

/** An element of index.html. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** The form keeps what was chosen last. */
export function openNewGame() {
  element("new").onsubmit = onSubmit;
  element("new").showModal();
}

/** @param {SubmitEvent & { target: HTMLFormElement, submitter: HTMLButtonElement }} event */
function onSubmit({ target: form, submitter }) {
  if (!submitter.value) return form.reset();
  begin(new FormData(form));
  form.position.value = "";
}

/** Follow the link to the game that a form describes. A position that can't be read is named as in
    other links. @param {FormData} chosen */
function begin(chosen) {
  const { play, level, first, size, position } = Object.fromEntries(chosen);
  const start = String(position).trim() || notationOf(emptySetup(Number(size), first === "odds"));
  location.hash = `${start.toLowerCase().replace(/\s+/, "-")}&play=${play}&level=${level}`;
}

export function openPuzzles() {
  render(
    html`<p>Next puzzle in ${puzzles.untilNext()}. Days solved in a row: ${puzzles.streak()}.</p>
      ${puzzles.STRENGTHS.map(
        (strength) =>
          html`<h3>Puzzles, ${strength}</h3>
            <ol class="days">${puzzles.days(strength).map(dayButton)}</ol>`,
      )}
      <h3>Games, by level</h3>
      <div class="buttons">${LEVELS.map(levelButton)}</div>`,
    element("all"),
  );
  element("puzzles").showModal();
}

/** The button that starts the game that the form describes at first, against a level.
    @param {string} level */
function levelButton(level) {
  const start = () => {
    const form = element("new").querySelector("form").cloneNode(true);
    form.reset();
    const usual = new FormData(form);
    usual.set("level", level);
    begin(usual);
  };
  return html`<button @click=${start}>${level}: ${winsAgainst(level)} won</button>`;
}

const SIGNS = { "": ["", "to solve"], solved: ["✓", "solved"], shown: ["✗", "not solved"] };

/** The button that opens the puzzle of a day. @param {string} day */
function dayButton(day) {
  const { end } = puzzles.progressOf(day);
  const [sign, words] = SIGNS[end];
  const isToday = day === today();
  const name = isToday ? "Today" : dateText(day, { day: "numeric", month: "short" });
  return html`<li>
    <button class=${isToday && !end ? "main" : ""} aria-label=${`${name}, ${words}`} @click=${() => openPuzzle(day)}>${name} ${sign}</button>
  </li>`;
}

/** Show a text to copy or to send: as one, because apps put a separate link on the last line. */
export function openShare() {
  const text = sharedText();
  const [field, copy, send] = ["text", "copy", "pass"].map(element);
  field.value = text;
  copy.textContent = "Copy";
  copy.onclick = () => {
    field.select(); // where only the person may copy
    navigator.clipboard?.writeText(text).then(
      () => (copy.textContent = "Copied"),
      () => {},
    );
  };
  send.hidden = !("share" in navigator);
  send.onclick = () => navigator.share({ text }).catch(() => {});
  element("share").showModal();
  field.style.height = `${field.scrollHeight + 2}px`;
}
