/* The board, with what each line needs around it. */

import { html, nothing } from "lit-html";
import { inAscii } from "./address.js";
import { choose, stepTo } from "./play.js";
import { hint } from "./puzzles.js";
import { after, clamp, linesOf, sideOf } from "./rules.js";
import { currentSetup, isReview, obstacle, state, update } from "./state.js";
import { missed, shownAction, shownBest, shownValues } from "./values.js";
import { inWords, short } from "./words.js";

/** A number in the style of its side. @param {number} number */
export const numberMark = (number) =>
  html`<span class="number ${sideOf(number % 2 === 1)}" aria-hidden="true">${number}</span>`;

export function board() {
  const action = shownAction();
  const shown = action ? after(currentSetup(), action) : currentSetup();
  const { board } = shown;
  const lines = linesOf(shown);
  return html`<div id="board" class=${obstacle() ? "" : "open"} .style=${`--size: ${board.length}`}>
    <div role="grid" aria-label="Board" aria-describedby="keys">
      <div role="row">
        <span role="columnheader" class="unseen">row</span>
        ${board.map((_, col) => html`<span role="columnheader" class="label" .style=${area(-1, col)}>${col}</span>`)}
      </div>
      ${board.map(
        (numbers, row) =>
          html`<div role="row">
            <span role="rowheader" class="label" .style=${area(row, -1)}>${row}</span>
            ${numbers.map((number, col) => cell([col, row], number, lines))}
          </div>`,
      )}
    </div>
    <div role="list" aria-label="Sums of the lines">${lines.map(sum)}</div>
  </div>`;
}

/** The place in the board's grid, which has labels before the first row and column.
    @param {number} row @param {number} col */
const area = (row, col) => `grid-area: ${row + 2} / ${col + 2}`;

/** @param {Cell} cell @param {number} number @param {Line[]} lines */
function cell([col, row], number, lines) {
  /** @param {number[] | null | undefined} place */
  const isHere = (place) => place?.[0] === col && place[1] === row;
  const through = lines.filter(({ cells }) => cells.some(isHere));
  /** @param {Action} action */
  const isChoice = (action) => isHere(action) && (state.number ?? action[2]) === action[2];
  const values = (shownValues()?.actions ?? []).filter(({ action }) => isChoice(action));
  const best = values.at(0);
  /** @type {[name: string, words: string, holds: boolean | undefined][]} */
  const marks = [
    ["last", "placed last", isHere(shownAction() ?? state.game.actions[state.ply - 1])],
    ["reply", missed() ? "would have been better" : "the reply", isHere(shownAction())],
    ["won", "in a line that wins", through.some(({ won }) => won)],
    ["spent", "on no line that can win", through.every(({ dead }) => dead)],
    ["chosen", "chosen", isHere(state.cell)],
    ["hinted", "look here", hint()?.cells.some(isHere)],
    ["best", "among the best", shownBest().some(isChoice)],
  ];
  const own = marks.filter(([, , holds]) => holds);
  const words = [
    `Column ${col}, row ${row}: ${number || "empty"}`,
    ...own.map(([, words]) => words),
    ...values.map((it) => `${it.action[2]} ${inWords(it)}`),
  ];
  return html`<button
    role="gridcell"
    class="cell ${own.map(([name]) => name).join(" ")}"
    tabindex=${isHere(focused()) ? 0 : -1}
    data-col=${col}
    data-row=${row}
    data-number=${number}
    data-value=${best ? short(best)[0] : nothing}
    .style=${area(row, col)}
    @click=${() => choose({ cell: isHere(state.cell) ? null : [col, row] })}
    @focus=${() => update({ focus: [col, row] })}
  >
    <span class="unseen">${words.join(", ")}</span>
    ${number ? numberMark(number) : best ? worth(best, values) : nothing}
  </button>`;
}

/** The best value on a cell, and the numbers that have it.
    @param {Prospect} best @param {(Prospect & { action: Action })[]} values */
function worth(best, values) {
  const numbers = values.filter((it) => short(it) === short(best)).map(({ action }) => action[2]);
  return html`<span class="worth" aria-hidden="true" title=${inWords(best)}><b>${numbers.join(" ")}</b>${short(best)}</span>`;
}

/** What a line needs, where its next cell would be. Bold if one number completes it.
    @param {Line} line */
function sum({ name, cells, has, needs, won, dead, threat }) {
  const [first, last] = [cells[0], cells[cells.length - 1]];
  const [col, row] = last.map((at, axis) => at + Math.sign(at - first[axis]));
  const place = row < 0 ? area(-1, cells.length) : area(row, col);
  const words = won ? "complete" : dead ? "can no longer win" : `needs ${needs}`;
  const title = `${name}: sum ${has}, ${words}`;
  const sign = won ? `=${has}` : dead ? "×" : `+${needs}`;
  const kind = won ? "won" : dead ? "dead" : threat ? `threat ${sideOf(needs % 2 === 1)}` : "";
  return html`<div role="listitem" class="sum ${kind}" title=${title} aria-label=${title} .style=${place}>
    <span>${sign}</span>
  </div>`;
}

/** How far each key moves. @type {Record<string, [right: number, down: number]>} */
const WAYS = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
  ...{ Home: [-Infinity, 0], End: [Infinity, 0] },
};

/** Move the focus on the board, or to it. @param {number} right @param {number} down */
export function moveFocus(right = 0, down = 0) {
  const [col, row] = focused([state.focus[0] + right, state.focus[1] + down]);
  const selector = `.cell[data-col='${col}'][data-row='${row}']`;
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}

/** The cell that has the focus, or had it last: on a smaller board, the nearest one. */
const focused = (at = state.focus) => at.map((it) => clamp(it, currentSetup().board.length - 1));

/** Move on the board, place a number, or step through the moves. @param {KeyboardEvent} event */
export function onKey(event) {
  const key = inAscii(event.key);
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("dialog")) return;
  const isCell = target.matches(".cell");
  const [right, down] = WAYS[key] ?? [0, 0];
  if (key === "Escape") update({ cell: null, number: null, wrong: "" });
  else if (/^[1-9]$/.test(key)) choose({ ...(isCell && { cell: state.focus }), number: +key });
  else if (isCell && !isReview() && WAYS[key]) moveFocus(right, down);
  else if (right && (isCell || isFinite(right))) stepTo(state.ply + right);
  else return;
  event.preventDefault();
}
