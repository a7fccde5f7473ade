/* The service worker: keeps the page, so that it opens at once and offline, and Python's files
   once they have been used. The command that writes the page puts versions and files here. */

const worker = /** @type {any} */ (self);
const scope = worker.registration.scope;
const PAGE = `${scope} page {{page}}`;
const PYTHON = `${scope} Python {{python}}`;

/** @param {string} name @param {(event: any) => Promise<any>} work */
const during = (name, work) =>
  worker.addEventListener(name, (/** @type {any} */ event) => event.waitUntil(work(event)));

/** @param {string} name @param {string} files @param {RequestCache} cache */
async function keep(name, files, cache) {
  const kept = await caches.open(name);
  if ((await kept.keys()).length) return;
  await kept.addAll(files.split(" ").map((file) => new Request(file, { cache })));
}

during("install", async () => {
  await keep(PAGE, "{{files}}", "no-cache");
  await worker.skipWaiting();
});

during("activate", async () => {
  for (const name of await caches.keys())
    if (name.startsWith(`${scope} `) && name !== PAGE && name !== PYTHON) await caches.delete(name);
  await worker.clients.claim();
});

during("message", () => keep(PYTHON, "{{python_files}}", "default")); // the page has used it

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const kept = caches.match(request, { ignoreSearch: true });
  event.respondWith(kept.then((it) => it ?? fetch(request)));
});
