/** Positions to look at. What was seen once is kept by the browser, so that a rule sheet or a lesson reads again without a network. */
import { ApiError, post } from "../net/api";
import { after, type Scene } from "../board/scene";
import { cellsOf } from "./log";
import type { Frame, PositionRequest, PositionView } from "../net/wire.gen";
import { patiently } from "../net/retry";

const SHELF = "tablier-positions";
const MOST = 600;
const seen = new Map<string, Promise<PositionView>>();

/** How a position stands after some moves; asked for once. */
export function study(asked: PositionRequest): Promise<PositionView> {
  const key = JSON.stringify(asked);
  let found = seen.get(key);
  if (!found) {
    found = fetched(asked, key);
    found.catch(() => seen.delete(key));
    seen.set(key, found);
  }
  return found;
}

async function fetched(asked: PositionRequest, key: string): Promise<PositionView> {
  const address = `/kept-positions?${encodeURIComponent(key)}`;
  try {
    const answer = await patiently(() => post<PositionView>("/positions", asked));
    // Whole games would fill the shelf; examples are short.
    if ((asked.moves?.length ?? 0) < 20) void put(address, answer).catch(() => undefined);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    const kept = await (await shelf())?.match(address);
    if (!kept) throw error;
    return (await kept.json()) as PositionView;
  }
}

async function put(address: string, answer: PositionView): Promise<void> {
  const cache = await shelf();
  if (!cache) return;
  await cache.put(address, Response.json(answer));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

/** Browsers keep things only for pages that came over a safe connection. */
async function shelf(): Promise<Cache | null> {
  return "caches" in globalThis ? caches.open(SHELF) : null;
}

/** How the board stood at the start and after each entry. */
export function framesOf({ start, frame, history }: PositionView): Frame[] {
  const frames = [start];
  let scene: Scene = start;
  for (const [index, entry] of history.entries()) {
    scene = after(scene, entry.events).scene;
    const next = history[index + 1];
    const last = cellsOf(entry.events);
    frames.push(next ? { ply: index + 1, tokens: scene.tokens, gauges: scene.gauges, actor: next.actor, position: "", last } : frame);
  }
  return frames;
}

/** The cells that a move's text names, in order, for moves that the rules refuse and that therefore have no gesture. */
export function cellsNamed(text: string, cells: readonly { name: string }[]): string[] {
  // The longest name first: a12 is not a1.
  const names = cells.map((cell) => cell.name).sort((one, other) => other.length - one.length);
  return text.match(new RegExp(names.join("|"), "g")) ?? [];
}
