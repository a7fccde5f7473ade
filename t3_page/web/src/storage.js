/* What the page keeps on the device. What can't be kept there lasts as long as the page. */

/** @type {Record<string, string>} */
const unkept = {};

/** Whether all that was stored is on the device. */
export const isKept = () => !Object.keys(unkept).length;

/** @template T @param {string} name @param {T} usual @returns {T} */
export function stored(name, usual) {
  try {
    return JSON.parse(unkept[name] ?? localStorage[`t3 ${name}`]) ?? usual;
  } catch {
    return usual; // nothing is there, or something damaged
  }
}

/** How many games a person has won against a level, without help. @param {string} level */
export const winsAgainst = (level) => Number(Object(stored("wins", {}))[level]) || 0;

/** @param {string} name @param {unknown} value */
export function store(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage[`t3 ${name}`] = text;
    delete unkept[name];
  } catch {
    unkept[name] = text; // no storage, or it is full
  }
}
