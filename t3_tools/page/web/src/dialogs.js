/* The dialogs: a new game, and sharing. */

import { linkOf } from "./address.js";
import { html, nothing } from "lit-html";
import { setUp, startGame } from "./play.js";
import { resultText } from "./puzzles.js";
import { emptyPosition, isOver, range, sideOf } from "./rules.js";
import { currentPosition, state, update } from "./state.js";
import { isPersonsWin, isSolved, ownMoves } from "./verdict.js";
import { counted } from "./words.js";

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
  const [play, level, first, side] = [...new FormData(target).values()].map(String);
  const size = Number(side);
  const start =
    size === currentPosition().board.length ? {} : { start: emptyPosition(size, first === "odds") };
  if (submitter.value === "edit") setUp({ play, level, ...start });
  else if (submitter.value) startGame({ play, level, first, size });
}

/** What a first visitor plays, as in the terminal. */
const usual = /** @type {HTMLElement} */ (document.getElementById("app")).dataset;

/* The form keeps what was chosen last. */
export const newGame = () => html`<dialog id="new" aria-labelledby="new-title">
  <form method="dialog" @submit=${onSubmit} autocomplete="off">
    <h2 id="new-title">New game</h2>
    ${select("play", "You play", String(usual.side), [...SIDES, "both sides"])}
    ${select("level", "Computer", String(usual.level), LEVELS)}
    ${select("first", "First to move", String(usual.side), SIDES)}
    ${select("size", "Board", String(usual.size), SIZES)}
    <div class="buttons">
      <button class="main" value="play">Play</button>
      <button id="edit" value="edit">Set up a position</button>
      <button>Cancel</button>
    </div>
  </form>
</dialog>`;

/** A text to copy or to send.
    @param {string} label @param {string} hint @param {string} link @param {string} words */
function field(label, hint, link, words = "") {
  const address = location.href.replace(/#.*/, "") + link;
  const text = words && `${words}\n${address}`;
  /** @param {MouseEvent & { currentTarget: HTMLButtonElement }} event */
  const copy = ({ currentTarget }) => {
    currentTarget.parentElement?.querySelector("input")?.select(); // where only the person may copy
    const copied = () => update({ copied: address });
    navigator.clipboard?.writeText(text || address).then(copied, () => {});
  };
  const send = () => navigator.share({ text: words || undefined, url: address }).catch(() => {});
  return html`<label>${label}<small>${hint}</small></label>
    <div class="field">
      <input readonly aria-label=${label} .value=${text || address} />
      <button type="button" autofocus @click=${copy}>${state.copied === address ? "Copied" : "Copy"}</button>
      ${"share" in navigator ? html`<button type="button" @click=${send}>Send</button>` : nothing}
    </div>`;
}

export function share() {
  return html`<dialog id="share" aria-labelledby="share-title">
    <form method="dialog">
      <h2 id="share-title">Share</h2>
      ${fields()}
      <button class="main">Close</button>
    </form>
  </dialog>`;
}

/** What there is to share. Nothing of it gives a puzzle away. */
function fields() {
  const { game, ply, values } = state;
  const start = currentPosition();
  const bare = { ...game, actions: [] };
  if (game.puzzle)
    return isSolved()
      ? field("Your result", "gives nothing away", linkOf(bare, 0, false), resultText(game))
      : field("Link to this puzzle", "without your moves", linkOf(bare, 0, false));
  const play = sideOf(start.odd);
  /** @type {Game} */
  const puzzle = { ...bare, start, play, level: "perfect", puzzle: "sent", beat: 0 };
  const beat = ownMoves();
  return html`${
    isPersonsWin()
      ? field(
          "Beat me",
          "the same game against the same computer: who needs fewer moves?",
          linkOf({ ...bare, beat }, 0, false),
          `I won Tic-Tac-Total in ${counted(beat, "move")}. Beat me:`,
        )
      : nothing
  }
  ${field("Link to this position", "includes the moves so far and the computer's level", linkOf(game, ply, values))}
  ${isOver(start) ? nothing : field("Send as a puzzle", "your friend plays the side to move, against a perfect computer", linkOf(puzzle, 0, false))}`;
}
