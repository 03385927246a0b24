/*
 * Opens the capture page without a network (ADR-021). It caches the app's page and the hashed files of that screen, all of one
 * build, and no answer of the server's API. Its scope is /projects/.
 */

/** The parts of the service worker API in use; the types for pages lack them. */
type ExtendableEvent = Event & { waitUntil(promise: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { request: Request; respondWith(answer: Promise<Response>): void };
const worker = globalThis as unknown as {
  addEventListener(kind: "install" | "activate" | "message", listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: FetchEvent) => void): void;
  clients: { claim(): Promise<void> };
};

/** The build inserts the addresses (vite.config.ts). A build with other files is another worker, which browsers install. */
const FILES: readonly string[] = JSON.parse("PRECOUNT_CAPTURE_FILES") as string[]; // written by the build
/** The sticker detector of the same build: 4 MB, and not required to take photos. */
const DETECTOR_FILES: readonly string[] = JSON.parse("PRECOUNT_DETECTOR_FILES") as string[]; // likewise
/** All addresses return the same page; this one has no preloads for a specific screen. */
const PAGE = "/index.html";
const CACHE_PREFIX = "precount-capture-";
const CACHE = `${CACHE_PREFIX}${[...FILES, ...DETECTOR_FILES].join()}`;

/** A network without an answer for this long counts as offline: a person is waiting in front of a shelf. */
const NETWORK_TIMEOUT_MS = 4000;

worker.addEventListener("install", (event) => event.waitUntil(cacheBuild()));
worker.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
// The page sends a message when it is rendered: the download delays nothing then.
worker.addEventListener("message", (event) => event.waitUntil(cacheDetector()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" && /^\/projects\/[^/]+\/capture$/.test(pathname)) event.respondWith(page(event.request));
  else if (FILES.includes(pathname) || DETECTOR_FILES.includes(pathname)) event.respondWith(file(event.request));
});

/** All or nothing: a page of one build with files of another would not start. */
async function cacheBuild(): Promise<void> {
  const answer = await fetch(PAGE, { cache: "reload" });
  const html = await answer.clone().text();
  const assets = html.match(/\/assets\/[\w.-]+/g) ?? [];
  if (!answer.ok || !assets.every((path) => FILES.includes(path))) throw new Error("The server has another build.");
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await cache.put(PAGE, answer);
}

/** Downloads what is missing; a failed download is tried again when the page is opened the next time. */
async function cacheDetector(): Promise<void> {
  const cache = await caches.open(CACHE);
  const cached = await Promise.all(DETECTOR_FILES.map((path) => cache.match(path)));
  await cache.addAll(DETECTOR_FILES.filter((_, at) => !cached[at])).catch(() => undefined);
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const cachedPage = async (): Promise<Response> => (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error();

/** The server's page if it answers, so that a new build is used at once; otherwise the cached one. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) });
    // A proxy without its server answers with an error.
    return answer.status >= 500 ? await cachedPage() : answer;
  } catch {
    return cachedPage();
  }
}

/** Hashed files never change. */
const file = async (request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(request.url)) ?? fetch(request);
