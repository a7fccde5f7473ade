/* What a search did, in words: step by step, and why a move is worth less than it looks. */

/** The names of Min and Max, and what a value stands for.
    @typedef {{ names: string[], worth: (value: number) => string }} Words */
/** A search to be told: the moves of its root that are shown, those that the end is about, and
    which places are open, so that what happens there is told.
    @typedef {Root & { words: Words, about: Child[], isOpen: (call: Call) => boolean }} Story */
/** What is written in the drawing of a place.
    @typedef {{ window?: string, result?: string, kind?: string }} Mark */
/** What happens at a path, and the marks that change.
    @typedef {{ path: string, text: string, marks: Record<string, Mark> }} Step */

/** @param {number | string} value */
const signed = (value) => `${value}`.replace("-", "−").replace("Infinity", "∞");

/** @type {Words} */
const OF_TREES = { names: ["Min", "Max"], worth: signed };

/** @type {Words} */
const OF_TIC_TAC_TOE = {
  names: ["X", "O"],
  worth: (value) => `${signed(value)} (${["X wins", "a tie", "O wins"][value + 1]})`,
};

/** What a result says of the true value. @param {Found} found */
function signOf({ value, low, high }) {
  if (low === high) return "=";
  return high === value ? "≤" : "≥";
}

/** @param {Child} child */
const found = (child) => /** @type {Found} */ (child.found);

/** @param {Child} child */
const result = (child) => `${signOf(found(child))} ${signed(found(child).value)}`;

/** @param {Child} child */
function meaning(child) {
  const value = signed(found(child).value);
  const sign = signOf(found(child));
  if (sign === "=") return `${value}, and that is exact`;
  return `${value}, which means “at ${sign === "≤" ? "most" : "least"} ${value}”`;
}

/** The story of a tree, open everywhere. @param {Root} root @returns {Story} */
const storyOfTree = (root) => ({
  ...root,
  words: OF_TREES,
  about: root.equals,
  isOpen: ({ place }) => place.value === undefined,
});

/** The story of a move in tic-tac-toe, open on its way to a cut. At the top, only the first of the
    equals is shown beside it. @param {Root} root @param {Child} child @returns {Story} */
function storyOfMove(root, child) {
  const way = root.search.wayToCut(child).map(({ path }) => path);
  return {
    ...root,
    children: root.children.filter((it) => it === root.equals[0] || it === child),
    words: OF_TIC_TAC_TOE,
    about: [child],
    isOpen: ({ path }) => way.includes(path),
  };
}

/** @param {Child[]} children */
function namesOf(children) {
  const names = children.map(({ place }) => place.name);
  return [...names.slice(0, -2), names.slice(-2).join(" and ")].join(", ");
}

/** @param {Story} story @param {Place} place */
const moverAt = ({ words }, { isMax }) => words.names[Number(isMax)];

/** @param {Call} call */
const given = ({ alpha, beta }) => `given α ${signed(alpha)} and β ${signed(beta)}`;

/** The window that a place was given, and what became of it.
    @param {Call} call @param {{ alpha: number, beta: number }} next */
function windowOf(call, next = call) {
  const [alpha, beta] = [call.alpha, call.beta].map(signed);
  const after = [next.alpha, next.beta].map(signed);
  const changed = [alpha, beta].map((it, at) => (it === after[at] ? it : `${it}→${after[at]}`));
  return `α ${changed[0]} β ${changed[1]}`;
}

/** What the result of a move changes where it was made.
    @param {Story} story @param {Call} call @param {Child} child */
function effect({ words: { names } }, { place: { isMax, name }, path }, { alpha, beta, next }) {
  const at = path && ` at ${name}`;
  if (isMax && next.alpha > alpha)
    return `So α${at} rises to ${signed(next.alpha)}: there, ${names[1]} can get that.`;
  if (!isMax && next.beta < beta)
    return `So β${at} falls to ${signed(next.beta)}: there, ${names[0]} can hold ${names[1]} to that.`;
  return isMax ? `α${at} stays ${signed(alpha)}.` : `β${at} stays ${signed(beta)}.`;
}

/** Why the search cuts what is left at a place. @param {Story} story @param {Call} call
    @param {{ alpha: number, beta: number }} next the window there by now @param {Child[]} unseen */
function cut({ search, words }, { place: { isMax, name } }, { alpha, beta }, unseen) {
  const window = `α ${signed(alpha)} ${search.cut} β ${signed(beta)}`;
  const limit = `for ${words.names[Number(!isMax)]} than ${signed(isMax ? beta : alpha)}`;
  return `${window}: ${name} can't be better ${limit}. So the search cuts ${namesOf(unseen)}.`;
}

/** What the search does at an open place, move by move.
    @param {Story} story @param {Call} call @param {Child[]} children @returns {Generator<Step>} */
function* stepsAt(story, call, children) {
  const { search, words, isOpen } = story;
  const unseen = children.filter((it) => !it.found);
  for (const child of children) {
    if (!child.found) break;
    const { place, path, next } = child;
    const window = windowOf(child);
    let told = `${place.name}, ${given(child)}, returns ${meaning(child)}.`;
    if (place.value !== undefined)
      told = `${place.name}, ${given(child)}, is a leaf: ${words.worth(place.value)}.`;
    /** @type {Record<string, Mark>} */
    const marks = { [call.path]: { window: windowOf(call, next) } };
    if (isOpen(child)) {
      const text = `${place.name}: ${moverAt(story, place)} moves, ${given(child)}.`;
      yield { path, text, marks: { [path]: { window } } };
      yield* stepsAt(story, child, search.children(child));
      told = `${place.name} returns ${meaning(child)}.`;
      marks[path] = { result: result(child) };
    } else marks[path] = { result: result(child), window };
    yield { path, text: `${told} ${effect(story, call, child)}`, marks };
  }
  if (!unseen.length) return;
  const marks = Object.fromEntries(unseen.map(({ path }) => [path, { kind: "cut" }]));
  yield { path: call.path, text: cut(story, call, unseen[0].next, unseen), marks };
}

/** Which moves look best, and which of them are not. @param {Story} story @returns {Step} */
function conclusion(story) {
  const { search, value, about } = story;
  const wrong = about.filter((it) => search.truth(it.place) !== value);
  /** @type {Record<string, Mark>} */
  const marks = { "": { result: `= ${signed(value)}` } };
  for (const it of about) marks[it.path] = { kind: "best" };
  for (const it of wrong.flatMap((it) => search.wayToCut(it))) {
    const truth = signed(search.truth(it.place));
    marks[it.path] = it.found
      ? { kind: "wrong", result: `${result(it)}, is ${truth}` }
      : { kind: "cut wrong", result: `✂ = ${truth}` };
  }
  const best = `The top returns ${signed(value)}, and that is exact. ${namesOf(about)}`;
  const are = (wrong.length || about.length) === 1 ? "is" : "are";
  const not = about.length === 1 ? "but is not" : `but ${namesOf(wrong)} ${are} not`;
  const looks = `${about.length === 1 ? "looks" : "look"} best, ${wrong.length ? not : `and ${are}`}.`;
  const reasons = wrong.map((it) => explain(story, it));
  return { path: "", text: [`${best} ${looks}`, ...reasons].join(" "), marks };
}

/** Why a move that looks best is worth less. @param {Story} story @param {Child} child */
function explain({ search, words }, child) {
  const worth = (/** @type {Child} */ it) =>
    `${it.place.name}${it.found ? "" : ", which was cut,"} is worth ${words.worth(search.truth(it.place))}`;
  const links = search.wayToCut(child).slice(1);
  const last = `${worth(links[links.length - 1])}.`;
  const claim = `${worth(child)}, not ${signed(found(child).value)}.`;
  if (links.length === 1) return `${last} So ${claim}`;
  const told = links.slice(0, -1).map((it) => `${worth(it)}, but returned ${meaning(it)}.`);
  return [claim, ...told, last].join(" ");
}

/** @param {Story} story @returns {Step[]} */
function tell(story) {
  const { call, children } = story;
  const text = `At the top, ${moverAt(story, call.place)} moves, ${given(call)}: nothing is known yet.`;
  const begin = { path: "", text, marks: { "": { window: windowOf(call) } } };
  return [begin, ...stepsAt(story, call, children), conclusion(story)];
}
