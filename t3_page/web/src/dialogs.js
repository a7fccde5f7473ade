/* The dialogs: a new game, puzzles, and sharing. */

import { html, render } from "lit-html";
import { read } from "./address.js";
import { openPuzzle } from "./play.js";
import * as puzzles from "./puzzles.js";
import { emptyPosition, notationOf } from "./rules.js";
import { sharedText } from "./share.js";

/** An element of index.html. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** The form keeps what was chosen last. */
export function openNewGame() {
  element("new").onsubmit = onSubmit;
  element("new").showModal();
}

/** Follow the link to the new game, or say what is wrong with a position.
    @param {SubmitEvent & { target: HTMLFormElement, submitter: HTMLButtonElement }} event */
function onSubmit(event) {
  const { target: form, submitter } = event;
  if (!submitter.value) return form.reset();
  const { play, level, first, size, position } = Object.fromEntries(new FormData(form));
  const start =
    String(position).trim() || notationOf(emptyPosition(Number(size), first === "odds"));
  const link = `${start.toLowerCase().replace(/\s+/, "-")}&play=${play}&level=${level}`;
  const field = form.position;
  try {
    read(link);
    location.hash = link;
    field.value = "";
  } catch (error) {
    event.preventDefault();
    field.oninput = () => field.setCustomValidity("");
    field.setCustomValidity(/** @type {Error} */ (error).message);
    field.reportValidity();
  }
}

export function openPuzzles() {
  const { played, solved, tries } = puzzles.statistics();
  render(
    html`<ol class="days">${puzzles.days().map(day)}</ol>
      <p>Next puzzle in ${puzzles.untilNext()}.</p>
      <p>Played ${played}, solved ${solved}, streak ${puzzles.streak()}. Tries:</p>
      <ol class="tries">
        ${tries.map(
          (count, at) => html`<li>
            <span>${at + 1}${at === 5 ? "+" : ""}</span>
            <progress aria-hidden="true" value=${count} max=${Math.max(1, solved)}></progress> ${count}
          </li>`,
        )}
      </ol>`,
    element("all"),
  );
  element("puzzles").showModal();
}

const NAMES = ["Today", "Yesterday"];

/** The button that opens the puzzle of a day. @param {string} day @param {number} ago */
function day(day, ago) {
  const { end } = puzzles.resultOf(day);
  const [sign, words] = {
    "": ["", "to solve"],
    solved: ["✓", "solved"],
    shown: ["✗", "not solved"],
  }[end];
  const name = NAMES[ago] ?? puzzles.dateText(day, { day: "numeric", month: "short" });
  return html`<li>
    <button class=${ago || end ? "" : "main"} aria-label=${`${name}, ${words}`} @click=${() => openPuzzle(day)}>${name} ${sign}</button>
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
}
