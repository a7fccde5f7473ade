/* What a search did, in words: step by step, and why a move is worth less than it looks. */

/** Who moves, and what a value stands for.
    @typedef {{ max: string, min: string, worth: (value: number) => string }} Words */
/** A search to be told: the moves of its root that are shown, those that the end is about, and
    which places are open, so that what happens there is told.
    @typedef {Root & { words: Words, about: Child[], isOpen: (call: Call) => boolean }} Story */
/** What is written in the drawing of a place. @typedef {{ window?: string, result?: string, kind?: string }} Mark */
/** What happens at a path, and the marks that change. @typedef {{ path: string, text: string, marks: Record<string, Mark> }} Step */

/** @param {number | string} value */
const signed = (value) => `${value}`.replace("-", "−").replace("Infinity", "∞");

/** @type {Words} */
const OF_TREES = { max: "Max", min: "Min", worth: signed };

/** @type {Words} */
const OF_TIC_TAC_TOE = {
  max: "O",
  min: "X",
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

/** The story of a move in tic-tac-toe: at the top, only the first of the equals is shown beside it,
    unless the top is open, too. @param {Root} root @param {Child} child @param {Set<string>} open
    @returns {Story} */
const storyOfMove = (root, child, open) => ({
  ...root,
  children: root.children.filter((it) => open.has("") || it === root.equals[0] || it === child),
  words: OF_TIC_TAC_TOE,
  about: [child],
  isOpen: ({ path }) => open.has(path),
});

/** @param {Child[]} children */
function namesOf(children) {
  const names = children.map(({ place }) => place.name);
  return [...names.slice(0, -2), names.slice(-2).join(" and ")].join(", ");
}

/** @param {Story} story @returns {Step[]} */
function tell(story) {
  const { search, call: root, value, children: top, about, isOpen, words } = story;
  /** @type {Step[]} */
  const steps = [];
  /** @param {string} path @param {string} text @param {Record<string, Mark>} marks */
  const step = (path, text, marks) => steps.push({ path, text, marks });
  /** @param {{ alpha: number, beta: number }} call */
  const given = ({ alpha, beta }) => `α ${signed(alpha)} and β ${signed(beta)}`;
  /** The window that a place was given, and what became of it.
      @param {Call} call @param {{ alpha: number, beta: number }} next */
  const windowOf = (call, next = call) => {
    const side = (/** @type {number} */ from, /** @type {number} */ to) =>
      signed(from) + (from === to ? "" : `→${signed(to)}`);
    return `α ${side(call.alpha, next.alpha)} β ${side(call.beta, next.beta)}`;
  };

  /** What a result changes where a side chooses. @param {Call} call @param {Child} child */
  const effect = ({ place: { isMax, name } }, { alpha, beta, next }) => {
    const at = name && ` at ${name}`;
    if (isMax && next.alpha > alpha)
      return `So α${at} rises to ${signed(next.alpha)}: there, ${words.max} can get that.`;
    if (!isMax && next.beta < beta)
      return `So β${at} falls to ${signed(next.beta)}: there, ${words.min} can hold ${words.max} to that.`;
    return `${isMax ? "α" : "β"}${at} stays ${signed(isMax ? alpha : beta)}.`;
  };

  /** Tell what the search does at an open place. @param {Call} call @param {Child[]} children */
  const go = (call, children) => {
    const { isMax, name } = call.place;
    const unseen = children.filter((it) => !it.found);
    for (const child of children.slice(0, children.length - unseen.length)) {
      const { place, path, next } = child;
      const opens = isOpen(child);
      if (opens) {
        const mover = place.isMax ? words.max : words.min;
        step(path, `${place.name}: ${mover} moves, given ${given(child)}.`, {
          [path]: { window: windowOf(child) },
        });
        go(child, search.children(child));
      }
      const told = opens
        ? `${place.name} returns ${meaning(child)}.`
        : place.value === undefined
          ? `${place.name}, given ${given(child)}, returns ${meaning(child)}.`
          : `${place.name}, given ${given(child)}, is a leaf: ${words.worth(place.value)}.`;
      /** @type {Record<string, Mark>} */
      const marks = { [call.path]: { window: windowOf(call, next) } };
      marks[path] = {
        result: result(child),
        ...(!opens && { window: windowOf(child) }),
      };
      const isLast = unseen.length && child === children[children.length - unseen.length - 1];
      for (const it of isLast ? unseen : []) marks[it.path] = { kind: "cut" };
      const [other, edge] = isMax ? [words.min, next.beta] : [words.max, next.alpha];
      const cut = ` α ${signed(next.alpha)} ${search.cut} β ${signed(next.beta)}: ${name} can't be better for ${other} than ${signed(edge)}. So the search cuts ${namesOf(unseen)}.`;
      step(path, `${told} ${effect(call, child)}${isLast ? cut : ""}`, marks);
    }
  };

  const mover = root.place.isMax ? words.max : words.min;
  step("", `At the top, ${mover} moves, given ${given(root)}: nothing is known yet.`, {
    "": { window: windowOf(root) },
  });
  go(root, top);
  const wrong = about.filter((it) => search.truth(it.place) !== value);
  const one = about.length === 1;
  const verdict = !wrong.length
    ? `and ${one ? "is" : "are"}`
    : one
      ? "but is not"
      : `but ${namesOf(wrong)} ${wrong.length === 1 ? "is" : "are"} not`;
  /** @type {Record<string, Mark>} */
  const marks = { "": { result: `= ${signed(value)}` } };
  for (const it of about) marks[it.path] = { kind: "best" };
  for (const way of wrong.map((it) => search.wayToCut(it)))
    for (const it of way) {
      const truth = signed(search.truth(it.place));
      marks[it.path] = it.found
        ? { kind: "wrong", result: `${result(it)}, is ${truth}` }
        : { kind: "cut wrong", result: `✂ = ${truth}` };
    }
  const end = [
    `The top returns ${signed(value)}, and that is exact. ${namesOf(about)} look${one ? "s" : ""} best, ${verdict}.`,
    ...wrong.map((it) => explain(story, it)),
  ];
  step("", end.join(" "), marks);
  return steps;
}

/** What a move is worth that looks best, and why. @param {Story} story @param {Child} child */
function explain({ search, words }, child) {
  const { name } = child.place;
  const worth = (/** @type {Child} */ it) => words.worth(search.truth(it.place));
  const [, ...links] = search.wayToCut(child);
  const cut = links.pop();
  if (!cut) return `${name} is worth ${worth(child)}: it is best.`;
  const unseen = `${cut.place.name}, which was cut, is worth ${worth(cut)}.`;
  const claim = `${name} is worth ${worth(child)}, not ${signed(found(child).value)}.`;
  if (!links.length) return `${unseen} So ${claim}`;
  const told = links.map(
    (it) => `${it.place.name} returned ${meaning(it)}, but is worth ${worth(it)}.`,
  );
  return [claim, ...told, unseen].join(" ");
}
