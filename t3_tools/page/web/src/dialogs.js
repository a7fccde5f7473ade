/* The dialogs: a new game, and sharing. */

import { linkOf } from "./address.js";
import { html, nothing, render } from "lit-html";
import { setUp, startGame } from "./play.js";
import { resultText } from "./puzzles.js";
import { emptyPosition, isOver, sideOf } from "./rules.js";
import { currentPosition, state } from "./state.js";
import { isPersonsWin, isSolved, ownMoves } from "./verdict.js";
import { counted } from "./words.js";

/** An element of index.html. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** The form keeps what was chosen last. */
export function openNewGame() {
  element("new").onsubmit = onSubmit;
  element("new").showModal();
}

/** @param {SubmitEvent & { target: HTMLFormElement, submitter: HTMLButtonElement }} event */
function onSubmit({ target, submitter }) {
  const [play, level, first, side] = [...new FormData(target).values()].map(String);
  const size = Number(side);
  const start =
    size === currentPosition().board.length ? {} : { start: emptyPosition(size, first === "odds") };
  if (submitter.value === "edit") setUp({ play, level, ...start });
  else if (submitter.value) startGame({ play, level, first, size });
}

export function openShare() {
  render(nothing, element("links")); // nothing of it is copied yet
  render(links().map(field), element("links"));
  element("share").showModal();
}

/** What there is to share. Nothing of it gives a puzzle away.
    @returns {{ label: string, hint: string, link: string, words?: string }[]} */
function links() {
  const { game, ply, values } = state;
  const bare = { ...game, actions: [] };
  const link = linkOf(bare, 0, false);
  if (isSolved())
    return [{ label: "Your result", hint: "gives nothing away", link, words: resultText(game) }];
  if (game.puzzle) return [{ label: "Link to this puzzle", hint: "without your moves", link }];
  const beat = ownMoves();
  const again = {
    label: "Beat me",
    hint: "the same game against the same computer: who needs fewer moves?",
    link: linkOf({ ...bare, beat }, 0, false),
    words: `I won Tic-Tac-Total in ${counted(beat, "move")}. Beat me:`,
  };
  const start = currentPosition();
  const play = sideOf(start.odd);
  const puzzle = { ...bare, start, play, level: "perfect", puzzle: "sent", beat: 0 };
  const here = {
    label: "Link to this position",
    hint: "includes the moves so far and the computer's level",
    link: linkOf(game, ply, values),
  };
  const sent = {
    label: "Send as a puzzle",
    hint: "your friend plays the side to move, against a perfect computer",
    link: linkOf(puzzle, 0, false),
  };
  return [...(isPersonsWin() ? [again] : []), here, ...(isOver(start) ? [] : [sent])];
}

/** A text to copy or to send.
    @param {ReturnType<typeof links>[0]} content */
function field({ label, hint, link, words = "" }) {
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
