/* The script of the sandboxed frame in check.html: starts check-worker.js where there is no origin,
   and carries messages between it and the page. The page's first message has the page's files. */

onmessage = ({ ports: [page] }) => {
  page.onmessage = ({ data: start }) => {
    const worker = new Worker(URL.createObjectURL(start.files["check-worker.js"]));
    worker.onerror = ({ message }) => page.postMessage({ failed: message });
    worker.onmessage = ({ data }) => page.postMessage(data);
    page.onmessage = ({ data }) => worker.postMessage(data);
    worker.postMessage(start);
  };
};
