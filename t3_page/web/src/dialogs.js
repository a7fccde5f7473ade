/* The dialogs: a new game, puzzles, and sharing. */

import { linkOf } from "./address.js";
import { html, nothing, render } from "lit-html";
import { openPuzzle, setUp, startGame } from "./play.js";
import * as puzzles from "./puzzles.js";
import { emptyPosition, isOver, sideOf } from "./rules.js";
import { puzzleText, winText } from "./share.js";
import { currentPosition, state } from "./state.js";
import { isPersonsWin } from "./verdict.js";

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
  else if (submitter.value) startGame({ start, play, level, puzzle: "" });
}

export function openPuzzles() {
  const { played, solved, tries } = puzzles.statistics();
  const most = Math.max(1, ...tries);
  render(
    html`<ol class="days">${puzzles.days().map(day)}</ol>
      <p>Next puzzle in ${puzzles.untilNext()}.</p>
      <p>Played ${played}, solved ${solved}, streak ${puzzles.streak()}. Tries:</p>
      <ol class="tries">
        ${tries.map(
          (count, at) => html`<li>
            <span>${at + 1}${at === 5 ? "+" : ""}</span>
            <b .style=${`width: ${(85 * count) / most}%`}></b> ${count}
          </li>`,
        )}
      </ol>`,
    element("all"),
  );
  element("puzzles").showModal();
}

const NAMES = ["Today", "Yesterday"];

/** How a puzzle went: a sign, and in words. @param {puzzles.Result} result */
const went = ({ wrong, end }) =>
  end === "solved"
    ? ["✓", "solved"]
    : end
      ? ["✗", "not solved"]
      : wrong.length
        ? ["…", "begun"]
        : ["", "new"];

/** The button that opens the puzzle of a day. @param {string} day @param {number} ago */
function day(day, ago) {
  const [sign, words] = went(puzzles.resultOf(day));
  const name = NAMES[ago] ?? puzzles.dateText(day, { day: "numeric", month: "short" });
  const open = () => openPuzzle(day);
  return html`<li>
    <button class=${ago || sign ? "" : "main"} aria-label=${`${name}, ${words}`} @click=${open}>${name} ${sign}</button>
  </li>`;
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
  if (puzzles.isSolved()) return [["Your result", "gives nothing away", link, puzzleText()]];
  if (game.puzzle) return [["Link to this puzzle", "without your moves", link]];
  /** @type {Content} */
  const here = [
    "Link to this position",
    "includes the moves so far and the level",
    linkOf(game, ply, values),
  ];
  if (isPersonsWin()) return [["Your result", "the same start and level", link, winText()], here];
  const start = currentPosition();
  if (isOver(start)) return [here];
  const play = sideOf(start.odd);
  const puzzle = { ...bare, start, play, level: "perfect", puzzle: "sent" };
  return [here, ["Send as a puzzle", "against a perfect computer", linkOf(puzzle, 0, false)]];
}

/** A text to copy or to send. @param {Content} content */
function field([label, hint, link, words = ""]) {
  const url = location.href.replace(/#.*/, "") + link;
  const text = words ? `${words}\n${url}` : url;
  /** @param {Event} event */
  const copy = ({ target }) => {
    const button = /** @type {HTMLButtonElement} */ (target);
    button.parentElement?.querySelector("textarea")?.select(); // where only the person may copy
    const copied = () => (button.textContent = "Copied");
    navigator.clipboard?.writeText(text).then(copied, () => {});
  };
  // As one text: apps put a separate link on the last line.
  const send = () => navigator.share({ text }).catch(() => {});
  return html`<label>${label}<small>${hint}</small></label>
    <div class="field">
      <textarea readonly aria-label=${label} rows=${text.split("\n").length + 2} .value=${text}></textarea>
      <button type="button" class="main" autofocus @click=${copy}>Copy</button>
      ${"share" in navigator ? html`<button type="button" @click=${send}>Send</button>` : nothing}
    </div>`;
}
