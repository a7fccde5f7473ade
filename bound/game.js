/* The game against a program that takes a bound for a value, and why its moves are not equal. */

/** What the program found where it chose, whose game that is from ("" is the example), and the cell
    it took; the move that is explained, and the paths of those whose worth has been told.
    @typedef {Root & { from: string, played?: number, child?: Child, told: Set<string> }} Choice */

/** @type {Record<string, Search>} */
const searches = { ">=": new Search(">="), ">": new Search(">") };

/** By the value of a game that is over, less -1. */
const RESULTS = ["You beat it!", "A tie.", "The program wins."];

/** @template T @param {T[]} all @returns {T[]} */
function shuffled(all) {
  const keys = new Map(all.map((it) => [it, Math.random()]));
  return [...all].sort((one, other) => Number(keys.get(one)) - Number(keys.get(other)));
}

/** What the program finds, as its code stands. @param {Place} place @param {Place[]} moves
    @returns {Choice} */
function consider(place, from = "", moves = place.moves()) {
  const root = searches[element("cut").value].root(place, moves);
  const { search, value, equals: all } = root;
  const isKept = (/** @type {Child} */ it) =>
    element("choice").value !== "again" ||
    it === all[0] ||
    search.result({ ...it, alpha: value - 1, beta: value }).value >= value;
  return { ...root, equals: all.filter(isKept), from, told: new Set() };
}

const newGame = () => ({
  place: position("---------", "X"),
  said: "You are X. Press a square.",
  /** The cell of the program's first mistake. */
  mistake: "",
});

const state = {
  ...newGame(),
  /** How many games had each of the results. */
  score: [0, 0, 0],
  /** O to move: two moves win, one loses at once, and the search finds all three equal. */
  choice: consider(position("XO-XOX---", "O")),
};

/** Place an X, and let the program reply. @param {number} cell */
function play(cell) {
  const place = state.place.moves().find(({ at }) => at === cell);
  if (!place) return;
  state.place = place;
  if (place.value === undefined) reply();
  const { value } = state.place;
  if (value !== undefined) {
    state.score[value + 1] += 1;
    state.said = RESULTS[value + 1] + (state.mistake && ` Its mistake was ${state.mistake}.`);
  }
  draw();
}

function reply() {
  const kind = element("choice").value;
  const moves = state.place.moves();
  const order = kind === "shuffled" ? shuffled(moves) : moves;
  const choice = consider(state.place, "your", order);
  const { search, equals, value } = choice;
  const isLast = kind === "last" || kind === "again";
  const [{ place }] = kind === "random" ? shuffled(equals) : equals.slice(isLast ? -1 : 0);
  choice.played = place.at;
  const truth = search.truth(place);
  const told = ` That was a mistake: ${truth < 0 ? "now you can win" : "it could have won"}.`;
  if (equals.length > 1 && !state.mistake) Object.assign(state, { choice });
  if (truth < value) state.mistake ||= CELLS[place.at];
  state.place = place;
  state.said = `The program plays ${CELLS[place.at]}.${truth < value ? told : ""} Your turn.`;
}

/** Begin a game, or go on from a place. */
function start(from = newGame()) {
  Object.assign(state, from);
  state.choice.from &&= "an earlier";
  draw();
}

/** Explain the same moves as the new code finds them. */
function changeCode() {
  const { value } = element("choice");
  for (const line of ["shuffled", "again"]) element(line).hidden = line !== value;
  const { call, children, from, played } = state.choice;
  const moves = children.map(({ place }) => place);
  state.choice = { ...consider(call.place, from, moves), played };
  state.said = "From its next move on, the program plays by the new code.";
  if (state.place.value !== undefined) start();
  draw();
}

/** Explain a move. @param {Child} child */
function choose(child) {
  const { search, told } = state.choice;
  told.add(child.path);
  state.choice.child = child;
  draw();
  say(`${child.place.name} is worth ${worth(search, child.place)}.`);
}

function draw() {
  const { cells, at: last } = state.place;
  squares.forEach((square, at) => {
    const mark = cells[at].replace("-", "");
    square.className = `square ${colourOf(mark).slice(1)} ${at === last ? "new" : ""}`;
    square.textContent = mark;
    square.setAttribute("aria-label", `${CELLS[at]}: ${mark || "empty"}`);
  });
  const { said, mistake, score, choice } = state;
  const made = choice.equals.find(({ place }) => place.at === choice.played);
  const link = h("a", { href: "#why", click: () => made && choose(made) }, "Why?");
  element("said").replaceChildren(`${said} `, mistake && link);
  element("score").textContent = `You won ${score[0]}, tied ${score[1]}, lost ${score[2]}.`;
  say(said);
  drawWhy();
}

function drawWhy() {
  const { choice } = state;
  const { search, call, children, equals, value, child, played, told } = choice;
  const from = choice.from
    ? `From ${choice.from} game.`
    : "Until it has chosen among equals in your game, here is an example.";
  const best = `returned the best value, ${worth(search, call.place)}.`;
  const found = equals[1] ? `These ${best} Are they equally good? Press one.` : `One ${best}`;
  element("found").textContent =
    `${from} The program searched all ${children.length} moves. ${found}`;
  const cards = equals.map((it) => {
    const { place, path } = it;
    const text = told.has(path) ? worth(search, place) : "?";
    const colour = told.has(path) && search.truth(place) < value ? ".wrong" : "";
    return h(
      place.at === played ? "button.played" : "button",
      { id: `card${path}`, "aria-pressed": it === child, click: () => choose(it) },
      h("span.unseen", {}, place.name),
      smallBoard(place),
      h(`small${colour}`, {}, text),
    );
  });
  const focused = document.activeElement?.id;
  element("cards").replaceChildren(...cards);
  if (focused) element(focused)?.focus({ preventScroll: true });
  why.whole.hidden = !child;
  element("on").hidden = !child || search.truth(child.place) === value;
  if (child) why.tell(storyOfMove(choice, child));
}

/** Play on after the program's mistake, which is explained. */
function playOn() {
  const { place } = /** @type {Child} */ (state.choice.child);
  const can = state.choice.search.truth(place) < 0 ? "win" : "tie";
  const said = `Your turn. Prove it: you can ${can}.`;
  start({ place, said, mistake: CELLS[place.at] });
  element("play").scrollIntoView();
}

/** @param {string} choice */
function repair(choice) {
  element("cut").value = ">=";
  element("choice").value = choice;
  changeCode();
  element("play").scrollIntoView();
}

const why = new Telling("story");
const squares = CELLS.map((_, at) => h("button", { id: `square-${at}`, click: () => play(at) }));
element("squares").append(...squares);
element("new").onclick = () => start();
element("on").onclick = playOn;
element("cut").onchange = element("choice").onchange = changeCode;
for (const kind of ["shuffled", "again"]) element(`repair-${kind}`).onclick = () => repair(kind);
draw();
