/* The service worker: keeps the page, so that it opens at once and offline, and Python's files
   once they have been used. The command that writes the page puts versions and files here. */

/** @type {Record<string, string[]>} The files of each cache. */
const CACHES = {
  "page {{page}}": "{{files}}".split(" "),
  "Python {{python}}": "{{python_files}}".split(" "),
};

const worker = /** @type {any} */ (self);
const scope = worker.registration.scope;
const [PAGE, PYTHON] = Object.keys(CACHES).map((name) => `${scope} ${name}`);

/** @param {string} name @param {(event: any) => Promise<any>} work */
const during = (name, work) =>
  worker.addEventListener(name, (/** @type {any} */ event) => event.waitUntil(work(event)));

/** @param {string} name @param {RequestCache} cache */
async function keep(name, cache) {
  const files = CACHES[name.slice(scope.length + 1)];
  const kept = await caches.open(name);
  if ((await kept.keys()).length < files.length)
    await kept.addAll(files.map((file) => new Request(file, { cache })));
}

during("install", () => keep(PAGE, "no-cache"));

during("activate", async () => {
  for (const name of await caches.keys())
    if (name.startsWith(`${scope} `) && name !== PAGE && name !== PYTHON) await caches.delete(name);
  await worker.clients.claim();
});

during("message", ({ data }) =>
  data === "keep Python" ? keep(PYTHON, "default") : worker.skipWaiting(),
);

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const kept = caches.match(request, { ignoreSearch: true });
  event.respondWith(kept.then((it) => it ?? fetch(request)));
});
