/* The dialogs: a new game, puzzles, and sharing. */

import { html, render } from "lit-html";
import { dateText, linkOf, numberOf, read, today } from "./address.js";
import { openPuzzle } from "./play.js";
import * as puzzles from "./puzzles.js";
import { emptySetup, notationOf } from "./rules.js";

/** An element of index.html. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** The form keeps what was chosen last. */
export function openNewGame() {
  element("new").onsubmit = onSubmit;
  element("new").showModal();
}

/** Follow the link to the game that the form describes. If its position can't be read, say so there.
    @param {SubmitEvent & { target: HTMLFormElement, submitter: HTMLButtonElement }} event */
function onSubmit(event) {
  const { target: form, submitter } = event;
  if (!submitter.value) return form.reset();
  const { play, level, first, size, position } = Object.fromEntries(new FormData(form));
  const start = String(position).trim() || notationOf(emptySetup(Number(size), first === "odds"));
  try {
    const { game } = read(`${start}&play=${play}&level=${level}`);
    location.hash = linkOf(game, game.actions.length, false);
    form.position.value = form.unread.value = "";
  } catch (error) {
    event.preventDefault();
    form.unread.value = /** @type {Error} */ (error).message;
    form.position.focus();
  }
}

export function openPuzzles() {
  render(
    html`<p>${numberOf(today()) ? `Days solved in a row: ${puzzles.streak()}.` : "By this device's clock, there are none yet."}</p>
      ${puzzles.STRENGTHS.filter((it) => puzzles.days(it).length).map(
        (strength) =>
          html`<h3>Puzzles, ${strength}</h3>
            <ol class="days">${puzzles.days(strength).map(dayButton)}</ol>`,
      )}`,
    element("all"),
  );
  element("puzzles").showModal();
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
  const text = puzzles.sharedText();
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
