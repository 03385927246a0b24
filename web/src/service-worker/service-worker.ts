/*
 * Lets the page that takes photos open where there is no network (docs/decisions/021-photos-on-a-phone.md). It keeps the app's page and
 * the hashed files which that screen needs, all of one build; nothing that the server says about anything. It is asked for pages under
 * its scope, /projects/, and answers only what is named below.
 */

/** What of the platform is used; the types for pages do not have it. */
type Waiting = Event & { waitUntil(promise: Promise<unknown>): void };
type Fetching = Waiting & { request: Request; respondWith(answer: Promise<Response>): void };
const worker = globalThis as unknown as {
  addEventListener(kind: "install" | "activate" | "message", hear: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", hear: (event: Fetching) => void): void;
  clients: { claim(): Promise<void> };
};

/** The build writes the files' addresses here (vite.config.ts); other files are another worker, and so browsers fetch the new one. */
const FILES: readonly string[] = JSON.parse("PRECOUNT_CAPTURE_FILES") as string[]; // the build's own
/** What a photo's stickers are found with, of the same build: 4 MB, and photos are taken without it just as well. */
const FINDER_FILES: readonly string[] = JSON.parse("PRECOUNT_FINDER_FILES") as string[]; // likewise
/** Every address has the same page; by its own name it comes without what one screen needs. */
const PAGE = "/index.html";
const KEPT = "precount-capture-";
const CACHE = `${KEPT}${[...FILES, ...FINDER_FILES].join()}`;

/** A network that does not answer for so long is none: somebody stands there with a shelf before them. */
const PATIENCE_MS = 4000;

worker.addEventListener("install", (event) => event.waitUntil(keepBuild()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
// The page says so when it is drawn: nothing is held up by it.
worker.addEventListener("message", (event) => event.waitUntil(keepFinder()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" && /^\/projects\/[^/]+\/capture$/.test(pathname)) event.respondWith(page(event.request));
  else if (FILES.includes(pathname) || FINDER_FILES.includes(pathname)) event.respondWith(file(event.request));
});

/** All or nothing: a page of one build with files of another would not start. */
async function keepBuild(): Promise<void> {
  const answer = await fetch(PAGE, { cache: "reload" });
  const html = await answer.clone().text();
  const own = html.match(/\/assets\/[\w.-]+/g) ?? [];
  if (!answer.ok || !own.every((address) => FILES.includes(address))) throw new Error("the server has another build");
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await cache.put(PAGE, answer);
}

/** What is there already is not asked for again; what cannot be had now is when the page is opened the next time. */
async function keepFinder(): Promise<void> {
  const cache = await caches.open(CACHE);
  const isKept = await Promise.all(FINDER_FILES.map((address) => cache.match(address)));
  await cache.addAll(FINDER_FILES.filter((_, at) => !isKept[at])).catch(() => undefined);
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(KEPT) && name !== CACHE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What the install kept. */
const kept = async (): Promise<Response> => (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error();

/** The server's page wherever there is a server, so that a new build is there at once; else the one that is kept. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    // A proxy without its server answers too.
    return answer.status >= 500 ? await kept() : answer;
  } catch {
    return kept();
  }
}

/** Its content never changes under its name. */
const file = async (request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(request.url)) ?? fetch(request);
