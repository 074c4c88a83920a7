import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Me, TableView } from "../net/wire.gen";
import { followTurns, noteSeated, PAUSE, refreshTurns, turns } from "./turns.svelte";

const mine = vi.hoisted(() => ({ tables: [] as TableView[], asked: 0, fails: false }));
vi.mock("../net/api", () => ({
  me: () => Promise.resolve({ player: { id: "me" } } as Me),
  myTables: () => {
    mine.asked += 1;
    return mine.fails ? Promise.reject(new Error("away")) : Promise.resolve(mine.tables);
  },
}));

const table = (id: string): TableView => ({ id, state: "playing", turn: 0, seats: [{ kind: "human", player: { id: "me" } }] }) as TableView;
const isElsewhere = ({ id }: TableView): boolean => id !== "here";
const page = { visibilityState: "visible", addEventListener: vi.fn(), removeEventListener: vi.fn() };
let stop: () => void;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal("document", page);
  vi.useFakeTimers();
  Object.assign(mine, { asked: 0, fails: false });
  page.visibilityState = "visible";
  noteSeated();
  stop = followTurns(isElsewhere);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks once for a player whose only table is on this page", async () => {
  mine.tables = [table("here")];
  await refreshTurns();
  await vi.advanceTimersByTimeAsync(10 * PAUSE);
  expect(mine.asked).toBe(1);
});

it("asks again and again for a player who sits elsewhere too, until that game is over", async () => {
  mine.tables = [table("here"), table("there")];
  await refreshTurns();
  await vi.advanceTimersByTimeAsync(2 * PAUSE);
  expect(mine.asked).toBe(3);
  expect(turns.tables.map(({ id }) => id)).toEqual(["here", "there"]);
  mine.tables = [table("here")];
  await vi.advanceTimersByTimeAsync(10 * PAUSE);
  expect(mine.asked).toBe(4);
});

it("asks again after an answer that did not come, and not while the page is hidden", async () => {
  mine.tables = [table("there")];
  await refreshTurns();
  mine.fails = true;
  await vi.advanceTimersByTimeAsync(2 * PAUSE);
  expect(mine.asked).toBe(3);
  page.visibilityState = "hidden";
  await vi.advanceTimersByTimeAsync(2 * PAUSE);
  expect(mine.asked).toBe(3);
});
