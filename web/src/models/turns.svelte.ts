/** The games that wait for this browser's player: asked for now and then while the page is seen. */
import { myTables } from "../net/api";
import type { TableView } from "../net/wire.gen";
import { askSelf, isTurnOf } from "./self.svelte";
import { readStored, store } from "./storage";

/** Set while this player sits at a table, so that other visitors send no request. */
const KEY = "tablier.seated";
const PAUSE = 30_000;

const found = $state<{ tables: readonly TableView[] }>({ tables: [] });

export const turns = {
  get tables(): readonly TableView[] {
    return found.tables;
  },
};

/** This player sits at a table from now on. */
export function noteSeated(): void {
  store(KEY, "1");
}

export async function refreshTurns(): Promise<void> {
  if (!readStored(KEY) || document.visibilityState !== "visible") return;
  try {
    const [who, mine] = [await askSelf(), await myTables()];
    found.tables = mine.filter((table) => isTurnOf(who.player.id, table));
    if (!mine.length) store(KEY, "");
  } catch {
    // The next time tells.
  }
}

/** Ask again and again; called once, by the header. */
export function followTurns(): () => void {
  const refresh = (): void => void refreshTurns();
  const timer = setInterval(refresh, PAUSE);
  document.addEventListener("visibilitychange", refresh);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refresh);
  };
}
