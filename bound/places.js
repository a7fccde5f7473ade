/* What is searched: positions of tic-tac-toe, and trees of numbers. */

/** Where a side is to move: Max, who wants a large value, or Min. `name` is that of the move that
    led here, `key` that by which a search remembers the place, `value` is there where the game is
    over, `most` the largest that it can be, and its negative the smallest; `names` are those of Min
    and Max. A position has its nine cells by rows, - if empty, and the cell of its last move.
    @typedef {{ name: string, key: string, isMax: boolean, value?: number, moves: () => Place[],
      most: number, names: string[], cells: string, at: number }} Place */
/** A list of numbers and trees. @typedef {(number | Tree)[]} Tree */

const CELLS = [
  ...["top left", "top middle", "top right", "middle left", "centre", "middle right"],
  ...["bottom left", "bottom middle", "bottom right"],
];

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

/** Whether X or O has three in a row. @param {string} cells */
const isWon = (cells) =>
  LINES.some((line) => /XXX|OOO/.test([...line].map((at) => cells[+at]).join("")));

/** A position of tic-tac-toe. O is Max: 1 is its win. @param {string} cells @param {string} turn
    @returns {Place} */
function position(cells, turn, at = -1) {
  const other = turn === "O" ? "X" : "O";
  const value = isWon(cells) ? (turn === "X" ? 1 : -1) : cells.includes("-") ? undefined : 0;
  const moves = () =>
    [...cells].flatMap((mark, at) => {
      const after = cells.slice(0, at) + turn + cells.slice(at + 1);
      return mark === "-" && value === undefined ? position(after, other, at) : [];
    });
  const name = at < 0 ? "" : `${other} ${CELLS[at]}`;
  const names = ["X", "O"];
  return { name, key: cells + turn, isMax: turn === "O", value, most: 1, moves, names, cells, at };
}

/** The names of moves: A, then A1, then A1a, and so on. @param {number} level @param {number} at */
function nameOfMove(level, at) {
  if (level % 2) return `${at + 1}`;
  const letters = (at < 26 ? "" : "A") + String.fromCharCode(65 + (at % 26));
  return level ? letters.toLowerCase() : letters;
}

/** @param {number | Tree} tree @param {boolean} isMax @returns {Place} */
function placeInTree(tree, isMax, name = "", level = 0) {
  const names = ["Min", "Max"];
  const place = { name, key: name, isMax, most: Infinity, names, cells: "", at: -1 };
  if (typeof tree === "number") return { ...place, value: tree, moves: () => [] };
  const moves = tree.map((it, at) =>
    placeInTree(it, !isMax, name + nameOfMove(level, at), level + 1),
  );
  return { ...place, moves: () => moves };
}

/** Read a tree such as [3, [3, 2]]. Throws an Error that says where it is wrong, and what is right.
    @param {string} text @returns {Tree} */
function readTree(text) {
  const tokens = [...text.matchAll(/[-−]?\d+(?:\.\d+)?|\S|$/gu)]; // the last is empty
  let before = "";
  let level = 0;
  let leaves = 0;
  for (const { 0: token, index } of tokens) {
    const isNumber = /\d/.test(token);
    leaves += Number(isNumber);
    const isValue = isNumber || token === "[";
    const isEnd = token === "]" && before !== "["; // Python allows a comma before it
    const faults = [
      [!before && token !== "[", "a tree begins with [."],
      [before && !level && token, "nothing may follow the last ]."],
      [level && /[\]\d]/.test(before) && token !== "," && !isEnd, "a comma or ] belongs here."],
      [level && /[[,]/.test(before) && !isValue && !isEnd, "a number or [ belongs here."],
      [isNumber && token.length > 5, "numbers have 5 characters at most."],
      [leaves > 40, "a tree has 40 numbers at most."],
      [token === "[" && level === 8, "lists go 8 deep at most."],
    ];
    const where = token ? `Character ${index + 1}, “${token.slice(0, 20)}”` : "At the end";
    for (const [isWrong, right] of faults) if (isWrong) throw new Error(`${where}: ${right}`);
    level += Number(token === "[") - Number(token === "]");
    before = token;
  }
  const numbers = tokens.map(([it]) => (/\d/.test(it) ? Number(it.replace("−", "-")) : it));
  return JSON.parse(numbers.join("").replaceAll(",]", "]"));
}

/** @param {number | string} value */
const signed = (value) => `${value}`.replace("-", "−").replace("Infinity", "∞");

/** Who is to move. @param {Place} place */
const moverAt = ({ names, isMax }) => names[Number(isMax)];
