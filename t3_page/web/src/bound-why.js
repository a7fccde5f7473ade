/* What bound.html draws of a search: small boards, the few nodes that explain a move, the tree. */

import { html, nothing, render, svg } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { isOver } from "./bound-search.js";
import { knowledge, nameOf, plyText, reality, signed } from "./bound-words.js";

/** @typedef {import("./bound-search.js").Child} Child */
/** @typedef {import("./bound-search.js").Place} Place */
/** @typedef {import("./bound-words.js").Subject} Subject */
/** What is drawn of a child, or of a place without a last move.
    @typedef {{ place: Place, move?: import("./bound-search.js").Mark }} Node */

/** The colour of a mark. @param {string} mark */
export const sideOf = (mark) => (/[O135]/.test(mark) ? "cool" : "warm");

/** @param {Node} node */
const drawn = ({ place, move }, x = 0, y = 0) =>
  svg`<g class="drawn" transform="translate(${x} ${y})">
    ${[...place.cells].map((mark, at) => {
      const [left, top] = [(at % 3) * 16, Math.floor(at / 3) * 16];
      return svg`<rect x=${left} y=${top} width="16" height="16" class=${at === move?.at ? "new" : ""} />
        <text x=${left + 8} y=${top + 13} class=${sideOf(mark)}>${mark === "-" ? "" : mark}</text>`;
    })}
  </g>`;

/** @param {Node} node */
export const smallBoard = (node) =>
  html`<svg class="small" viewBox="-1 -1 50 50" aria-hidden="true">${drawn(node)}</svg>`;

const ROW = 94; // from a node to the next below

/** The nodes of the explanation, drawn as far as a step. @param {Subject} subject @param {number} step */
export function picture({ search, place, equals, value, child }, step) {
  const lie = search.lie(child);
  if (!lie) return nothing;
  const { way, reply, unseen } = lie;
  const end = way.length + 1;
  const isTold = step === 3;
  /** @param {Child} it @param {number} row */
  const returned = (it, row) => {
    const sign = { exact: "=", "at most": "≤", "at least": "≥" }[knowledge(it)];
    return `${sign} ${signed(value)}${plyText(search, it, row)}`;
  };
  /** @param {Child} it */
  const really = (it) => signed(search.truth(it.place));
  /** A node, the line from the one above, and what stands below it.
      @param {Node} it @param {number} x @param {number} row @param {number} above
      @param {string} label @param {string} kind */
  const node = (it, x, row, above, label, kind = "") =>
    svg`<g class=${kind}>
      ${row ? svg`<line x1=${above} y1=${row * ROW - (row > 1 ? 22 : 42)} x2=${x} y2=${row * ROW + 2} />` : nothing}
      ${drawn(it, x - 24, row * ROW + 2)}
      <text class="label" x=${x} y=${row * ROW + 68}>${label}</text>
    </g>`;
  /** @param {number} x @param {number} row @param {string} text */
  const beside = (x, row, text) =>
    svg`<text class="beside" x=${x} y=${row * ROW + 30}>${text}</text>`;
  return html`<svg class="nodes" viewBox="0 0 340 ${ROW * end + 82}" role="img" aria-label="The nodes of the search that the text explains">
    ${node({ place }, 150, 0, 0, "")} ${beside(182, 0, `alpha = ${signed(value)}`)}
    ${node(equals[0], 60, 1, 150, returned(equals[0], 1))}
    ${way.map((it, at) => {
      const label =
        step < 2 ? "?" : returned(it, at + 1) + (isTold ? `, really ${really(child)}` : "");
      return node(it, 215, at + 1, at ? 215 : 150, label, isTold ? "wrong" : "");
    })}
    ${step ? beside(247, way.length, `beta = ${signed(value)}`) : nothing}
    ${node(reply, 165, end, 215, step ? returned(reply, end) : "?")}
    ${node(unseen, 285, end, 215, ["?", "?", "✂ cut", `= ${really(unseen)}`][step], `cut ${["", "", "faint", "wrong"][step]}`)}
  </svg>`;
}

/** The tree of a search. Whatever opens is searched and drawn then. @param {Subject} subject */
export function tree(subject) {
  const { search, children, value, equals, fastest, child } = subject;
  const lie = search.lie(child);
  const kept = search.rules.hurries ? [fastest] : equals;
  /** @param {Child} it @param {number} depth @param {Child[]} way from there to the cut @returns {unknown} */
  const node = (it, depth, way) => {
    const isLeaf = isOver(search.rules, it.place);
    const isKept = depth === 1 && kept.includes(it);
    const isLie = isKept && search.truth(it.place) < value;
    const told = `${it.place.turn === search.player ? "max" : "min"}, alpha ${signed(it.alpha)}, beta ${signed(it.beta)}. `;
    const words = html`${smallBoard(it)}
      <span><b>${nameOf(it)}:</b> ${isLeaf ? "" : told}Returned ${signed(Number(it.found?.value))}
      (${knowledge(it)})${plyText(search, it, depth)}${isKept ? ", kept" : ""}.
      ${isLie ? html`<b class="wrong">Really ${reality(search, it)}.</b>` : nothing}</span>`;
    if (isLeaf) return html`<li class="node">${words}</li>`;
    const onToggle = (/** @type {any} */ { target }) =>
      target.open && render(list(search.children(it), depth + 1, way), target.lastElementChild);
    return html`<li><details class=${way.length ? "way" : ""} ?open=${depth > 1 && way.length} @toggle=${onToggle}>
      <summary class="node ${isLie ? "lie" : ""}">${words}</summary>
      <ul></ul>
    </details></li>`;
  };
  /** @param {Child[]} all @param {number} depth @param {Child[]} way */
  const list = (all, depth, [next, ...way]) => {
    const isNext = (/** @type {Child} */ it) => it.place.cells === next?.place.cells;
    const cut = all.filter(({ found }) => !found);
    const others = cut.filter((it) => !isNext(it)).map(nameOf);
    return html`${all.filter(({ found }) => found).map((it) => node(it, depth, isNext(it) ? way : []))}
      ${cut.filter(isNext).map((it) => html`<li class="node">${smallBoard(it)} <b class="wrong">${nameOf(it)}: ✂ cut, never seen. Really ${reality(search, it)}.</b></li>`)}
      ${others.length ? html`<li>✂ ${others.length < cut.length ? "Also cut" : "Cut"}: ${others.join("; ")}.</li>` : nothing}`;
  };
  const openWay = (/** @type {any} */ { target }) => {
    const way = target.closest(".tree").querySelector(".way");
    way.open = true;
    way.scrollIntoView();
  };
  return html`<div class="tree">
    <h3>The search itself</h3>
    <p>
      Open a move to see what the search was told there (alpha and beta), what it returned, and what it cut. Bounds are
      normal in this tree. They do harm only at its top, where the program chooses: a move that it keeps for a bound, and
      that is really worth less, is red.
    </p>
    ${lie ? html`<p class="buttons"><button @click=${openWay}>Open the way to the cut</button></p>` : nothing}
    <p><b>At the top, ${search.player} to move:</b> max, alpha −∞, beta ∞. Returned ${signed(value)} (exact).</p>
    ${keyed(subject, html`<ul>${list(children, 1, lie ? [...lie.way, lie.unseen] : [])}</ul>`)}
  </div>`;
}
