/* Starts the worker that searches small boards, while the rest of the page still arrives. */

const source = String(document.getElementById("worker")?.textContent);
window.searcher = new Worker(URL.createObjectURL(new Blob([source])));
