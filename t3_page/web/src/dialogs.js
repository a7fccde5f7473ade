/* The dialogs: a new game, and sharing. */

import { linkOf } from "./address.js";
import { html, nothing, render } from "lit-html";
import { setUp, startGame } from "./play.js";
import { isSolved, resultText } from "./puzzles.js";
import { emptyPosition, isOver, sideOf } from "./rules.js";
import { currentPosition, state } from "./state.js";
import { isPersonsWin, ownMoves } from "./verdict.js";
import { counted } from "./words.js";

/** An element of index.html. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** The size of board in the form when it was opened. */
let offered = "";

/** The form keeps what was chosen last. */
export function openNewGame() {
  offered = element("size").value;
  element("new").onsubmit = onSubmit;
  element("new").showModal();
}

/** @param {SubmitEvent & { target: HTMLFormElement, submitter: HTMLButtonElement }} event */
function onSubmit({ target, submitter }) {
  const [play, level, first, size] = [...new FormData(target).values()].map(String);
  const start = emptyPosition(Number(size), first === "odds");
  // Without another size, the position on the board is the one to edit.
  if (submitter.value === "edit") setUp({ play, level, ...(size === offered ? {} : { start }) });
  else if (submitter.value) startGame({ start, play, level, puzzle: "", beat: 0 });
}

export function openShare() {
  render(nothing, element("links")); // nothing of it is copied yet
  render(links().map(field), element("links"));
  element("share").showModal();
}

/** @typedef {[label: string, hint: string, link: string, words?: string]} Content */

/** What there is to share. Nothing of it gives a puzzle away. @returns {Content[]} */
function links() {
  const { game, ply, values } = state;
  const bare = { ...game, actions: [] };
  const link = linkOf(bare, 0, false);
  if (isSolved()) return [["Your result", "gives nothing away", link, resultText()]];
  if (game.puzzle) return [["Link to this puzzle", "without your moves", link]];
  /** @type {Content} */
  const here = ["Link to this position", "with the moves and level", linkOf(game, ply, values)];
  if (isPersonsWin()) {
    const beat = ownMoves();
    const words = `I won Tic-Tac-Total in ${counted(beat, "move")}. Beat me:`;
    const again = linkOf({ ...bare, beat }, 0, false);
    return [["Beat me", "the same game and computer: who needs fewer moves?", again, words], here];
  }
  const start = currentPosition();
  if (isOver(start)) return [here];
  const play = sideOf(start.odd);
  const puzzle = { ...bare, start, play, level: "perfect", puzzle: "sent", beat: 0 };
  return [here, ["Send as a puzzle", "against a perfect computer", linkOf(puzzle, 0, false)]];
}

/** A text to copy or to send. @param {Content} content */
function field([label, hint, link, words = ""]) {
  const url = location.href.replace(/#.*/, "") + link;
  const text = words ? `${words}\n${url}` : url;
  /** @param {Event} event */
  const copy = ({ target }) => {
    const button = /** @type {HTMLButtonElement} */ (target);
    button.parentElement?.querySelector("input")?.select(); // where only the person may copy
    const copied = () => (button.textContent = "Copied");
    navigator.clipboard?.writeText(text).then(copied, () => {});
  };
  const send = () => navigator.share({ text: words || undefined, url }).catch(() => {});
  return html`<label>${label}<small>${hint}</small></label>
    <div class="field">
      <input readonly aria-label=${label} .value=${text} />
      <button type="button" autofocus @click=${copy}>Copy</button>
      ${"share" in navigator ? html`<button type="button" @click=${send}>Send</button>` : nothing}
    </div>`;
}
