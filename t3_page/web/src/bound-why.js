/* What bound.html draws of a search: small boards, the few nodes that explain a move, the tree. */

import { html, nothing, svg } from "lit-html";
import { range } from "./rules.js";
import { knowledge, nameOf, outcomeOf, plyText, sign, signed } from "./bound-words.js";
import { isWon } from "./bound-search.js";

/** @typedef {import("./bound-search.js").Child} Child */
/** @typedef {import("./bound-words.js").Subject} Subject */

/** @param {string} cells @param {number} last @param {number} x @param {number} y */
const drawn = (cells, last, x, y) =>
  svg`<g class="drawn" transform="translate(${x} ${y})">
    ${[...cells].map(
      (mark, at) => svg`<rect x=${(at % 3) * 16} y=${Math.floor(at / 3) * 16} width="16" height="16"
        class=${at === last ? "new" : ""} />
      <text x=${(at % 3) * 16 + 8} y=${Math.floor(at / 3) * 16 + 13} class=${sideOf(mark)}>${/[-0]/.test(mark) ? "" : mark}</text>`,
    )}
  </g>`;

/** The colour of a mark. @param {string} mark */
export const sideOf = (mark) => (/[O135]/.test(mark) ? "cool" : "warm");

/** @param {string} cells @param {number} last */
export const smallBoard = (cells, last) =>
  html`<svg class="small" viewBox="-1 -1 50 50" aria-hidden="true">${drawn(cells, last, 0, 0)}</svg>`;

/** The nodes of the explanation, drawn as far as a step. @param {Subject} subject @param {number} step */
export function picture(subject, step) {
  const { search, place, children, child } = subject;
  const lie = search.lie(child);
  if (!lie) return nothing;
  const { way, reply, unseen } = lie;
  const first = search.best(children).equals[0];
  const value = signed(first.found.value);
  const [truth, worth] = [unseen, child].map((it) => signed(search.truth(it.place)));
  const height = 94 * (way.length + 2) - 12;
  /** @param {number} x @param {number} row @param {string} cells @param {number} last
      @param {string} label @param {string} kind */
  const node = (x, row, cells, last, label, kind = "") =>
    svg`${drawn(cells, last, x - 24, row * 94 + 2)}
      <text class="label ${kind}" x=${x} y=${row * 94 + 68}>${label}</text>`;
  /** @param {number} x1 @param {number} x2 @param {number} row */
  const edge = (x1, x2, row, kind = "") =>
    svg`<line class=${kind} x1=${x1} y1=${row * 94 + (row ? 72 : 52)} x2=${x2} y2=${row * 94 + 96} />`;
  const end = way.length + 1;
  /** What stands beside a node. @param {number} x @param {number} row @param {string} text */
  const beside = (x, row, text) =>
    svg`<text class="beside" x=${x} y=${row * 94 + 30}>${text}</text>`;
  return html`<svg class="nodes" viewBox="0 0 340 ${height}" role="img" aria-label="The nodes of the search that the text explains">
    ${edge(150, 60, 0)} ${edge(150, 215, 0)}
    ${range(1, end - 2).map((row) => edge(215, 215, row))}
    ${edge(215, 165, end - 1)} ${edge(215, 285, end - 1, "cut")}
    ${node(150, 0, place.cells, -1, "")}
    ${beside(182, 0, `alpha = ${value}`)}
    ${node(60, 1, first.place.cells, first.move.at, `= ${value}${plyText(search, first, 1)}`)}
    ${way.map((it, at) => {
      const returned = `${sign(it)} ${value}${plyText(search, it, at + 1)}`;
      const label = ["?", "?", returned, `${returned}, really ${worth}`][step];
      return node(215, at + 1, it.place.cells, it.move.at, label, step > 2 ? "wrong" : "");
    })}
    ${step > 0 ? beside(247, way.length, `beta = ${value}`) : nothing}
    ${node(165, end, reply.place.cells, reply.move.at, step > 0 ? `${sign(reply)} ${value}${plyText(search, reply, end)}` : "?")}
    <g class=${step === 2 ? "faint" : ""}>
      ${node(285, end, unseen.place.cells, unseen.move.at, ["?", "?", "✂ cut", `= ${truth}`][step], step > 2 ? "wrong" : "")}
    </g>
  </svg>`;
}

/** The tree of a search, opened as far as `open` says. @param {Subject} subject
    @param {Set<string>} open the paths of open nodes @param {() => void} draw */
export function tree({ search, children, child }, open, draw) {
  const lie = search.lie(child);
  const way = lie ? [...lie.way, lie.unseen].map((it) => it.place.cells) : [];
  const { value, equals, fastest } = search.best(children);
  /** @param {string} path */
  const toggle = (path) => {
    if (!open.delete(path)) open.add(path);
    draw();
  };
  /** @param {Child} it @param {string} path @returns {unknown} */
  const node = (it, path) => {
    const own = `${path} ${it.place.cells}`;
    const isOpen = open.has(own);
    const isEnd = isWon(search.rules, it.place) || !it.place.cells.includes(search.rules.empty);
    const isMax = it.place.turn === search.player;
    const isTop = path === "";
    const isKept =
      isTop &&
      (search.rules.hurries
        ? fastest.place.cells === it.place.cells
        : equals.some((equal) => equal.place.cells === it.place.cells));
    const really = search.truth(it.place);
    const isLie = isKept && really < value;
    const told = `${isMax ? "max" : "min"}, alpha ${signed(it.alpha)}, beta ${signed(it.beta)}. `;
    const depth = own.split(" ").length - 1;
    const returned = `Returned ${signed(Number(it.found?.value))} (${knowledge(it)})${plyText(search, it, depth)}${isKept ? ", kept" : ""}. `;
    const words = html`${smallBoard(it.place.cells, it.move.at)}
      <span><b>${nameOf(it)}:</b> ${isEnd ? "" : told}${returned}${isLie ? html`<b class="wrong">Really ${signed(really)}: ${outcomeOf(search, really)}.</b>` : nothing}</span>`;
    return html`<li>
      ${
        isEnd
          ? html`<div class="node">${words}</div>`
          : html`<button class="node ${isLie ? "lie" : ""}" aria-expanded=${isOpen ? "true" : "false"} @click=${() => toggle(own)}>${words}</button>`
      }
      ${isOpen ? list(search.children(it.place, it.alpha, it.beta), own) : nothing}
    </li>`;
  };
  /** @param {Child[]} all @param {string} path */
  const list = (all, path) => {
    const cut = all.filter(({ found }) => !found);
    const unseen = cut.filter((it) => way.includes(it.place.cells));
    const others = cut.filter((it) => !unseen.includes(it));
    return html`<ul>
      ${all.filter(({ found }) => found).map((it) => node(it, path))}
      ${unseen.map(
        (it) => html`<li class="cut"><div class="node">${smallBoard(it.place.cells, it.move.at)}
          <b class="wrong">${nameOf(it)}: ✂ cut, never seen. Really ${signed(search.truth(it.place))}: ${outcomeOf(search, search.truth(it.place))}.</b></div></li>`,
      )}
      ${others.length ? html`<li class="cut">✂ ${unseen.length ? "Also cut" : "Cut"}: ${others.map(nameOf).join("; ")}.</li>` : nothing}
    </ul>`;
  };
  /** @param {boolean} isOpen */
  const openWay = (isOpen) => {
    open.clear();
    const paths = way.slice(0, -1).map((_, at) => ["", ...way.slice(0, at + 1)].join(" "));
    if (isOpen) paths.forEach((path) => open.add(path));
    draw();
  };
  return html`<h3>The search itself</h3>
    <p>
      Open a move to see what the search was told there (alpha and beta), what it returned, and what it cut. Bounds are
      normal in this tree. They only do harm at its top, where values are compared: a move that is kept for a bound is
      red.
    </p>
    <p class="buttons">
      ${lie ? html`<button @click=${() => openWay(true)}>Open the way to the cut</button>` : nothing}
      <button @click=${() => openWay(false)}>Close all</button>
    </p>
    <div class="tree">
      <p><b>${search.player} to move:</b> max, alpha −∞, beta ∞. Returned ${signed(value)} (exact).</p>
      ${list(children, "")}
    </div>`;
}
