/* The dialogs: a new game, and sharing. */

import { LEVELS, linkOf, textOf } from "./address.js";
import { edit } from "./editor.js";
import { html } from "./lit-html.js";
import { begin, open } from "./play.js";
import { isOver, sideOf } from "./rules.js";
import { shown, state } from "./state.js";

/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => /** @type {any} */ (document.getElementById(id));

export const openNew = () => dialog("new").showModal();
export const openShare = () => dialog("share").showModal();
const close = (/** @type {Event} */ { target }) =>
  /** @type {Element} */ (target).closest("dialog")?.close();

/** @param {string} name @param {string} label @param {[string, string][]} options @param {string} usual */
const select = (name, label, options, usual) =>
  html`<label>
    ${label}
    <select name=${name}>
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === usual}>${text}</option>`)}
    </select>
  </label>`;

/** @param {string} name @param {string} label @param {number} least @param {number} most @param {number} usual */
const number = (name, label, least, most, usual) =>
  html`<label>
    ${label} <input name=${name} type="number" min=${least} max=${most} required value=${usual} />
  </label>`;

const SIDES = /** @type {[string, string][]} */ ([
  ["odds", "odds: 1, 3, 5"],
  ["evens", "evens: 2, 4, 6"],
]);

/** @param {SubmitEvent} event */
function onBegin(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { size, first, play, level, target, largest } = Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value)]),
  );
  dialog("new").close();
  begin({ size: +size, first, play, level, target: +target, largest: +largest });
}

/** Edit a position in a game with these settings. @param {Event} event */
function onEdit({ target }) {
  const form = /** @type {HTMLFormElement} */ (/** @type {Element} */ (target).closest("form"));
  if (!form.reportValidity()) return;
  form.requestSubmit();
  edit(shown(), "replace");
}

/* The form keeps what was chosen last. */
export const newGame = () => html`<dialog id="new" aria-labelledby="new-title">
  <form @submit=${onBegin} autocomplete="off">
    <h2 id="new-title">New game</h2>
    ${select("play", "You play", [...SIDES, ["both", "both sides"], ["none", "neither: watch"]], "evens")}
    ${select(
      "level",
      "Computer",
      LEVELS.slice(0, 4).map((it) => [it, it]),
      "medium",
    )}
    ${select("first", "First to move", SIDES, "evens")}
    ${select(
      "size",
      "Board",
      ["3", "4", "5", "6", "7", "8"].map((it) => [it, `${it} × ${it}`]),
      "3",
    )}
    <details>
      <summary>Other rules</summary>
      ${number("target", "Sum that wins", 1, 99, 13)} ${number("largest", "Largest number", 2, 19, 6)}
    </details>
    <div class="buttons">
      <button class="main">Play</button>
      <button type="button" id="edit" @click=${onEdit}>Set up a position</button>
      <button type="button" @click=${close}>Cancel</button>
    </div>
  </form>
</dialog>`;

/** @param {string} link */
const whole = (link) => location.href.split("#")[0] + link;

/** @param {MouseEvent} event */
async function copy({ currentTarget }) {
  const button = /** @type {HTMLButtonElement} */ (currentTarget);
  const input = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
  input.select();
  await navigator.clipboard?.writeText(input.value).catch(() => {});
  button.textContent = document.hasFocus() && navigator.clipboard ? "Copied" : "Copy it from here";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

/** @param {string} label @param {string} hint @param {string} link */
const field = (label, hint, link) =>
  html`<label>${label}<small>${hint}</small></label>
    <div class="field">
      <input readonly aria-label=${label} .value=${whole(link)} />
      <button type="button" @click=${copy}>Copy</button>
    </div>`;

function onOpen() {
  const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
  dialog("share").close();
  open(text.value);
}

function onChange() {
  dialog("share").close();
  edit(shown());
}

export function share() {
  const { game, ply, values } = state;
  const position = shown();
  const puzzle = {
    ...game,
    start: position,
    actions: [],
    play: sideOf(position.odd),
    level: "perfect",
    puzzle: "sent",
  };
  return html`<dialog id="share" aria-labelledby="share-title">
    <h2 id="share-title">Share</h2>
    ${field("Link to this position", "with the moves and the opponent", linkOf(game, ply, values))}
    ${
      isOver(position)
        ? ""
        : field(
            "Send as a puzzle",
            "your friend plays the side to move, against a perfect computer",
            linkOf(puzzle, 0, false),
          )
    }
    <label for="text">The game as text<small>the terminal game reads it; to open another game, a link or a position, put it here</small></label>
    <textarea id="text" rows="7" spellcheck="false" .value=${textOf(game)}></textarea>
    <div class="buttons">
      <button type="button" @click=${onOpen}>Open this text</button>
      <button type="button" id="change" @click=${onChange}>Edit the position</button>
      <button type="button" class="main" @click=${close}>Close</button>
    </div>
  </dialog>`;
}
