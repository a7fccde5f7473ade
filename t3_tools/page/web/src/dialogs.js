/* The dialogs: a new game, and sharing. */

import { linkOf } from "./address.js";
import { html, nothing } from "./lit-html.js";
import { startGame } from "./play.js";
import { isOver, range, sideOf } from "./rules.js";
import { currentPosition, state, update } from "./state.js";

/** @param {string} id */
export const openDialog = (id) =>
  /** @type {HTMLDialogElement | null} */ (document.getElementById(id))?.showModal();

/** The first word of an option is its value.
    @param {string} name @param {string} label @param {string} usual @param {string[]} options */
function select(name, label, usual, options) {
  const values = options.map((text) => text.split(/\W/)[0]);
  return html`<label>
    ${label}
    <select name=${name}>
      ${options.map((text, at) => html`<option value=${values[at]} ?selected=${values[at] === usual}>${text}</option>`)}
    </select>
  </label>`;
}

const SIDES = ["odds: 1, 3, 5", "evens: 2, 4, 6"];
const LEVELS = ["easy", "medium", "hard", "perfect"];
const SIZES = range(3, 8).map((size) => `${size} × ${size}`);

/** @param {SubmitEvent & { target: HTMLFormElement, submitter: HTMLButtonElement }} event */
function onSubmit({ target, submitter }) {
  const [play, level, first, size] = [...new FormData(target).values()].map(String);
  if (submitter.value)
    startGame({ play, level, first, size: +size, editing: submitter.value === "edit" });
}

/* The form keeps what was chosen last. */
export const newGame = () => html`<dialog id="new" aria-labelledby="new-title">
  <form method="dialog" @submit=${onSubmit} autocomplete="off">
    <h2 id="new-title">New game</h2>
    ${select("play", "You play", "evens", [...SIDES, "both sides", "none: watch"])}
    ${select("level", "Computer", "medium", LEVELS)}
    ${select("first", "First to move", "evens", SIDES)}
    ${select("size", "Board", "3", SIZES)}
    <div class="buttons">
      <button class="main" value="play">Play</button>
      <button id="edit" value="edit">Set up a position</button>
      <button>Cancel</button>
    </div>
  </form>
</dialog>`;

/** @param {string} label @param {string} hint @param {string} link */
function field(label, hint, link) {
  const address = location.href.replace(/#.*/, "") + link;
  /** @param {MouseEvent & { currentTarget: HTMLButtonElement }} event */
  const copy = async ({ currentTarget }) => {
    currentTarget.parentElement?.querySelector("input")?.select(); // where only the person may copy
    const copying = navigator.clipboard?.writeText(address);
    const isCopied = await copying?.then(
      () => true,
      () => false,
    );
    update({ copied: isCopied ? address : "" });
  };
  return html`<label>${label}<small>${hint}</small></label>
    <div class="field">
      <input readonly aria-label=${label} .value=${address} />
      <button type="button" autofocus @click=${copy}>${state.copied === address ? "Copied" : "Copy"}</button>
    </div>`;
}

export function share() {
  const { game, ply, values } = state;
  const start = currentPosition();
  const play = sideOf(start.odd);
  const puzzle = { ...game, start, actions: [], play, level: "perfect", puzzle: "sent" };
  const link = linkOf(puzzle, 0, false);
  return html`<dialog id="share" aria-labelledby="share-title">
    <form method="dialog">
      <h2 id="share-title">Share</h2>
      ${field("Link to this position", "with the moves and the opponent", linkOf(game, ply, values))}
      ${isOver(start) ? nothing : field("Send as a puzzle", "your friend plays the side to move, against a perfect computer", link)}
      <button class="main">Close</button>
    </form>
  </dialog>`;
}
