/* What a search did, in words: step by step, and why a move is worth less than it looks. */

/** A search to be told: the moves that the end is about, and what is shown below a place.
    @typedef {Root & { about: Child[], below: (call: Call) => Child[] }} Story */
/** What is written in the drawing of a place.
    @typedef {{ window?: string, result?: string, kind?: string }} Mark */
/** What happens at a path, and the marks that change.
    @typedef {{ path: string, text: string, marks: Record<string, Mark> }} Step */

/** The true value of a place, and what that stands for. @param {Search} search @param {Place} place */
function worth(search, place) {
  const value = search.truth(place);
  const outcome = place.cells && ` (${["X wins", "a tie", "O wins"][value + 1]})`;
  return signed(value) + outcome;
}

/** What a result says of the true value: equal, at most or at least that. @param {Child} child */
function signOf({ found: { value, low, high } }) {
  if (low === high) return "=";
  return high === value ? "≤" : "≥";
}

/** @param {Child} child */
const result = (child) => `${signOf(child)} ${signed(child.found.value)}`;

/** @param {Child} child */
function meaning(child) {
  const value = signed(child.found.value);
  const sign = signOf(child);
  if (sign === "=") return `${value}, and that is exact`;
  return `${value}, which means “at ${sign === "≤" ? "most" : "least"} ${value}”`;
}

/** The story of a tree: all of it is shown. @param {Root} root @returns {Story} */
const storyOfTree = (root) => ({
  ...root,
  about: root.equals,
  below: (call) => root.search.children(call),
});

/** The story of a move in tic-tac-toe: only its way to a cut is shown. At the top, only the first of
    the equals stands beside it. @param {Root} root @param {Child} child @returns {Story} */
function storyOfMove(root, child) {
  const top = root.children.filter((it) => it === root.equals[0] || it === child);
  const way = root.search.wayToCut(child).map(({ path }) => path);
  return {
    ...root,
    about: [child],
    below: (call) => (way.includes(call.path) ? root.search.children(call) : call.path ? [] : top),
  };
}

const list = new Intl.ListFormat("en-GB"); // A, B and C

/** @param {Child[]} children */
const namesOf = (children) => list.format(children.map(({ place }) => place.name));

/** @param {Call} call */
const given = ({ alpha, beta }) => `given α ${signed(alpha)} and β ${signed(beta)}`;

/** The window that a place was given, and what became of it.
    @param {Call} call @param {{ alpha: number, beta: number }} next */
function windowOf(call, next = call) {
  const alpha = new Set([call.alpha, next.alpha].map(signed));
  const beta = new Set([call.beta, next.beta].map(signed));
  return `α ${[...alpha].join("→")} β ${[...beta].join("→")}`;
}

/** What the result of a move changes where it was made. @param {Call} call @param {Child} child */
function effect({ place: { isMax, name, names }, path }, { alpha, beta, next }) {
  const at = path && ` at ${name}`;
  if (isMax && next.alpha > alpha)
    return `So α${at} rises to ${signed(next.alpha)}: there, ${names[1]} can get that.`;
  if (!isMax && next.beta < beta)
    return `So β${at} falls to ${signed(next.beta)}: there, ${names[0]} can hold ${names[1]} to that.`;
  return isMax ? `α${at} stays ${signed(alpha)}.` : `β${at} stays ${signed(beta)}.`;
}

/** Why the search cuts what is left at a place.
    @param {Search} search @param {Call} call @param {Child[]} unseen */
function cut(search, { place: { isMax, name, names } }, unseen) {
  const { alpha, beta } = unseen[0];
  const window = `α ${signed(alpha)} ${search.cut} β ${signed(beta)}`;
  const limit = `for ${names[Number(!isMax)]} than ${signed(isMax ? beta : alpha)}`;
  return `${window}: ${name} can't be better ${limit}. So the search cuts ${namesOf(unseen)}.`;
}

/** What the search does at a place of which more is shown, move by move.
    @param {Story} story @param {Call} call @returns {Generator<Step>} */
function* stepsAt(story, call) {
  const { search, below } = story;
  const unseen = below(call).filter(search.isCut);
  for (const child of below(call)) {
    if (search.isCut(child)) break;
    const { place, path, next } = child;
    /** @type {Record<string, Mark>} */
    const marks = { [call.path]: { window: windowOf(call, next) } };
    const window = windowOf(child);
    let told = `${place.name}, ${given(child)}, returns ${meaning(child)}.`;
    if (place.value !== undefined)
      told = `${place.name}, ${given(child)}, is a leaf: ${worth(search, place)}.`;
    marks[path] = { result: result(child), window };
    if (below(child).length) {
      const text = `${place.name}: ${moverAt(place)} moves, ${given(child)}.`;
      yield { path, text, marks: { [path]: { window } } };
      yield* stepsAt(story, child);
      told = `${place.name} returns ${meaning(child)}.`;
      marks[path] = { result: result(child) };
    }
    yield { path, text: `${told} ${effect(call, child)}`, marks };
  }
  if (!unseen.length) return;
  const marks = Object.fromEntries(unseen.map(({ path }) => [path, { kind: "cut" }]));
  yield { path: call.path, text: cut(search, call, unseen), marks };
}

/** Which moves look best, and which of them are not. @param {Story} story @returns {Step} */
function conclusion({ search, value, about }) {
  const wrong = about.filter((it) => search.truth(it.place) !== value);
  /** @type {Record<string, Mark>} */
  const marks = { "": { result: `= ${signed(value)}` } };
  for (const it of about) marks[it.path] = { kind: "best" };
  for (const it of wrong.flatMap((it) => search.wayToCut(it))) {
    const truth = signed(search.truth(it.place));
    marks[it.path] = search.isCut(it)
      ? { kind: "cut wrong", result: `✂ = ${truth}` }
      : { kind: "wrong", result: `${result(it)}, is ${truth}` };
  }
  const best = `The top returns ${signed(value)}, and that is exact. ${namesOf(about)}`;
  const are = (wrong.length || about.length) === 1 ? "is" : "are";
  const not = about.length === 1 ? "but is not" : `but ${namesOf(wrong)} ${are} not`;
  const looks = `${about.length === 1 ? "looks" : "look"} best, ${wrong.length ? not : `and ${are}`}.`;
  const reasons = wrong.map((it) => explain(search, it));
  return { path: "", text: [`${best} ${looks}`, ...reasons].join(" "), marks };
}

/** Why a move that looks best is worth less. @param {Search} search @param {Child} child */
function explain(search, child) {
  const worthOf = (/** @type {Child} */ it) =>
    `${it.place.name}${search.isCut(it) ? ", which was cut," : ""} is worth ${worth(search, it.place)}`;
  const links = search.wayToCut(child).slice(1);
  const last = `${worthOf(links[links.length - 1])}.`;
  const claim = `${worthOf(child)}, not ${signed(child.found.value)}.`;
  if (links.length === 1) return `${last} So ${claim}`;
  const told = links.slice(0, -1).map((it) => `${worthOf(it)}, but returned ${meaning(it)}.`);
  return [claim, ...told, last].join(" ");
}

/** @param {Story} story @returns {Step[]} */
function tell(story) {
  const { call } = story;
  const text = `At the top, ${moverAt(call.place)} moves, ${given(call)}: nothing is known yet.`;
  const begin = { path: "", text, marks: { "": { window: windowOf(call) } } };
  return [begin, ...stepsAt(story, call), conclusion(story)];
}
