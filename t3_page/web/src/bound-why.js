/* How bound.html explains what a search returned for a move: by five nodes, and by its tree. */

import { html, nothing, svg } from "lit-html";
import { knowledge, nameOf, plyText, reality, signed, steps } from "./bound-words.js";

/** @typedef {import("./bound-search.js").Child} Child */
/** @typedef {import("./bound-words.js").Story} Story */
/** What is drawn of a child, or of a place without a last move.
    @typedef {{ place: import("./bound-search.js").Place, at?: number }} Node */

/** The colour of a mark. @param {string} mark */
export const colourOf = (mark) => (/[O135]/.test(mark) ? "cool" : "warm");

/** @param {Node} node */
const drawn = ({ place, at: last }, x = 0, y = 0) =>
  svg`<g class="drawn" transform="translate(${x} ${y})">
    ${[...place.cells].map((mark, at) => {
      const [left, top] = [(at % 3) * 16, Math.floor(at / 3) * 16];
      return svg`<rect x=${left} y=${top} width="16" height="16" class=${at === last ? "new" : ""} />
        <text x=${left + 8} y=${top + 13} class=${colourOf(mark)}>${mark === "-" ? "" : mark}</text>`;
    })}
  </g>`;

/** @param {Node} node */
export const smallBoard = (node) =>
  html`<svg class="small" viewBox="-1 -1 50 50" aria-hidden="true">${drawn(node)}</svg>`;

/** The five nodes of the explanation, as far as it has been told. @param {Story} story */
function picture({ search, place, equals, value, child, seen, way: [, unseen], step }) {
  const [reply] = seen.slice(-1);
  const isTold = step === 3;
  /** @param {Child} it */
  const returned = (it) => {
    const sign = { exact: "=", "at most": "≤", "at least": "≥" }[knowledge(it)];
    return `${sign} ${signed(value)}${plyText(search, it)}`;
  };
  /** @param {Child} it */
  const really = (it) => signed(search.truth(it.place));
  /** A node, and what stands below it. @param {Node} it @param {number} x @param {number} y @param {unknown} label */
  const node = (it, x, y, label) =>
    svg`${drawn(it, x - 24, y)}<text class="label" x=${x} y=${y + 66}>${label}</text>`;
  return html`<svg class="nodes" viewBox="0 0 340 270" role="img" aria-label="The five nodes that the text explains">
    <path d="M150 52 60 96 M150 52 215 96 M215 166 165 190" />
    <path class="cut" d="M215 166 285 190" />
    ${node({ place }, 150, 2, "")} <text x="182" y="30">alpha = ${signed(value)}</text>
    ${node(equals[0], 60, 96, returned(equals[0]))}
    <g class=${isTold ? "wrong" : ""}>
      ${node(child, 215, 96, step < 2 ? "?" : returned(child) + (isTold ? `, really ${really(child)}` : ""))}
    </g>
    ${step ? svg`<text x="247" y="124">beta = ${signed(value)}</text>` : nothing}
    ${node(reply, 165, 190, step ? returned(reply) : "?")}
    <g class=${["", "", "faint", "wrong"][step]}>
      ${node(unseen, 285, 190, ["?", "?", "✂ cut", `= ${really(unseen)}`][step])}
    </g>
  </svg>`;
}

/** @param {Story} story @param {() => void} redraw */
function fiveNodes(story, redraw) {
  const all = steps(story);
  const go = (/** @type {number} */ by) => {
    story.step = Math.min(Math.max(story.step + by, 0), all.length - 1);
    redraw();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(by);
  };
  return html`<div class="story" @keydown=${onKey}>
    ${picture(story)}
    <div>
      <p class="buttons">
        <button aria-disabled=${story.step === 0} @click=${() => go(-1)}>Back</button>
        <button class="main" aria-disabled=${story.step === all.length - 1} @click=${() => go(1)}>Next</button>
      </p>
      <p class="step" role="status"><b>${story.step + 1} of ${all.length}.</b> ${all[story.step]}</p>
    </div>
  </div>`;
}

/** What the search returned for a move, and why. @param {Story} story @param {() => void} redraw */
export function explanation(story, redraw) {
  const { search, equals, child, way } = story;
  const [name, first] = [child, equals[0]].map(nameOf);
  const returned = (/** @type {Child} */ it) => signed(Number(it.found?.value));
  return html`<p role="status">
      ${name} is worth ${reality(search, child)}, if both play well.
      ${way.length ? `But the search takes it for as good as ${first}.` : `The search returned ${returned(child)} (${knowledge(child)}), and that is true.`}
    </p>
    ${way.length === 2 ? fiveNodes(story, redraw) : nothing}
    ${
      way.length > 2
        ? html`<p>
          Five nodes don't show why: the cut is deeper. The search did look at ${nameOf(way[1])}, which refutes ${name}, but what
          it returned there is a bound, too: “at most ${returned(way[1])}”. The tree is open down to the move that was cut.
        </p>`
        : nothing
    }`;
}

/** The tree of a search, of which each open move is drawn. @param {Story} story @param {() => void} redraw */
export function tree({ search, children, value, equals, way, open }, redraw) {
  const paths = way.map(({ path }) => path);
  /** @param {Child} it @returns {unknown} */
  const node = (it) => {
    const { path, place, found } = it;
    const really = html`<b class="wrong">Really ${reality(search, it)}.</b>`;
    if (!found)
      return html`<li class="node">${smallBoard(it)} <span>${nameOf(it)}: ✂ cut, never seen. ${really}</span></li>`;
    const replies = search.children(it);
    const isEqual = equals.includes(it);
    const isLie = isEqual && search.truth(place) < value;
    const window = `${place.turn === search.player ? "max" : "min"}, alpha ${signed(it.alpha)}, beta ${signed(it.beta)}. `;
    const words = html`${smallBoard(it)}
      <span><b>${nameOf(it)}:</b> ${replies.length ? window : ""}Returned ${signed(found.value)}
      (${knowledge(it)})${plyText(search, it)}${isEqual ? ", as good as the best" : ""}. ${isLie ? really : nothing}</span>`;
    if (!replies.length) return html`<li class="node">${words}</li>`;
    const onToggle = (/** @type {any} */ { target }) => {
      open[target.open ? "add" : "delete"](path);
      redraw();
    };
    return html`<li><details ?open=${open.has(path)} @toggle=${onToggle}>
      <summary class="node ${isLie ? "lie" : ""}">${words}</summary>
      ${open.has(path) ? list(replies) : nothing}
    </details></li>`;
  };
  /** @param {Child[]} all */
  const list = (all) => {
    const shown = all.filter(({ found, path }) => found || paths.includes(path));
    const others = all.filter((it) => !shown.includes(it)).map(nameOf);
    return html`<ul>
      ${shown.map(node)}
      ${others.length ? html`<li>✂ Cut: ${others.join("; ")}.</li>` : nothing}
    </ul>`;
  };
  return html`<div class="tree">
    <h3>The search itself</h3>
    <p>
      Open a move to see what the search was told there (alpha and beta), what it returned, and what it cut. Bounds are
      normal in this tree. They do harm only at its top, where the program chooses: a move that looks as good as the best
      by a bound, and is really worth less, is red.
    </p>
    <p><b>At the top, ${search.player} to move:</b> max, alpha −∞, beta ∞. Returned ${signed(value)} (exact).</p>
    ${list(children)}
  </div>`;
}
