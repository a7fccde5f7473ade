/* The dialogs: a new game, and sharing. */

import { LEVELS, linkOf } from "./address.js";
import { html, nothing } from "./lit-html.js";
import { startGame } from "./play.js";
import { isOver, range, sideOf } from "./rules.js";
import { currentPosition, state, update } from "./state.js";

/** @param {string} id */
export const openDialog = (id) =>
  /** @type {HTMLDialogElement | null} */ (document.getElementById(id))?.showModal();

/** @param {string} name @param {string} label @param {string} usual
    @param {[value: string, text: string][]} options */
const select = (name, label, usual, options) =>
  html`<label>
    ${label}
    <select name=${name}>
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === usual}>${text}</option>`)}
    </select>
  </label>`;

/** @type {[value: string, text: string][]} */
const SIDES = [
  ["odds", "odds: 1, 3, 5"],
  ["evens", "evens: 2, 4, 6"],
];

/** @param {SubmitEvent & { target: HTMLFormElement, submitter: HTMLButtonElement }} event */
function onSubmit({ target, submitter }) {
  const [play, level, first, size] = [...new FormData(target).values()].map(String);
  if (submitter.value)
    startGame({ play, level, first, size: +size, editing: submitter.id === "edit" });
}

/* The form keeps what was chosen last. */
export const newGame = () => html`<dialog id="new" aria-labelledby="new-title">
  <form method="dialog" @submit=${onSubmit} autocomplete="off">
    <h2 id="new-title">New game</h2>
    ${select("play", "You play", "evens", [...SIDES, ["both", "both sides"], ["none", "neither: watch"]])}
    ${select(
      "level",
      "Computer",
      "medium",
      LEVELS.map((it) => [it, it]),
    )}
    ${select("first", "First to move", "evens", SIDES)}
    ${select(
      "size",
      "Board",
      "3",
      range(3, 8).map((it) => [String(it), `${it} × ${it}`]),
    )}
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
    await navigator.clipboard?.writeText(address);
    update({ copied: address });
  };
  return html`<label>${label}<small>${hint}</small></label>
    <div class="field">
      <input readonly aria-label=${label} .value=${address} />
      <button type="button" @click=${copy}>${state.copied === address ? "Copied" : "Copy"}</button>
    </div>`;
}

export function share() {
  const { game, ply, values } = state;
  const start = currentPosition();
  const side = sideOf(start.odd);
  const puzzle = { ...game, start, actions: [], play: side, level: "perfect", puzzle: "sent" };
  const puzzleField = () =>
    field(
      "Send as a puzzle",
      "your friend plays the side to move, against a perfect computer",
      linkOf(puzzle, 0, false),
    );
  return html`<dialog id="share" aria-labelledby="share-title">
    <form method="dialog">
      <h2 id="share-title">Share</h2>
      ${field("Link to this position", "with the moves and the opponent", linkOf(game, ply, values))}
      ${isOver(start) ? nothing : puzzleField()}
      <button class="main">Close</button>
    </form>
  </dialog>`;
}
