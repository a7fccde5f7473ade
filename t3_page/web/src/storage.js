/* What the page keeps on the device: how puzzles have gone, as Progress in types.d.ts. What can't be
   kept there lasts as long as the page. */

const KEY = "t3 puzzles";

/** The JSON of each field. @type {Record<string, RegExp>} */
const FORM = {
  wrong: /^\[("[^"\\]*",?)*\]$/,
  hints: /^\{("[\d-]*":[12],?)*\}$/,
  end: /^"(solved|shown)?"$/,
  opened: /^"\d{4}-\d\d-\d\d"$/,
  moves: /^"(\d{3}(-\d{3})*)?"$/,
};

/** What could not be kept. @type {string | undefined} */
let unkept;

/** Whether all that was stored is on the device. */
export const isKept = () => unkept === undefined;

/** @returns {Record<string, Partial<Progress>>} by puzzle */
export function stored() {
  try {
    return JSON.parse(unkept ?? localStorage[KEY]);
  } catch {
    return {}; // nothing is there
  }
}

/** @param {Record<string, Partial<Progress>>} value */
export function store(value) {
  unkept = JSON.stringify(value);
  try {
    localStorage[KEY] = unkept;
    unkept = undefined;
  } catch {} // no storage, or it is full
}

/** @param {any} it */
const fits = (it) =>
  it.constructor === Object &&
  Object.keys(it).every((key) => FORM[key]?.test(JSON.stringify(it[key])) ?? true);

/** Set aside what is stored in another form. Returns what to say about it. */
export function setAside() {
  let text;
  try {
    text = localStorage[KEY] ?? "{}";
    const all = JSON.parse(text);
    if ([all, ...Object.values(all)].every(fits)) return "";
  } catch {}
  if (text === undefined) return ""; // there is no storage
  delete localStorage[KEY];
  try {
    localStorage[`${KEY}, damaged, ${new Date().toISOString()}`] = text;
  } catch {} // it is full
  return "What is kept here of your puzzles was damaged. It is set aside, and a new record begins.";
}
