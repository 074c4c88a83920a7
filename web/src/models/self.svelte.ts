/** Who this browser's player is: asked once, shared by the pages. */
import * as api from "../net/api";
import type { Me, TableView } from "../net/wire.gen";

const known = $state<{ me: Me | null }>({ me: null });
let asked: Promise<Me> | null = null;

export const self = {
  /** Null until the server has said it. */
  get me(): Me | null {
    return known.me;
  },
};

export function askSelf(): Promise<Me> {
  asked ??= api.me().then((who) => (known.me = who));
  asked.catch(() => (asked = null));
  return asked;
}

/** Give a guest a name; raises an `ApiError` that says why not. */
export async function giveName(name: string): Promise<Me> {
  known.me = await api.giveName(name);
  return known.me;
}

/** It is the turn of a player at a table as it was listed. */
export function isTurnOf(player: string | undefined, { state, turn, seats }: TableView): boolean {
  const seat = typeof turn === "number" ? seats[turn] : undefined;
  return state === "playing" && seat?.kind === "human" && seat.player?.id === player;
}
