/**
 * Lets the pages be read without a network: the shell, its files, the collection, rule sheets and lessons once visited.
 * What is played always comes from the server.
 */
interface Scope {
  addEventListener(type: "install" | "activate", listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetch) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
}
interface Fetch {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;
const SHELF = "tablier-1";
const SHELL = "/";
/** What may be read again later: games and their rules. */
const READABLE = /^\/api\/games(\/|$)/;
/** Positions of lessons and diagrams: the same question always has the same answer. */
const POSITIONS = "/api/positions";
const MOST_POSITIONS = 500;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.add(SHELL)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELF && name !== POSITIONS).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return;
  if (request.method === "POST" && url.pathname === POSITIONS) event.respondWith(position(request));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate") event.respondWith(freshFirst(request, SHELL));
  else if (READABLE.test(url.pathname) || /^\/[^/]+\.(svg|png|webmanifest)$/.test(url.pathname)) event.respondWith(freshFirst(request, request.url));
});

/** Files whose name changes with what is in them never grow old. */
async function keptFirst(request: Request): Promise<Response> {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await shelf.put(request, fresh.clone());
  return fresh;
}

/** What the server says now; what it said last when it cannot be reached. */
async function freshFirst(request: Request, key: string): Promise<Response> {
  const shelf = await caches.open(SHELF);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await shelf.put(key, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await shelf.match(key);
    if (kept) return kept;
    throw error;
  }
}

async function position(request: Request): Promise<Response> {
  const body = await request.clone().text();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  const key = `${POSITIONS}?${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const shelf = await caches.open(POSITIONS);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) {
      await shelf.put(key, fresh.clone());
      const keys = await shelf.keys();
      for (const old of keys.slice(0, Math.max(0, keys.length - MOST_POSITIONS))) await shelf.delete(old);
    }
    return fresh;
  } catch (error) {
    const kept = await shelf.match(key);
    if (kept) return kept;
    throw error;
  }
}
