/* Shows a game. The page asks Python for everything that it shows: see explorer.py.

   A search that the page drops never answers. The function that awaits its answer stops
   there for good, so only the function that asked last goes on. */

const THINKING = 5; // seconds for the computer's action
const LIMITS = [0.2, 1, 5, 20]; // seconds for a value: each next attempt to prove it has more
const LOOKING = 20; // seconds to find a line of best play
const PATIENCE = 300; // milliseconds that a dropped search may go on: to start a new worker takes longer
const PAUSE = 400; // milliseconds at least before the computer plays, to see the last action

/** Python in a worker, which gets one question at a time. */
class Python {
  waiting = [];

  start() {
    this.ready = false;
    this.finish();
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => this.told(data);
    this.worker.onerror = () => fail("The player could not be loaded.");
  }

  /** Ask a question; resolves to its answer. */
  ask(question, parameters) {
    return new Promise((resolve) => {
      this.waiting.push({ text: JSON.stringify({ ask: question, ...parameters }), resolve });
      this.next();
    });
  }

  /** Forget all questions. Replace the worker if it is still busy after PATIENCE. */
  drop() {
    this.waiting = [];
    if (!this.asked) return;
    this.asked.resolve = () => {};
    this.ending ??= setTimeout(() => {
      this.worker.terminate();
      this.start();
    }, PATIENCE);
  }

  /** Record that the worker is idle. */
  finish() {
    clearTimeout(this.ending);
    this.ending = null;
    this.asked = null;
  }

  told({ loaded, size, ready, answer, failed }) {
    if (loaded) return showLoading(loaded, size);
    const { asked } = this;
    if (ready) this.ready = true;
    else this.finish();
    if (ready && !search.worker) search.start(); // it loads the memory that the first one cached
    if (answer) asked.resolve(JSON.parse(answer));
    if (failed) fail(`The player failed: ${failed}`);
    this.next();
  }

  next() {
    if (!this.ready || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.worker.postMessage(this.asked.text);
  }
}

const rules = new Python(); // for questions with an answer at once
const search = new Python(); // for questions that may take long

let view = null; // the position of the game, as Python sends it
let ahead = null; // a line that the person looks at: its first and last ply, its words, a view of it
let chosen = null; // the cell for which the picker offers numbers
let typed = ""; // the digits typed so far; more than one number begins with them
const known = new Map(); // by address and who plays: the values of a position and of its actions
const verdicts = new Map(); // by keyOf(ply): whether the action at the ply was a mistake

const $ = (id) => document.getElementById(id);
const settings = $("settings");
const here = (place = view) => ({ game: place.game, ply: place.ply });
const now = () => ahead?.view ?? view;

/** Make an element with properties or attributes, and content. */
function make(tag, properties = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}

/** Replace the content of an element. The child with the same key gets the focus back. */
function fill(element, ...content) {
  const key = element.contains(document.activeElement) && document.activeElement.dataset.key;
  element.replaceChildren(...content);
  if (key) element.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
}

function write(id, text) {
  if ($(id).textContent !== text) fill($(id), ...withCells(text));
}

/** Split a text into parts, and make an element of each cell that it names. */
function withCells(text) {
  return text.split(/(\(\d+,\d+\))/).map((part, index) => {
    if (index % 2 === 0) return part;
    const cell = make("span", { className: "named" }, part);
    cell.dataset.at = part.slice(1, -1);
    return cell;
  });
}

function button(properties, ...content) {
  const { key, ...others } = properties;
  const element = make("button", { type: "button", ...others }, ...content);
  if (key !== undefined) element.dataset.key = key;
  return element;
}

function complain(text) {
  $("wrong").hidden = !text;
  write("wrong", text.charAt(0).toUpperCase() + text.slice(1));
  if (text && view) history.replaceState(here(), "", address());
}

/** Show why the player failed; if nothing was loaded, also in place of "Loading". */
function fail(text) {
  complain(text);
  if (view) return;
  write("said", text);
  $("loading").hidden = true;
}

function showLoading(loaded, size) {
  const [done, all] = [loaded, size].map((bytes) => (bytes / 1e6).toFixed(1));
  const bar = $("loading").querySelector("progress");
  if (loaded < size) bar.value = loaded / size;
  else bar.removeAttribute("value");
  $("loading").querySelector("span").textContent =
    loaded < size ? `${done} of ${all} MB` : "Starting…";
}

/* The address: the position, then the switches that are on. */

const SWITCHES = ["values", "best", "dead"];

function address() {
  const shown = SWITCHES.filter((name) => $(name).checked);
  return `#${view.address}${shown.length ? `&show=${shown}` : ""}`;
}

/* Going from one position to another. */

/** Show a position, or an error. `how`: push or replace the address, or leave it ("there"). */
function show(next, how = "push") {
  if (next.error) {
    if (!view) begin().then(() => complain(next.error));
    return complain(next.error);
  }
  if (!view) enable(next.levels);
  view = next;
  ahead = null;
  complain("");
  const to = [here(), "", address()];
  if (how === "push") history.pushState(...to);
  if (how === "replace") history.replaceState(...to);
  draw();
  think();
}

/** Enable the controls, which need Python. */
function enable(levels) {
  for (const section of document.querySelectorAll("[inert]")) section.inert = false;
  settings.elements.level.replaceChildren(...levels.map((level) => new Option(level)));
  $("loading").hidden = true;
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

async function go(ply, how) {
  show(await rules.ask("shown", { game: view.game, ply }), how);
}

/** Go back (-1) or on (1) by one action, in the game or in the line ahead. */
async function walk(way) {
  const { begin = 0, end = view.actions.length } = ahead ?? {};
  const ply = now().ply + way;
  if (ply < begin || ply > end) return;
  const inList = $("actions").contains(document.activeElement);
  await (ahead ? step(ply) : go(ply, "replace"));
  if (inList) $("actions").querySelector("[aria-current=step]").focus();
}

/** The ply that undo (-1) or redo (1) goes to; undefined if there is none. */
function stop(way) {
  const stops = view.stops.filter((ply) => (ply - view.ply) * way > 0);
  return way < 0 ? stops.at(-1) : stops[0];
}

async function place(col, row, number) {
  closePicker();
  if (busy()) return;
  cellAt(col, row).lastChild.replaceWith(numberOf(number, view.sides)); // before Python answers
  if (ahead) return look(here(ahead.view), [col, row, number]);
  show(await rules.ask("placed", { ...here(), action: [col, row, number] }));
  cellAt(col, row).focus({ preventScroll: true });
}

/** Whether it is the computer's turn. If so, the page says that. */
function busy() {
  const itsTurn = view.machines && !ahead;
  if (itsTurn) complain(view.waiting ? "The computer is thinking." : "It is the computer's turn here.");
  return itsTurn;
}

/** Show the game that the browser's history has, or else the position in the address. */
async function arrive() {
  let on = [];
  const text = location.hash.replace(/&show=((values|best|dead|,)*)$/, (_, names) => {
    on = names.split(",");
    return "";
  });
  if (text.length < 2) return begin();
  const kept = history.state;
  const next = await rules.ask("shown", kept ?? { game: text });
  if (!next.error) for (const name of SWITCHES) $(name).checked = on.includes(name);
  show(next, kept ? "there" : "replace");
}

/* Thinking: the computer's action, then values, then mistakes. */

async function think() {
  if (!view) return;
  search.drop();
  write("progress", "");
  if (view.waiting) {
    write("progress", "The computer is thinking…");
    const before = view;
    const reply = search.ask("replied", { ...here(), seconds: THINKING });
    const [next] = await Promise.all([reply, new Promise((end) => setTimeout(end, PAUSE))]);
    const doubt = next.proven ? "" : "Time ran out before this was proven best. ";
    if (view === before) show({ ...next, said: doubt + next.said }, "replace");
    return;
  }
  if ($("values").checked && view.numbers.length) await findValues();
  if ($("values").checked || view.finished) await findMistakes();
}

function valuesHere() {
  const empty = { own: null, groups: [], actions: new Map() };
  const key = `${view.address} ${view.settings.play}`;
  if (!known.has(key)) known.set(key, empty);
  return known.get(key);
}

const isProven = (value) => value && value.short !== "?";

/** Who wins by the values found so far: the rank of the best actions, and words. */
function truth({ own, groups, actions }) {
  if (isProven(own)) return { rank: own.rank, words: own.forecast };
  const proven = [...actions.values()].filter(isProven);
  const [best] = proven.sort((one, other) => one.rank[0] - other.rank[0] || one.rank[1] - other.rank[1]);
  const all = proven.length === groups.flat().length;
  if (best?.short[0] === "W") return { rank: best.rank, words: `${best.forecast}${all ? "" : ", or sooner"}` };
  if (best && all) return { rank: best.rank, words: best.forecast };
  return { rank: null, words: own ? "Who wins is not proven" : "Searching…" };
}

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

/** A key for who plays, and the game up to the action at a ply. */
function keyOf(ply) {
  const lines = view.game.split("\n").filter((line) => line !== "swap");
  return [view.settings.play, ...lines.slice(0, ply - view.actions.length)].join();
}

/** Show best play from a position, or from an action in it if one is given.

    `back` puts the focus back where it was before. */
async function look(from, action, back) {
  closePicker();
  search.drop();
  write("progress", "Looking for best play…");
  const end = await search.ask("line", { ...from, seconds: LOOKING, action });
  write("progress", "");
  const { begin, back: backFromFirst } = ahead ?? { begin: from.ply };
  const line = [...end.words.slice(begin, -1), end.said].join("; ");
  const words = `${action ? "" : "Best play: "}${line}${end.finished ? "" : " The rest is not proven."}`;
  const { scrollY } = window;
  ahead = {
    game: end.game, begin, end: end.ply, words, view: ahead?.view,
    back: backFromFirst ?? (() => { back(); scrollTo(0, scrollY); }),
  };
  await step(Math.min(from.ply + 1, end.ply));
  if (!backFromFirst) $("on").focus();
}

async function step(ply) {
  const line = ahead;
  const next = await rules.ask("shown", { game: line.game, ply });
  if (ahead !== line) return;
  line.view = next;
  draw();
}

function leave() {
  const { back } = ahead;
  ahead = null;
  draw();
  back();
  think();
}

const focusOn = (key) => document.querySelector(`[data-key="${key}"]`)?.focus();

/* Drawing. */

function draw() {
  if (!view) return;
  complain("");
  closePicker();
  drawBoard(now());
  write("goal", view.goal);
  write("said", now().said);
  write("copy", "Copy link");
  $("ahead").hidden = !ahead;
  if (ahead) {
    write("line", ahead.words);
    $("back").disabled = now().ply <= ahead.begin;
    $("on").disabled = now().ply >= ahead.end;
  }
  $("undo").disabled = ahead || stop(-1) === undefined;
  $("redo").disabled = ahead || stop(1) === undefined;
  $("text").value = view.game;
  for (const [name, value] of Object.entries(view.settings)) settings.elements[name].value = value;
  drawActions();
  drawValues();
}

/** Draw the board with its numbers, and around it the labels and sums. */
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
      cell.dataset.name = `Column ${col}, row ${row}: ${number || "empty"}${
        isLast ? ", placed last" : ""}${won ? ", in a line that wins" : ""}`;
      cell.classList.toggle("last", isLast);
      cell.classList.toggle("won", won);
      cell.classList.toggle("spent", spent);
      cell.append(make("span", { className: "unseen" }, cell.dataset.name));
      const blank = make("span", { className: numbers.length ? "values" : "" });
      const shown = number ? numberOf(number, sides) : blank;
      shown.ariaHidden = "true"; // the name of the cell says it
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
  $("board").classList.toggle("wide", size > 4);
  $("board").classList.toggle("showdead", $("dead").checked);
  $("board").style.setProperty("--count", numbers.length || 3);
  if (focused) cellAt(atCol, atRow)?.focus({ preventScroll: true });
}

/** Make the element of a number, in the style of its side. */
function numberOf(number, sides) {
  return make("span", { className: `number ${sides[number] ?? ""}` }, number);
}

const holds = ({ line }, col, row) => line.some(([x, y]) => x === col && y === row);

function label(number, role, row, column) {
  const element = make("span", { role, className: "label" }, number);
  element.style.gridArea = `${row} / ${column}`;
  return element;
}

/** Make the sum of a line and what it needs. Place it where the next cell would be. */
function sumOf({ name, line, has, needs, won, dead }) {
  const [first, last] = [line[0], line.at(-1)];
  const [col, row] = [0, 1].map((axis) => last[axis] + Math.sign(last[axis] - first[axis]));
  const mark = won ? "★" : dead ? "dead" : `+${needs}`;
  const arrow = col === line.length ? (row < 0 ? "↗" : row === col ? "↘" : "") : "";
  const title = `${name}: sum ${has}, ${won ? "it wins" : dead ? "dead" : `needs ${needs}`}`;
  const className = `sum${won ? " won" : dead ? " dead" : ""}${row < 0 ? " up" : ""}`;
  const element = make("div", { role: "listitem", className, title },
    make("span", { className: "unseen" }, title),
    make("b", { ariaHidden: "true" }, arrow && make("i", {}, arrow), has), make("small", { ariaHidden: "true" }, mark));
  element.style.gridArea = `${row + 2} / ${col + 2}`;
  return element;
}

/** Make a stroke through a line. The style shows it only if the line is won or dead. */
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

/** Draw the values found so far, if the switch for values is on. */
function drawValues(until = "so far…") {
  const visible = $("values").checked && !ahead && view.numbers.length > 0;
  for (const id of ["legend", "bestplay"]) $(id).hidden = !$("values").checked;
  $("best").disabled = !$("values").checked;
  const { own, groups, actions } = valuesHere();
  const { rank, words } = truth({ own, groups, actions });
  const isBest = (value) => rank && isProven(value) && String(value.rank) === String(rank);
  const onlyBest = rank && $("best").checked;
  $("board").classList.toggle("valued", visible);
  $("board").classList.toggle("judged", Boolean(rank));
  for (const cell of $("board").querySelectorAll(".cell:has(.values)")) {
    const { col, row, name } = cell.dataset;
    const told = view.numbers.map((number) => {
      const value = actions.get(String([col, row, number]));
      return { number, value, best: isBest(value) };
    });
    const seen = visible ? told.filter(({ best }) => best || !onlyBest) : [];
    cell.querySelector(".values").replaceChildren(...seen.map(({ number, value, best }) =>
      make("span", { className: `value${best ? " best" : ""}`, "data-kind": value?.short[0] ?? "?" },
        make("i", {}, number), value?.short ?? "·")));
    cell.querySelector(".unseen").textContent = name + (visible ? told.map(({ number, value, best }) =>
      `; ${number} ${value?.words ?? "not proven yet"}${best ? ", best" : ""}`).join("") : "");
  }
  const all = groups.flat().length;
  const proven = [...actions.values()].filter(isProven).length;
  write("worth", visible ? `${words}.`.replace("….", "…") : "");
  if (!view.waiting) write("progress", visible && proven < all ? `${proven} of ${all} values proven ${until}` : "");
  $("bestplay").disabled = !visible || !isProven(own);
  if (chosen && visible) ($("picker").querySelector(".value") ? drawChoices : drawPicker)();
}

/** Draw the list of actions, and mark the one that led to the position. */
function drawActions() {
  const entry = (text, ply) => make("li", {}, button({
    className: "action", ariaCurrent: ply === view.ply ? "step" : "false", key: `ply ${ply}`,
    onclick: () => go(ply) }, ...withCells(text)));
  const list = ["start", ...view.words].map(entry);
  fill($("actions"), ...list);
  drawMistakes();
  const current = list[view.ply];
  $("actions").scrollTop = current.offsetTop - $("actions").offsetTop - 60;
}

/** Write beside each mistake what would have been right. */
function drawMistakes(complete = false) {
  const told = [];
  for (const [ply, words] of view.words.entries()) {
    const { mistake, own } = verdicts.get(keyOf(ply)) ?? {};
    if (!mistake || !($("values").checked || view.finished)) continue;
    const entry = $("actions").children[ply + 1];
    if (!entry.querySelector(".mistake")) {
      entry.append(make("div", { className: "mistake" }, "✗ ", ...withCells(mistake), remedies(ply, "list")));
    }
    const sentence = withCells(`✗ ${words} ${mistake}.`);
    if (own) told.push(make("div", { className: "mistake" }, ...sentence, remedies(ply, "verdict")));
  }
  const proven = view.actions.every((_, ply) => verdicts.get(keyOf(ply))?.proven);
  const none = proven ? view.flawless : "No mistake was found in the time.";
  const nothing = complete && view.actions.length ? [none] : [];
  // The last mistake decided the game.
  fill($("verdict"), ...(!view.finished ? [] : told.length ? told.slice(-1) : nothing));
}

function remedies(ply, where) {
  const { own } = verdicts.get(keyOf(ply));
  const key = `why ${ply} ${where}`;
  const why = () => look({ game: view.game, ply }, view.actions[ply], () => focusOn(key));
  const again = button({ key: `again ${ply} ${where}`, onclick: () => go(ply) }, "Try again");
  return make("div", { className: "buttons" }, button({ key, onclick: why }, "Show why"),
    own && view.settings.play !== "none" ? again : "");
}

/* Choosing a number for a cell. */

function pick(cell) {
  const { col, row, number, name } = cell.dataset;
  if (busy()) return;
  if (number !== "0" || !now().numbers.length) return write("said", `${name}. ${now().said}`);
  chosen = { col: +col, row: +row };
  typed = "";
  drawPicker();
  $("picker").querySelector("button").focus();
}

function drawPicker() {
  const { col, row } = chosen;
  const visible = $("values").checked && !ahead;
  const choices = now().numbers.map((number) => {
    const choice = button({ className: "choice", key: number, onclick: () => place(col, row, number) },
      numberOf(number, view.sides), visible ? make("span", { className: "value" }) : "");
    const key = `why ${number}`;
    const back = () => { pick(cellAt(col, row)); focusOn(key); };
    const onclick = () => look(here(), [col, row, number], back);
    const why = button({ className: "why", key, onclick }, "Why",
      make("span", { className: "unseen" }, ` ${number}`));
    return make("div", {}, choice, visible ? why : "");
  });
  const picker = $("picker");
  fill(picker, ...choices);
  if (visible) drawChoices();
  picker.ariaLabel = `A number for column ${col}, row ${row}`;
  picker.hidden = false;
  const cell = cellAt(col, row);
  for (const other of $("board").querySelectorAll(".chosen")) other.classList.remove("chosen");
  cell.classList.add("chosen");
  const { offsetLeft: left, offsetTop: top, offsetWidth: width } = cell;
  const room = $("board").offsetWidth - picker.offsetWidth;
  picker.style.left = `${Math.max(0, Math.min(room, left + (width - picker.offsetWidth) / 2))}px`;
  picker.style.top = `${top + cell.offsetHeight + 6}px`;
}

/** Write what each number of the chosen cell leads to. Keep the buttons: somebody may be pressing one. */
function drawChoices() {
  const { actions } = valuesHere();
  for (const [index, number] of now().numbers.entries()) {
    const [choice, why] = $("picker").children[index].children;
    const value = actions.get(String([chosen.col, chosen.row, number])) ?? { short: "?", words: "…" };
    const told = choice.querySelector(".value");
    told.dataset.kind = value.short[0];
    told.textContent = value.words;
    why.disabled = !isProven(value);
  }
}

function closePicker() {
  $("picker").hidden = true;
  $("picker").replaceChildren();
  if (chosen) cellAt(chosen.col, chosen.row)?.classList.remove("chosen");
  chosen = null;
  typed = "";
}

/** Add a digit typed on a cell. As soon as just one number begins with the digits, place it. */
function type(cell, digit) {
  if (busy() || cell.dataset.number !== "0") return;
  typed += digit;
  const fitting = now().numbers.filter((number) => String(number).startsWith(typed));
  if (fitting.length === 1) place(+cell.dataset.col, +cell.dataset.row, fitting[0]);
  if (!fitting.length) {
    complain(now().numbers.length ? `${typed} can't be placed: ${now().placing}.` : now().said);
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
  if (/^\d$/.test(key)) type(cellAt(chosen.col, chosen.row), key);
});

addEventListener("keydown", (event) => {
  const { key, target } = event;
  const way = ARROWS[key];
  if (key === "Escape" && chosen) {
    const { col, row } = chosen;
    closePicker();
    cellAt(col, row).focus();
  } else if (key === "Escape" && ahead) leave();
  if (!way || !view || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (target.closest("#board, #picker, form, textarea") || (way[1] && !target.closest("#actions"))) return;
  event.preventDefault();
  walk(way[0] + way[1]);
});

/** Mark the cell named by the text under the pointer, or by the action with the focus. */
function mark({ target }) {
  $("board").querySelector(".pointed")?.classList.remove("pointed");
  const named = target.closest?.("[data-at]") ?? target.closest?.(".action")?.querySelector("[data-at]");
  if (named) cellAt(...named.dataset.at.split(","))?.classList.add("pointed");
}
addEventListener("pointerover", mark);
addEventListener("focusin", mark);

addEventListener("pointerdown", ({ target }) => {
  if (chosen && !target.closest("#picker, .cell")) closePicker();
});

/* The controls beside the board, and the start. */

$("undo").onclick = () => go(stop(-1));
$("redo").onclick = () => go(stop(1));
$("again").onclick = begin;
$("back").onclick = () => walk(-1);
$("on").onclick = () => walk(1);
$("leave").onclick = leave;
$("bestplay").onclick = () => look(here(), undefined, () => $("bestplay").focus());
$("copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    write("copy", "Copied");
  } catch {
    complain(`The browser does not let the page copy. The link is ${location.href}`);
  }
};
$("open").onclick = () => open($("text").value);
for (const name of SWITCHES) $(name).onchange = () => {
  history.replaceState(here(), "", address());
  draw();
  if (name === "values") think();
};
addEventListener("click", ({ target }) => { // scroll to the board, which these change
  const shows = target.closest(".controls button:not(#leave, #copy), .side button, .shows a");
  if (shows) document.querySelector(".play").scrollIntoView({ block: "nearest" });
});
settings.onsubmit = (event) => event.preventDefault();
settings.onchange = async ({ target }) => {
  const { name } = target;
  if (!target.reportValidity()) return;
  const { play, level } = settings.elements;
  if (!view || (name !== "play" && name !== "level")) return begin();
  show(await rules.ask("shown", { ...here(), play: play.value, level: level.value }), "replace");
};
/** Draw the board of the address, or an empty one, until Python answers. */
function sketch() {
  const rows = location.hash.slice(1).split("-")[0].split("/");
  const isRow = (row) => /^\d+$/.test(row) && row.length === rows.length;
  const fits = rows.length > 2 && rows.length < 9 && rows.every(isRow);
  const board = (fits ? rows : ["000", "000", "000"]).map((row) => [...row].map(Number));
  drawBoard({ board, sides: {}, lines: [], actions: [], ply: 0, numbers: [] });
}

if (matchMedia("(max-width: 40rem)").matches) {
  for (const fold of document.querySelectorAll(".fold")) fold.open = false;
}
sketch();
rules.start();
arrive();
addEventListener("popstate", arrive);
