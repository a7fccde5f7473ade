/* Starts the worker that searches, while the rest of the page still arrives. */

const source = String(document.getElementById("worker")?.textContent);
const address = URL.createObjectURL(new Blob([source]));
window.startSearcher = () => new Worker(address);
window.searcher = window.startSearcher();
