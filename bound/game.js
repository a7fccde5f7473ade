/* The game against a program that takes a bound for a value, and why its moves are not equal. */

/** What the program found where it chose, in which game (0 is the example), and the cell it took;
    the move that is explained, and the paths of those whose worth has been told.
    @typedef {Root & { game: number, played?: number, child?: Child, told: Set<string> }} Choice */

/** @type {Record<string, Search>} */
const searches = { ">=": new Search(">=", 1), ">": new Search(">", 1) };

const { worth } = OF_TIC_TAC_TOE;

/** @template T @param {T[]} all */
const shuffled = (all) =>
  all
    .map((it) => ({ it, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ it }) => it);

/** What the program finds, as its code stands. @param {Place} place @param {Place[]} moves
    @returns {Choice} */
function consider(place, game = 0, moves = place.moves()) {
  const root = searches[element("cut").value].root(place, moves);
  const { search, value, equals: all } = root;
  const isKept = (/** @type {Child} */ it) =>
    element("choice").value !== "again" ||
    it === all[0] ||
    search.result({ ...it, alpha: value - 1, beta: value }).value >= value;
  return { ...root, equals: all.filter(isKept), game, told: new Set() };
}

const newGame = () => ({
  places: [position("---------", "X")],
  said: "You are X. Press a square.",
  /** The cell of the program's first mistake. */
  mistake: "",
});

const state = {
  ...newGame(),
  game: 1,
  /** How many games ended so. */
  score: { "You beat it!": 0, "A tie.": 0, "The program wins.": 0 },
  /** O to move: two moves win, one loses at once, and the search finds all three equal. */
  choice: consider(position("XO-XOX---", "O")),
};

const currentPlace = () => state.places[state.places.length - 1];
const isOver = () => currentPlace().value !== undefined;

/** Place an X, and let the program reply. @param {number} cell */
function play(cell) {
  const moves = currentPlace().moves();
  const place = moves.find(({ at }) => at === cell);
  if (!place) return;
  state.places.push(place);
  if (!isOver()) reply();
  if (isOver()) end();
  drawGame();
}

function reply() {
  const kind = element("choice").value;
  const moves = currentPlace().moves();
  const order = kind === "shuffled" ? shuffled(moves) : moves;
  const choice = consider(currentPlace(), state.game, order);
  const { search, equals, value } = choice;
  const isLast = kind === "last" || kind === "again";
  const [{ place }] = kind === "random" ? shuffled(equals) : equals.slice(isLast ? -1 : 0);
  choice.played = place.at;
  const truth = search.truth(place);
  const told = ` That was a mistake: ${truth < 0 ? "now you can win" : "it could have won"}.`;
  if (equals.length > 1 && !state.mistake) Object.assign(state, { choice });
  if (truth < value) state.mistake ||= CELLS[place.at];
  state.places.push(place);
  state.said = `The program plays ${CELLS[place.at]}.${truth < value ? told : ""} Your turn.`;
  drawWhy();
}

function end() {
  const { value } = currentPlace();
  const result = value ? (value < 0 ? "You beat it!" : "The program wins.") : "A tie.";
  state.score[result] += 1;
  state.said = result + (state.mistake && ` Its mistake was ${state.mistake}.`);
}

/** Begin a game, or go on from a place. */
function start(from = newGame()) {
  Object.assign(state, from, { game: state.game + 1 });
  drawGame();
  drawWhy();
}

/** Explain the same moves as the new code finds them. */
function changeCode() {
  const { value } = element("choice");
  for (const line of ["shuffled", "again"]) element(line).hidden = line !== value;
  const { call, children, game, played } = state.choice;
  const moves = children.map(({ place }) => place);
  state.choice = { ...consider(call.place, game, moves), played };
  state.said = "From its next move on, the program plays by the new code.";
  if (isOver()) start();
  drawGame();
  drawWhy();
}

/** Explain a move. @param {Child} child */
function choose(child) {
  const { search, told } = state.choice;
  told.add(child.path);
  state.choice.child = child;
  drawWhy();
  say(`${child.place.name} is worth ${worth(search.truth(child.place))}.`);
}

function drawGame() {
  const { cells, at: last } = currentPlace();
  squares.forEach((square, at) => {
    const mark = cells[at].replace("-", "");
    square.className = `square ${colourOf(mark).slice(1)} ${at === last ? "new" : ""}`;
    square.textContent = mark;
    square.setAttribute("aria-label", `${CELLS[at]}: ${mark || "empty"}`);
  });
  const { equals, played } = state.choice;
  const child = equals.find(({ place }) => place.at === played);
  const link = h("a", { href: "#why", click: () => child && choose(child) }, "Why?");
  element("said").replaceChildren(`${state.said} `, state.mistake && link);
  const [won, tied, lost] = Object.values(state.score);
  element("score").textContent = `You won ${won}, tied ${tied}, lost ${lost}.`;
  say(state.said);
}

function drawWhy() {
  const { choice } = state;
  const { search, children, equals, value, child, played, told, game } = choice;
  const from =
    game === 0
      ? "Until it has chosen among equals in your game, here is an example."
      : `From ${game === state.game ? "your" : "an earlier"} game.`;
  const found =
    equals.length === 1
      ? `One returned the best value, ${worth(value)}.`
      : `These returned the best value, ${worth(value)}. Are they equally good? Press one.`;
  element("found").textContent =
    `${from} The program searched all ${children.length} moves. ${found}`;
  const cards = equals.map((it) => {
    const truth = search.truth(it.place);
    const text = told.has(it.path) ? worth(truth) : "?";
    const colour = text !== "?" && truth < value ? ".wrong" : "";
    return h(
      it.place.at === played ? "button.played" : "button",
      { id: `card${it.path}`, "aria-pressed": it === child, click: () => choose(it) },
      h("span.unseen", {}, it.place.name),
      smallBoard(it.place),
      h(`small${colour}`, {}, text),
    );
  });
  const focused = document.activeElement?.id;
  element("cards").replaceChildren(...cards);
  if (focused) element(focused)?.focus({ preventScroll: true });
  why.whole.hidden = !child;
  element("on").hidden = !child || search.truth(child.place) === value;
  if (!child) return;
  element("on").onclick = () => playOn(child.place);
  why.tell(storyOfMove(choice, child));
}

/** Play on after the program's mistake. @param {Place} place */
function playOn(place) {
  const can = state.choice.search.truth(place) < 0 ? "win" : "tie";
  const said = `Your turn. Prove it: you can ${can}.`;
  start({ places: [place], said, mistake: CELLS[place.at] });
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
element("cut").onchange = element("choice").onchange = changeCode;
for (const kind of ["shuffled", "again"]) element(`repair-${kind}`).onclick = () => repair(kind);
drawGame();
drawWhy();
