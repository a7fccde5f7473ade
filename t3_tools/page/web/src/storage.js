/* What the page keeps on the device. Browsers can forbid that; then it lasts as long as the page. */

/** @type {Record<string, string>} */
const meanwhile = {};

/** @template T @param {string} name @param {T} usual @returns {T} */
export function stored(name, usual) {
  try {
    return JSON.parse(localStorage.getItem(`t3 ${name}`) ?? "null") ?? usual;
  } catch {
    return meanwhile[name] ? JSON.parse(meanwhile[name]) : usual;
  }
}

/** @param {string} name @param {unknown} value */
export function store(name, value) {
  meanwhile[name] = JSON.stringify(value);
  try {
    localStorage.setItem(`t3 ${name}`, meanwhile[name]);
  } catch {
    // Only this page remembers it.
  }
}
