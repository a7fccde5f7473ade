/* Keys of positions: positions with equal keys are the same game, turned or mirrored.

   The rest of a game depends on the side to move, the number of stones, the code of each line, and
   which live lines cross at a stone. Nothing else counts: a dead line never revives, a live line's
   code says what it needs and how many holes it has, and filling a hole that lies on no live line
   only passes the turn. The key is the least description of this kind among those of the board's
   eight images under the symmetries of the square. */

import { range } from "../rules.js";
import { DEAD, tablesOf } from "./tables.js";

/** @typedef {{ lines: number[], cells: number[] }} Symmetry for each line of the image, the line that
    it comes from; for each cell, its image */

/** @type {Record<number, Symmetry[]>} */
const made = {};

/** The eight symmetries of a board, kept. @param {number} size */
const symmetriesOf = (size) =>
  (made[size] ??= range(0, 7).map((kind) => {
    const tables = tablesOf(size);
    const image = tables.cells.map((cell) => {
      const [col, row] = kind & 1 ? tables.place(cell).reverse() : tables.place(cell);
      return (kind & 2 ? size - 1 - col : col) * size + (kind & 4 ? size - 1 - row : row);
    });
    const { lines } = tables;
    const images = lines.map((line) => line.map((cell) => image[cell]).sort((a, b) => a - b));
    const comesFrom = lines.map((line) => images.findIndex((it) => String(it) === String(line)));
    return { lines: comesFrom, cells: image };
  }));

/** Text that is equal only for positions of equal utility and distance. The position keeps it.
    @param {import("./position.js").Position} position */
export function keyOf(position) {
  return (position.keptKey ||= newKeyOf(position));
}

/** @param {import("./position.js").Position} position */
function newKeyOf({ codes, filled, mover, stones }) {
  const { linesOn, size } = mover.tables;
  let least = "";
  /** @type {Symmetry[]} */
  let sets = [];
  for (const symmetry of symmetriesOf(size)) {
    let turned = "";
    for (const line of symmetry.lines) turned += String.fromCharCode(codes[line]);
    if (!sets.length || turned < least) {
      least = turned;
      sets = [symmetry];
    } else if (turned === least) sets.push(symmetry);
  }
  /** @type {number[]} */
  const crossings = [];
  for (let cell = 0; cell < filled.length; cell++) {
    if (!filled[cell]) continue;
    let live = 0;
    for (const line of linesOn[cell]) if (codes[line] !== DEAD) live++;
    if (live > 1) crossings.push(cell);
  }
  const texts = sets.map(({ cells }) =>
    String.fromCharCode(...crossings.map((cell) => cells[cell]).sort((a, b) => a - b)),
  );
  const where = texts.reduce((a, b) => (a < b ? a : b));
  return `${mover.odd ? 1 : 0}${String.fromCharCode(stones)}${least}${where}`;
}
