/* The board with the sums around it, and the card at the end of a game. */

import { at } from "./address.js";
import { put } from "./editor.js";
import { html, nothing } from "./lit-html.js";
import { again, choose, go, obstacle, type } from "./play.js";
import { isOver, linesOf, sideOf } from "./rules.js";
import { shown, state, update } from "./state.js";
import { judgementOf, keyOf } from "./think.js";
import { inWords, result, short, titled } from "./words.js";
import { summary } from "./review.js";

/** @typedef {import("./rules.js").Cell} Cell */
/** @typedef {import("./rules.js").Line} Line */
/** @typedef {import("./state.js").Value} Value */

const LABELLED = 5; // rows of the largest board whose cells have room for values

/** A number in the style of its side. @param {number} number */
export const numberOf = (number) =>
  html`<span class="number ${sideOf(number % 2 === 1)}" aria-hidden="true">${number}</span>`;

/** The values on the board, if it shows them.
    @returns {import("./state.js").Values | undefined} */
export const valuesHere = () => (state.values ? state.known.get(keyOf(shown())) : undefined);

/** Sort key of a value, the best first.
    @param {Value} value */
const rankOf = ({ utility, distance }) =>
  utility === 1
    ? (distance ?? 500)
    : utility === 0
      ? 1000
      : utility === null
        ? 2000
        : 4000 - (distance ?? 0);

/** The best value on a cell, and the numbers that have it.
    @param {Cell} cell */
function worthOf([col, row]) {
  const here = (/** @type {import("./rules.js").Action} */ [x, y, number]) =>
    x === col && y === row && (state.number === null || state.number === number);
  const found = (valuesHere()?.actions ?? []).filter(({ action }) => here(action));
  if (!found.length) return undefined;
  const [value] = found.toSorted((one, other) => rankOf(one) - rankOf(other));
  const numbers = found.filter((it) => rankOf(it) === rankOf(value)).map(({ action }) => action[2]);
  const words = found.map((it) => `${it.action[2]} ${inWords(it)}`).join(", ");
  return { value, numbers, words, best: valuesHere()?.best.some(here) };
}

export function board() {
  const position = shown();
  const lines = linesOf(position);
  const { length: size } = position.board;
  const [focusCol, focusRow] = state.focus.map((at) => Math.min(at, size - 1));
  const cell = (
    /** @type {number} */ number,
    /** @type {number} */ col,
    /** @type {number} */ row,
  ) => {
    const on = lines.filter(({ cells }) => cells.some(([x, y]) => x === col && y === row));
    const [lastCol, lastRow] = state.game.actions[state.ply - 1] ?? [];
    const isLast = col === lastCol && row === lastRow;
    const won = on.some((line) => line.won);
    const chosen = col === state.cell?.[0] && row === state.cell?.[1];
    const worth = number ? undefined : worthOf([col, row]);
    const flags = {
      last: isLast,
      won,
      chosen,
      spent: on.every(({ dead }) => dead),
      best: worth?.best,
    };
    const classes = Object.entries(flags)
      .filter(([, on]) => on)
      .map(([name]) => name);
    const name = [
      `Column ${col}, row ${row}: ${number || "empty"}`,
      ...(isLast ? ["placed last"] : []),
      ...(won ? ["in a line that wins"] : []),
      ...(chosen ? ["chosen"] : []),
      ...(worth ? [worth.words, worth.best ? "among the best" : ""] : []),
    ];
    const label =
      worth && size <= LABELLED
        ? html`<span class="worth" aria-hidden="true"><b>${worth.numbers.join(" ")}</b>${short(worth.value)}</span>`
        : nothing;
    return html`<button
      type="button"
      role="gridcell"
      class="cell ${classes.join(" ")}"
      tabindex=${col === focusCol && row === focusRow ? 0 : -1}
      data-col=${col}
      data-row=${row}
      data-number=${number}
      data-value=${worth ? short(worth.value)[0] : nothing}
      .style=${area(row, col)}
    >
      <span class="unseen">${name.filter(Boolean).join(", ")}</span>
      ${number ? numberOf(number) : chosen && state.typed ? html`<b class="typed">${state.typed}</b>` : label}
    </button>`;
  };
  const header = (
    /** @type {number} */ at,
    /** @type {string} */ role,
    /** @type {string} */ style,
  ) => html`<span role=${role} class="label" .style=${style}>${at}</span>`;
  return html`<div
    id="board"
    class=${`${valuesHere() ? "valued" : ""} ${size > LABELLED ? "wide" : ""} ${obstacle() ? "" : "open"}`}
    .style=${`--size: ${size}`}
    @click=${onClick}
    @keydown=${onKey}
    @focusin=${onFocus}
    @wheel=${onWheel}
  >
    <div role="grid" aria-label="Board" aria-describedby="keys">
      <div role="row">
        <span role="columnheader" class="unseen">row</span>
        ${position.board.map((_, col) => header(col, "columnheader", area(-1, col)))}
      </div>
      ${position.board.map(
        (numbers, row) =>
          html`<div role="row">
            ${header(row, "rowheader", area(row, -1))} ${numbers.map((number, col) => cell(number, col, row))}
          </div>`,
      )}
    </div>
    <div role="list" aria-label="Sums of the lines">${lines.map(sum)}</div>
    ${state.card ? card() : nothing}
  </div>`;
}

/** The place in the board's grid, which has labels before the first row and column.
    @param {number} row @param {number} col */
const area = (row, col) => `grid-area: ${row + 2} / ${col + 2}`;

/** What a line needs, where its next cell would be. Bold if one number completes it.
    @param {Line} line */
function sum({ name, cells, has, needs, won, dead, threat }) {
  const [first, last] = [cells[0], /** @type {Cell} */ (cells.at(-1))];
  const [col, row] = [0, 1].map((axis) => last[axis] + Math.sign(last[axis] - first[axis]));
  const [from, to] = row < 0 ? [-1, cells.length] : [row, col];
  const needed = won ? "complete" : dead ? "can no longer win" : `needs ${needs}`;
  const title = `${name}: sum ${has}, ${needed}`;
  const classes = won ? "won" : dead ? "dead" : threat ? `threat ${sideOf(needs % 2 === 1)}` : "";
  return html`<div role="listitem" class="sum ${classes}" title=${title} .style=${area(from, to)}>
    <span class="unseen">${title}</span><span aria-hidden="true">${won ? has : dead ? "×" : `+${needs}`}</span>
  </div>`;
}

function card() {
  const { game, ply } = state;
  const solved = [...Array(ply).keys()].every((it) => judgementOf(it)?.right !== false);
  const title = game.puzzle && solved ? "Solved" : result(game, shown());
  const people = game.play === "odds" || game.play === "evens";
  const swap = { play: game.play === "odds" ? "evens" : "odds", puzzle: "" };
  const begin = (/** @type {object} */ change) => {
    again(change);
    focusBoard();
  };
  return html`<div id="card" role="group" aria-label="End of the game">
    <h2>${titled(title)}</h2>
    <p>${summary()}</p>
    <div class="buttons">
      <button type="button" class="main" @click=${() => begin({})}>Again</button>
      ${people ? html`<button type="button" @click=${() => begin(swap)}>Other side</button>` : nothing}
      <button type="button" @click=${review}>Review</button>
    </div>
  </div>`;
}

function review() {
  update({ card: false });
  document.querySelector("#review")?.scrollIntoView({ block: "nearest" });
  focusBoard();
}

/** @param {number} col @param {number} row @returns {HTMLElement | null} */
const cellAt = (col, row) => document.querySelector(`.cell[data-col="${col}"][data-row="${row}"]`);

export const focusBoard = () => cellAt(...state.focus)?.focus({ preventScroll: true });

/** @param {Event} event @returns {Cell | undefined} */
function cellOf({ target }) {
  const cell = /** @type {HTMLElement} */ (target).closest(".cell");
  return cell instanceof HTMLElement
    ? [Number(cell.dataset.col), Number(cell.dataset.row)]
    : undefined;
}

/** @param {Event} event */
function onClick(event) {
  const cell = cellOf(event);
  if (cell && state.editing) put(cell);
  if (!cell || state.editing || isOver(shown())) return;
  const same = String(cell) === String(state.cell);
  if (shown().board[cell[1]][cell[0]]) update({ cell: null, wrong: "" });
  else if (same) update({ cell: null });
  else choose({ cell });
}

/** @param {Event} event */
function onFocus(event) {
  const focus = cellOf(event);
  if (focus && String(focus) !== String(state.focus)) update({ focus, typed: "" });
}

export const ARROWS = /** @type {Record<string, Cell>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** @param {KeyboardEvent} event */
function onKey(event) {
  const cell = cellOf(event);
  if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
  const [col, row] = cell;
  if (state.editing && /^\d$/.test(event.key) && +event.key <= shown().largest)
    return put(cell, +event.key);
  if (/^\d$/.test(event.key) && !shown().board[row][col]) return type(cell, event.key);
  const way = ARROWS[event.key];
  if (!way || (way[0] && isOver(shown()))) return; // at the end they step through the game
  event.preventDefault();
  event.stopPropagation();
  cellAt(col + way[0], row + way[1])?.focus();
}

/** The wheel steps through a game that is over, and through a line.
    @param {WheelEvent} event */
function onWheel(event) {
  const { game, ply, trunk } = state;
  if (event.ctrlKey || !(trunk || isOver(at(game, game.actions.length)))) return;
  event.preventDefault();
  go(ply + Math.sign(event.deltaY));
}
