/** Positions from the server, cached by the browser so that rule sheets and lessons can be read offline. */
import { ApiError, get, post } from "../net/api";
import { after, type Scene } from "./scene";
import { cellsOf } from "./log";
import type { Frame, ShownPosition, PositionRequest, PositionView } from "../net/wire.gen";
import { withRetry } from "../net/retry";

const CACHE = "tablier-positions";
const MOST_CACHED = 600;
/** Whole games would fill the cache; examples are shorter than this. */
const MOST_MOVES = 20;
const requested = new Map<string, Promise<PositionView>>();
const known = new Map<string, Promise<Map<string, PositionView>>>();

/** A position that belongs to the pages of a game: they come all at once, any other is asked for. */
export async function shownPosition(asked: PositionRequest): Promise<PositionView> {
  const { game } = asked;
  let found = known.get(game);
  if (!found) {
    found = get<ShownPosition[]>(`/games/${encodeURIComponent(game)}/positions`).then(
      (all) => new Map(all.map((one) => [keyOf(one.asked), one.view])),
    );
    found.catch(() => known.delete(game));
    known.set(game, found);
  }
  return (await found.catch(() => null))?.get(keyOf(asked)) ?? fetchPosition(asked);
}

const keyOf = ({ options = {}, position, moves = [] }: PositionRequest): string =>
  JSON.stringify([Object.entries(options).sort(), position ?? "", moves]);

/** The position after some moves; requested once. */
export function fetchPosition(asked: PositionRequest): Promise<PositionView> {
  const key = JSON.stringify(asked);
  let found = requested.get(key);
  if (!found) {
    found = fetched(asked, key);
    found.catch(() => requested.delete(key));
    requested.set(key, found);
  }
  return found;
}

async function fetched(asked: PositionRequest, key: string): Promise<PositionView> {
  const address = `/kept-positions?${encodeURIComponent(key)}`;
  try {
    const answer = await withRetry(() => post<PositionView>("/positions", asked));
    if ((asked.moves?.length ?? 0) < MOST_MOVES) void put(address, answer).catch(() => undefined);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    const cached = await (await openCache())?.match(address);
    if (!cached) throw error;
    return (await cached.json()) as PositionView;
  }
}

async function put(address: string, answer: PositionView): Promise<void> {
  const cache = await openCache();
  if (!cache) return;
  await cache.put(address, Response.json(answer));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_CACHED))) await cache.delete(old);
}

/** Browsers have caches only for secure pages. */
async function openCache(): Promise<Cache | null> {
  return "caches" in globalThis ? caches.open(CACHE) : null;
}

/** Why clicks are no move; null where the law does not say. */
export const whyNot = (asked: PositionRequest): Promise<PositionView["why"]> =>
  fetchPosition(asked).then(
    ({ why }) => why,
    () => null,
  );

/** The frames at the start and after each entry. */
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

/** The cells that a move's text names, in order: a refused move has no gesture. */
export function cellsNamed(text: string, cells: readonly { name: string }[]): string[] {
  // The longest name first: a12 is not a1.
  const names = cells.map((cell) => cell.name).sort((one, other) => other.length - one.length);
  return text.match(new RegExp(names.join("|"), "g")) ?? [];
}
