/* Elements, and the drawing of a search: its tree, and a panel that tells it step by step. */

/** An element, such as p or p.soft, with attributes, of which functions are listeners, and children,
    of which false ones are left out. Text needs no escaping, as none of it is read as HTML.
    @param {string} kind @param {Record<string, any>} attributes
    @param {(Node | string | false | undefined)[]} children */
function h(kind, attributes, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = /** @type {any} */ (document.createElement(tag));
  made.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  made.append(...children.filter((it) => it));
  return made;
}

/** @param {string} id */
const element = (id) => /** @type {any} */ (document.getElementById(id));

/** Announce a text to screen readers. @param {string} text */
const say = (text) => element("live").replaceChildren(text);

/** @param {string} mark */
const colourOf = (mark) => ({ O: ".max", X: ".min" })[mark] ?? "";

/** @param {Place} place */
function smallBoard({ cells, at }) {
  const kind = (/** @type {number} */ cell) => colourOf(cells[cell]) + (cell === at ? ".new" : "");
  const marks = [...cells].map((mark, cell) => h(`i${kind(cell)}`, {}, mark.replace("-", "")));
  return h("span.board", { "aria-hidden": "true" }, ...marks);
}

/** A search that is told: the tree as one nested list, which the style draws downwards, tightly, or
    as an outline, the first that fits; and the panel. */
class Telling {
  /** @type {Step[]} */ steps = [];
  /** What is drawn of each place, by its path. @type {Map<string, any>} */ nodes = new Map();
  at = 0;

  /** @param {string} id */
  constructor(id) {
    this.whole = element(id);
    this.whole.append(element("telling").content.cloneNode(true));
    const all = this.whole.querySelectorAll(".drawing, .panel, p, button, input");
    const [drawing, panel, text, back, slider, next] = /** @type {any} */ (all);
    this.parts = { drawing, panel, text, back, slider, next };
    back.onclick = () => this.go(this.at - 1);
    next.onclick = () => this.go(this.at + 1);
    slider.oninput = () => this.go(slider.value - 1);
    this.whole.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target !== slider) this.go(this.at + by);
    };
    new ResizeObserver(() => this.fit()).observe(panel);
  }

  /** @param {Story} story */
  tell(story) {
    this.steps = tell(story);
    this.nodes.clear();
    this.parts.drawing.replaceChildren(h("ul", {}, this.item(story, story.call)));
    this.parts.slider.max = this.steps.length;
    this.whole.hidden = false;
    this.show(0);
    this.fit();
  }

  /** A place and all that is shown below it. @param {Story} story @param {Call} call @returns {any} */
  item(story, call) {
    const { place, path } = call;
    const isLeaf = place.value !== undefined;
    const side = place.isMax ? h("i.max", {}, "▲ ") : h("i.min", {}, "▼ ");
    side.append(moverAt(place));
    const number = place.cells ? "" : signed(place.value ?? "");
    const marks = this.steps.map((it) => it.marks[path]);
    const last = Object.assign({ result: `✂ ${number}` }, ...marks);
    // The style reserves the room of the last words: nothing moves when they come.
    const window = h("span.window", { "data-last": last.window ?? "" });
    const result = h("b.result", { "data-last": last.result, "data-first": number });
    const name = h("span", {}, path ? place.name : "Top");
    const board = place.cells && smallBoard(place);
    const box = h("div", {}, board, name, !isLeaf && side, window, result);
    this.nodes.set(path, { box, window, result, kind: isLeaf ? "leaf" : "" });
    const below = story.below(call).map((it) => this.item(story, it));
    return h(below.length ? "li" : "li.end", {}, box, below.length > 0 && h("ul", {}, ...below));
  }

  /** Show the search as it is after a step. @param {number} step */
  show(step) {
    const { steps } = this;
    this.at = Math.min(Math.max(step, 0), steps.length - 1);
    const { path: here, text: said } = steps[this.at];
    const done = steps.slice(0, this.at + 1);
    let cut = "none"; // the path below which nothing is seen
    for (const [path, { box, window, result, kind }] of this.nodes) {
      /** @type {Mark} */
      const mark = Object.assign({}, ...done.map(({ marks }) => marks[path]));
      if (path.startsWith(`${cut}/`)) mark.kind = "cut";
      else if (mark.kind?.startsWith("cut")) cut = path;
      box.className = `node ${kind} ${mark.kind ?? ""} ${path === here ? "now" : ""}`;
      window.textContent = mark.window ?? "";
      result.textContent = mark.result ?? (mark.kind ? "✂ " : "") + result.dataset.first;
    }
    const { text, back, slider, next } = this.parts;
    text.replaceChildren(h("b", {}, `${this.at + 1} of ${steps.length}.`), ` ${said}`);
    slider.value = this.at + 1;
    back.setAttribute("aria-disabled", this.at === 0);
    next.setAttribute("aria-disabled", this.at === steps.length - 1);
  }

  /** @param {number} step */
  go(step) {
    this.show(step);
    this.nodes.get(this.steps[this.at].path)?.box.scrollIntoView({ block: "nearest" });
    say(this.parts.text.textContent);
  }

  fit() {
    const { drawing, panel } = this.parts;
    for (drawing.className of ["drawing down", "drawing down tight", "drawing outline"])
      if (drawing.scrollWidth <= drawing.clientWidth) break;
    panel.classList.toggle("sticky", panel.offsetHeight < innerHeight / 3);
  }
}
