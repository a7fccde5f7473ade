/* Shows a game, and asks Python all that is to be known about it: see explorer.py.

   What is asked of a search that has been dropped is never answered, so whoever awaits
   such an answer goes no further: only the latest of them is ever at work. */

const THINKING = 5; // seconds for what the machine plays
const LIMITS = [0.2, 1, 5, 20]; // seconds for each value, ever more for what is not proven
const LOOKING = 20; // seconds for a line of best play
const PATIENCE = 1000; // milliseconds that a dropped search may go on: to start Python takes longer
const PAUSE = 400; // milliseconds before the machine plays, to see what came before

/** Python in a worker, which is asked one thing after another. */
class Python {
  constructor() {
    this.waiting = [];
    this.start();
  }

  start() {
    this.ready = false;
    this.finish();
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => this.told(data);
    this.worker.onerror = () => complain("The player could not be loaded.");
  }

  /** The answer to a question. */
  ask(question, parameters) {
    return new Promise((resolve) => {
      this.waiting.push({ text: JSON.stringify({ ask: question, ...parameters }), resolve });
      this.next();
    });
  }

  /** Forget what was asked; a search that goes on is ended together with its worker. */
  drop() {
    this.waiting = [];
    if (!this.asked) return;
    this.asked.resolve = () => {};
    this.ending ??= setTimeout(() => {
      this.worker.terminate();
      this.start();
    }, PATIENCE);
  }

  /** Nothing is asked any more. */
  finish() {
    clearTimeout(this.ending);
    this.ending = null;
    this.asked = null;
  }

  told({ ready, answer, failed }) {
    const { asked } = this;
    if (ready) this.ready = true;
    else this.finish();
    if (answer) asked.resolve(JSON.parse(answer));
    if (failed) complain(`The player failed: ${failed}`);
    this.next();
  }

  next() {
    if (!this.ready || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.worker.postMessage(this.asked.text);
  }
}

const rules = new Python(); // answers at once
const search = new Python(); // may take long

let view = null; // the position of the game, as Python tells it
let ahead = null; // a line that is looked at: its game, where it begins and ends, and a view of it
let chosen = null; // the cell whose numbers are offered
let typed = ""; // digits that begin more than one number
const known = new Map(); // by address: the value of the position, and of its actions
const verdicts = new Map(); // by address and action: whether it was a mistake

const $ = (id) => document.getElementById(id);
const settings = $("settings");
const here = () => ({ game: view.game, ply: view.ply });

/** An element with properties or attributes, and what it contains. */
function make(tag, properties = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}

function write(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function complain(text) {
  $("wrong").hidden = !text;
  write("wrong", text);
  if (text && view) history.replaceState(here(), "", `#${view.address}`);
}

/* Going from one position to another. */

/** Show a position, or what was wrong. How: its address is pushed, replaced, or there. */
function show(next, how = "push") {
  if (next.error) {
    if (!view) begin().then(() => complain(next.error));
    return complain(next.error);
  }
  view = next;
  ahead = null;
  complain("");
  const to = [here(), "", `#${view.address}`];
  if (how === "push") history.pushState(...to);
  if (how === "replace") history.replaceState(...to);
  draw();
  think();
}

async function open(text, how) {
  show(await rules.ask("shown", { game: text }), how);
}

async function begin() {
  if (!view) settings.reset();
  const choice = Object.fromEntries(new FormData(settings));
  const seed = String(Math.floor(Math.random() * 1e9));
  show(await rules.ask("begun", { ...choice, seed }), view ? "push" : "replace");
}

async function go(ply) {
  show(await rules.ask("shown", { game: view.game, ply }));
}

/** Where undo (-1) or redo (1) leads, if anywhere. */
function stop(way) {
  const stops = view.stops.filter((ply) => (ply - view.ply) * way > 0);
  return way < 0 ? stops.at(-1) : stops[0];
}

async function place(col, row, number) {
  closePicker();
  if (busy()) return;
  cellAt(col, row).lastChild.replaceWith(numberOf(number, view.sides)); // before Python says
  show(await rules.ask("placed", { ...here(), action: [col, row, number] }));
  cellAt(col, row).focus({ preventScroll: true });
}

/** Whether nothing can be placed just now, which is said. */
function busy() {
  if (ahead) complain("You are looking ahead: return to the game to play.");
  else if (view.waiting) complain("The machine is thinking.");
  return !view || ahead || view.waiting;
}

/** Show what the address says, and the game that led there if it was played here. */
async function arrive() {
  if (history.state) show(await rules.ask("shown", history.state), "there");
  else if (location.hash.length > 1) open(location.hash, "replace");
  else begin();
}

/* Thinking: what the machine plays, then values, then mistakes. */

async function think() {
  if (!view) return;
  search.drop();
  write("progress", "");
  if (view.waiting) {
    write("progress", "The machine is thinking…");
    const before = view;
    const reply = search.ask("replied", { ...here(), seconds: THINKING });
    const [next] = await Promise.all([reply, new Promise((end) => setTimeout(end, PAUSE))]);
    const doubt = next.proven ? "" : "The time did not suffice to prove this the best. ";
    return view === before && show({ ...next, said: doubt + next.said }, "replace");
  }
  if ($("values").checked && view.numbers.length) await findValues();
  if ($("values").checked || view.finished) await findMistakes();
}

function valuesHere() {
  const empty = { own: null, groups: [], actions: new Map() };
  if (!known.has(view.address)) known.set(view.address, empty);
  return known.get(view.address);
}

const isProven = (value) => value && value.short !== "?";

async function findValues() {
  const values = valuesHere();
  if (!values.groups.length) Object.assign(values, await search.ask("alike", here()));
  for (const seconds of LIMITS) {
    if (!isProven(values.own)) {
      values.own = await search.ask("worth", { ...here(), seconds });
      drawValues();
    }
    for (const group of values.groups) {
      if (isProven(values.actions.get(String(group[0])))) continue;
      const value = await search.ask("worth", { ...here(), seconds, action: group[0] });
      for (const action of group) values.actions.set(String(action), value);
      drawValues();
    }
  }
  drawValues("in the time.");
}

async function findMistakes() {
  for (let ply = 0; ply < view.actions.length; ply++) {
    const key = keyOf(ply);
    for (const seconds of LIMITS.slice(1, 3)) {
      if (verdicts.get(key)?.proven) break;
      write("progress", "Looking for mistakes…");
      verdicts.set(key, await search.ask("judged", { game: view.game, ply, seconds }));
      drawMistakes();
    }
  }
  drawValues("in the time.");
  drawMistakes(true);
}

const keyOf = (ply) => view.game.split("\n").slice(0, -1 - view.actions.length + ply + 1).join();

/** Look at best play, from an action if one is given. */
async function look(action) {
  closePicker();
  search.drop();
  write("progress", "Looking for best play…");
  const end = await search.ask("line", { ...here(), seconds: LOOKING, action });
  write("progress", "");
  const line = [...end.words.slice(view.ply, -1), end.said].join("; ");
  const words = `${action ? "" : "Best play: "}${line}${end.finished ? "" : " The rest is not proven."}`;
  ahead = { game: end.game, begin: view.ply, end: end.ply, words };
  await step(Math.min(view.ply + 1, end.ply));
  $("on").focus();
}

async function step(ply) {
  const line = ahead;
  line.view = await rules.ask("shown", { game: line.game, ply });
  if (ahead === line) draw();
}

function leave() {
  ahead = null;
  draw();
  think();
}

/* Drawing. */

function draw() {
  if (!view) return;
  complain("");
  closePicker();
  const now = ahead ? ahead.view : view;
  drawBoard(now);
  write("goal", now.goal);
  write("said", now.said);
  $("ahead").hidden = !ahead;
  if (ahead) {
    write("line", ahead.words);
    $("back").disabled = now.ply <= ahead.begin;
    $("on").disabled = now.ply >= ahead.end;
  }
  $("undo").disabled = ahead || stop(-1) === undefined;
  $("redo").disabled = ahead || stop(1) === undefined;
  $("text").value = view.game;
  for (const [name, value] of Object.entries(view.settings)) settings.elements[name].value = value;
  drawActions();
  drawValues();
}

/** The board with its numbers, and around it the columns, rows and sums. */
function drawBoard({ board, sides, lines, actions, ply, numbers }) {
  const last = actions[ply - 1] ?? [];
  const size = board.length;
  const focused = document.activeElement?.closest("#board button")?.dataset;
  const [atCol, atRow] = focused ? [+focused.col, +focused.row] : last.length ? last : [0, 0];
  const rows = board.map((values, row) => make("div", { role: "row" },
    label(row, "rowheader", row + 2, 1),
    ...values.map((number, col) => {
      const isLast = col === last[0] && row === last[1];
      const won = lines.some((it) => it.won && holds(it, col, row));
      const spent = lines.every((it) => it.dead || !holds(it, col, row));
      const cell = make("button", { type: "button", role: "gridcell", className: "cell" });
      cell.tabIndex = col === Math.min(atCol, size - 1) && row === Math.min(atRow, size - 1) ? 0 : -1;
      Object.assign(cell.dataset, { col, row, number });
      cell.dataset.name = `column ${col}, row ${row}: ${number || "empty"}${
        isLast ? ", placed last" : ""}${won ? ", in a line that wins" : ""}`;
      cell.classList.toggle("last", isLast);
      cell.classList.toggle("won", won);
      cell.classList.toggle("spent", spent);
      cell.append(make("span", { className: "unseen" }, cell.dataset.name));
      const blank = make("span", { className: numbers.length ? "values" : "" });
      const shown = number ? numberOf(number, sides) : blank;
      shown.ariaHidden = "true"; // it is in the name
      cell.append(shown);
      cell.style.gridArea = `${row + 2} / ${col + 2}`;
      return cell;
    }),
  ));
  const columns = board.map((_, col) => label(col, "columnheader", 1, col + 2));
  $("grid").replaceChildren(make("div", { role: "row" }, ...columns), ...rows);
  $("sums").replaceChildren(...lines.map(sumOf));
  $("strokes").replaceChildren(...lines.map(stroke));
  $("strokes").setAttribute("viewBox", `0 0 ${size} ${size}`);
  $("board").style.setProperty("--size", size);
  $("board").style.setProperty("--count", numbers.length || 3);
  if (focused) cellAt(atCol, atRow)?.focus({ preventScroll: true });
}

/** A number as it is drawn, by whose it is. */
function numberOf(number, sides) {
  return make("span", { className: `number ${sides[number] ?? ""}` }, number);
}

const holds = ({ line }, col, row) => line.some(([x, y]) => x === col && y === row);

function label(number, role, row, column) {
  const element = make("span", { role, className: "label" }, number);
  element.style.gridArea = `${row} / ${column}`;
  return element;
}

/** The sum of a line, and what it needs, where its next cell would be. */
function sumOf({ name, line, has, needs, won, dead }) {
  const [first, last] = [line[0], line.at(-1)];
  const [col, row] = [0, 1].map((axis) => last[axis] + Math.sign(last[axis] - first[axis]));
  const mark = won ? "★" : dead ? "dead" : `+${needs}`;
  const arrow = col === line.length ? (row < 0 ? "↗ " : row === col ? "↘ " : "") : "";
  const title = `${name}: sum ${has}, ${won ? "it wins" : dead ? "dead" : `needs ${needs}`}`;
  const className = `sum${won ? " won" : dead ? " dead" : ""}`;
  const element = make("div", { role: "listitem", className, title },
    make("span", { className: "unseen" }, title),
    make("b", { ariaHidden: "true" }, arrow, has), make("small", { ariaHidden: "true" }, mark));
  element.style.gridArea = `${row + 2} / ${col + 2}`;
  return element;
}

/** A stroke through a line, which is seen if the line wins, or is dead. */
function stroke({ line, won, dead }) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [index, [col, row]] of [line[0], line.at(-1)].entries()) {
    element.setAttribute(`x${index + 1}`, col + 0.5);
    element.setAttribute(`y${index + 1}`, row + 0.5);
  }
  element.setAttribute("class", won ? "won" : dead ? "dead" : "");
  return element;
}

const cellAt = (col, row) => $("board").querySelector(`[data-col="${col}"][data-row="${row}"]`);

/** What is known of the values, if they are to be seen. */
function drawValues(until = "so far…") {
  const visible = $("values").checked && !ahead && view.numbers.length > 0;
  $("legend").hidden = !visible;
  const { own, groups, actions } = valuesHere();
  const isBest = (value) => isProven(own) && isProven(value) && String(value.rank) === String(own.rank);
  $("board").classList.toggle("valued", visible);
  for (const cell of $("board").querySelectorAll(".cell:has(.values)")) {
    const { col, row, name } = cell.dataset;
    const told = view.numbers.map((number) => {
      const value = actions.get(String([col, row, number]));
      return { number, value, best: isBest(value) };
    });
    cell.querySelector(".values").replaceChildren(...(visible ? told.map(({ number, value, best }) =>
      make("span", { className: `value${best ? " best" : ""}`, "data-kind": value?.short[0] ?? "?" },
        make("i", {}, number), value?.short ?? "·")) : []));
    cell.querySelector(".unseen").textContent = name + (visible ? told.map(({ number, value, best }) =>
      `; ${number} ${value?.words ?? "not proven yet"}${best ? ", best" : ""}`).join("") : "");
  }
  const all = groups.flat().length;
  const proven = [...actions.values()].filter(isProven).length;
  write("worth", !visible ? "" : own ? `${own.words}.` : "Searching…");
  write("progress", !visible ? "" : proven < all ? `${proven} of ${all} values proven ${until}` : "");
  $("best").hidden = !visible || !isProven(own);
  if (chosen && visible) drawPicker();
}

/** The list of actions; the one that led to what is shown is marked. */
function drawActions() {
  const entry = (text, ply) => make("li", {}, make("button", {
    type: "button", className: "action", ariaCurrent: ply === view.ply ? "step" : "false",
    onclick: () => go(ply) }, text));
  const list = ["start", ...view.words].map(entry);
  $("actions").replaceChildren(...list);
  drawMistakes();
  const current = list[view.ply];
  $("actions").scrollTop = current.offsetTop - $("actions").offsetTop - 60;
}

/** Beside each action that threw something away, what would have been right. */
function drawMistakes(complete = false) {
  const told = [];
  for (const [ply, words] of view.words.entries()) {
    const mistake = verdicts.get(keyOf(ply))?.mistake;
    if (!mistake || !($("values").checked || view.finished)) continue;
    const entry = $("actions").children[ply + 1];
    entry.querySelector(".mistake")?.remove();
    entry.append(make("div", { className: "mistake" }, `✗ ${mistake}`, remedies(ply)));
    told.push(make("div", { className: "mistake" }, `✗ ${words} ${mistake}.`, remedies(ply)));
  }
  const proven = view.actions.every((_, ply) => verdicts.get(keyOf(ply))?.proven);
  const none = proven ? "Nobody threw anything away: so it had to end, from the start."
    : "No mistake was found in the time.";
  const nothing = complete ? [none] : [];
  // The last one is what decided the game.
  $("verdict").replaceChildren(...(!view.finished ? [] : told.length ? told.slice(-1) : nothing));
}

function remedies(ply) {
  const button = (text, onclick) => make("button", { type: "button", onclick }, text);
  return make("div", { className: "buttons" },
    button("Show why", () => refute(ply)), button("Try again", () => go(ply)));
}

async function refute(ply) {
  const action = view.actions[ply];
  show(await rules.ask("shown", { game: view.game, ply }));
  look(action);
}

/* Choosing a number for a cell. */

function pick(cell) {
  const { col, row, number, name } = cell.dataset;
  if (!view || busy()) return;
  if (number !== "0" || !view.numbers.length) return write("said", `${name}. ${view.said}`);
  chosen = { col: +col, row: +row };
  drawPicker();
  $("picker").querySelector("button").focus();
}

function drawPicker() {
  const { col, row } = chosen;
  const focused = document.activeElement?.closest("#picker button")?.dataset.key;
  const { actions } = valuesHere();
  const visible = $("values").checked;
  const button = (properties, ...content) =>
    make("button", { type: "button", ...properties }, ...content);
  const choices = view.numbers.map((number) => {
    const value = visible ? actions.get(String([col, row, number])) : null;
    const choice = button({ className: "choice", onclick: () => place(col, row, number) },
      numberOf(number, view.sides),
      value ? make("span", { className: "value", "data-kind": value.short[0] }, value.words) : "");
    choice.dataset.key = number;
    const why = button({ className: "why", onclick: () => look([col, row, number]) }, "Why",
      make("span", { className: "unseen" }, ` ${number}`));
    why.dataset.key = `why ${number}`;
    return make("div", {}, choice, isProven(value) ? why : "");
  });
  const picker = $("picker");
  picker.replaceChildren(...choices);
  picker.ariaLabel = `A number for column ${col}, row ${row}`;
  picker.hidden = false;
  const cell = cellAt(col, row);
  for (const other of $("board").querySelectorAll(".chosen")) other.classList.remove("chosen");
  cell.classList.add("chosen");
  const { offsetLeft: left, offsetTop: top, offsetWidth: width } = cell;
  const room = $("board").offsetWidth - picker.offsetWidth;
  picker.style.left = `${Math.max(0, Math.min(room, left + (width - picker.offsetWidth) / 2))}px`;
  picker.style.top = `${top + cell.offsetHeight + 6}px`;
  if (focused) picker.querySelector(`[data-key="${focused}"]`)?.focus();
}

function closePicker() {
  $("picker").hidden = true;
  $("picker").replaceChildren();
  if (chosen) cellAt(chosen.col, chosen.row)?.classList.remove("chosen");
  chosen = null;
  typed = "";
}

/** Type a digit on a cell: it is placed once it can be only one number. */
function type(cell, digit) {
  if (!view || busy() || cell.dataset.number !== "0") return;
  typed += digit;
  const fitting = view.numbers.filter((number) => String(number).startsWith(typed));
  if (fitting.length === 1) place(+cell.dataset.col, +cell.dataset.row, fitting[0]);
  if (!fitting.length) {
    complain(`${typed} is not a number to place now: ${view.said}`);
    typed = "";
  }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

$("board").addEventListener("click", ({ target }) => {
  const cell = target.closest(".cell");
  if (cell) pick(cell);
});

$("board").addEventListener("keydown", (event) => {
  const cell = event.target.closest(".cell");
  if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
  if (/^\d$/.test(event.key)) return type(cell, event.key);
  const way = ARROWS[event.key];
  const next = way && cellAt(+cell.dataset.col + way[0], +cell.dataset.row + way[1]);
  if (way) event.preventDefault();
  if (!next) return;
  typed = "";
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

$("picker").addEventListener("keydown", ({ key }) => {
  const buttons = [...$("picker").querySelectorAll(".choice")];
  const at = buttons.indexOf(document.activeElement);
  const way = ARROWS[key];
  if (way) buttons.at((at + way[0] + way[1]) % buttons.length).focus();
  const typedHere = buttons.find(({ dataset }) => dataset.key === key);
  if (typedHere) typedHere.click();
});

addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  if (chosen) {
    const { col, row } = chosen;
    closePicker();
    cellAt(col, row).focus();
  } else if (ahead) leave();
});

addEventListener("pointerdown", ({ target }) => {
  if (chosen && !target.closest("#picker, .cell")) closePicker();
});

/* The controls beside the board, and the start. */

$("undo").onclick = () => go(stop(-1));
$("redo").onclick = () => go(stop(1));
$("again").onclick = begin;
$("back").onclick = () => step(ahead.view.ply - 1);
$("on").onclick = () => step(ahead.view.ply + 1);
$("leave").onclick = leave;
$("best").onclick = () => look();
$("open").onclick = () => open($("text").value);
$("values").onchange = () => { draw(); think(); };
$("dead").onchange = ({ target }) => $("board").classList.toggle("showdead", target.checked);
addEventListener("click", ({ target }) => { // what these show is on the board
  const shows = target.closest(".controls button, .side button, .shows a");
  if (shows) document.querySelector(".play").scrollIntoView({ block: "nearest" });
});
settings.onsubmit = (event) => event.preventDefault();
settings.onchange = async ({ target: { name } }) => {
  const { play, level } = settings.elements;
  if (!view || (name !== "play" && name !== "level")) return begin();
  show(await rules.ask("shown", { ...here(), play: play.value, level: level.value }), "replace");
};
document.querySelector(".shows").addEventListener("click", ({ target }) => {
  if (target.matches("a")) $("values").checked = true;
});

/** What can be seen of an address before Python says what it means. */
function sketch() {
  const rows = location.hash.slice(1).split("-")[0].split("/");
  const isRow = (row) => /^\d+$/.test(row) && row.length === rows.length;
  const fits = rows.length > 2 && rows.length < 9 && rows.every(isRow);
  const board = (fits ? rows : ["000", "000", "000"]).map((row) => [...row].map(Number));
  drawBoard({ board, sides: {}, lines: [], actions: [], ply: 0, numbers: [] });
}

sketch();
arrive();
addEventListener("popstate", arrive);
