/* Keys of positions: positions with equal keys are the same game, turned or mirrored. */

import { range } from "../rules.js";
import { tablesOf } from "./tables.js";

/** @import { Position } from "./position.js" */

/** The line that each line of the image comes from, and the image of each cell.
    @typedef {{ lines: number[], cells: number[] }} Symmetry */

/** @type {Record<number, Symmetry[]>} */
const made = {};

/** The eight symmetries of a board, kept. @param {number} size */
const symmetriesOf = (size) =>
  (made[size] ??= range(0, 7).map((kind) => {
    const tables = tablesOf(size);
    const cells = tables.cells.map((cell) => {
      const [col, row] = kind & 1 ? tables.place(cell).reverse() : tables.place(cell);
      return (kind & 2 ? size - 1 - col : col) * size + (kind & 4 ? size - 1 - row : row);
    });
    const images = tables.lines.map((line) => sorted(line.map((cell) => cells[cell])).join());
    return { lines: tables.lines.map((line) => images.indexOf(line.join())), cells };
  }));

/** @param {number[]} cells */
const sorted = (cells) => cells.sort((a, b) => a - b);

/** Text that is equal only for positions of equal utility and distance. The position keeps it.
    @param {Position} position */
export const keyOf = (position) => (position.key ||= newKeyOf(position));

/** @param {Position} position */
function newKeyOf({ codes, filled, mover, stones }) {
  const { cells, linesOn, size } = mover.tables;
  let least = "";
  /** @type {Symmetry[]} */
  let equal = [];
  for (const symmetry of symmetriesOf(size)) {
    let turned = "";
    for (const line of symmetry.lines) turned += String.fromCharCode(codes[line]);
    if (!least || turned < least) [least, equal] = [turned, []];
    if (turned === least) equal.push(symmetry);
  }
  const crossings = cells.filter(
    (cell) => filled[cell] && linesOn[cell].filter((line) => codes[line]).length > 1,
  );
  const [crossed] = equal
    .map(({ cells }) => String.fromCharCode(...sorted(crossings.map((cell) => cells[cell]))))
    .sort();
  return `${mover.odd} ${stones} ${least}${crossed}`;
}
