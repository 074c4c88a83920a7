/**
 * Caches the pages, and the rules that were read, for use offline.
 * All other requests (tables, people, engines) go to the server.
 */
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends WaitingEvent {
  readonly data: { keep?: string[] };
}
interface Scope {
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listen: (event: WaitingEvent) => void): void;
  addEventListener(type: "fetch", listen: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listen: (event: Told) => void): void;
}
const scope = self as unknown as Scope;

/** The files of this build, inserted by vite.config.ts; a new build is a new worker. */
const FILES = "__FILES__" as unknown as string[];
/** Each build has its own cache, so that pages of an older build still find their files. */
const SHELL = "tablier-shell-__BUILD__";
const RULES = "tablier-rules";
/** Filled by the pages, see models/positions.ts. */
const POSITIONS = "tablier-positions";
const TIMEOUT = 4000;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))));
});

scope.addEventListener("activate", (event) => {
  // No page of an older build is open: delete its files.
  event.waitUntil(tidy().then(() => scope.clients.claim()));
});

async function tidy(): Promise<void> {
  for (const name of await caches.keys()) if (![SHELL, RULES, POSITIONS].includes(name)) await caches.delete(name);
}

scope.addEventListener("message", (event) => {
  // Rules that the page read before this worker was active.
  const wanted = (event.data.keep ?? []).filter((address) => isRule(new URL(address, location.href)));
  event.waitUntil(Promise.allSettled(wanted.map((address) => fromServer(new Request(address)))));
});

const isRule = (url: URL): boolean => url.origin === location.origin && /^\/api\/games(\/|$)/.test(url.pathname);

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (isRule(url)) event.respondWith(rule(request));
  else if (FILES.includes(url.pathname)) event.respondWith(file(request));
});

/** A page from the server, or from the cache when it does not answer. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match("/", { cacheName: SHELL });
  try {
    return await fetch(request, kept ? { signal: AbortSignal.timeout(TIMEOUT) } : {});
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);
}

async function rule(request: Request): Promise<Response> {
  try {
    return await fromServer(request);
  } catch (error) {
    const kept = await caches.match(request, { cacheName: RULES });
    if (kept) return kept;
    throw error;
  }
}

async function fromServer(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(RULES)).put(request, answer.clone());
  return answer;
}
