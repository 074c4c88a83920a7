/** Players who leave a game or come back, in words. */
import { t } from "../texts/texts.svelte";
import type { AnyTableEvent, Cause, Player, SeatView } from "../net/wire.gen";
import { personName } from "./names";

export interface Leaving {
  seat: number;
  /** Null where the seat had no player, or the log began later. */
  player: Player | null;
  how: "resigned" | "flagged" | "absent" | "returned";
  /** An engine plays the seat now. */
  engine: boolean;
  /** The game goes on. */
  goesOn: boolean;
}

/** The leaving or return that a table event tells, if any; `players` are those who sat down, by seat. */
export function leavingOf(event: AnyTableEvent, players: Readonly<Record<number, Player>>): Leaving | null {
  switch (event.type) {
    case "declared":
      if (event.seat === null || !event.cause) return null;
      return told(event.seat, players, event.cause, false, event.text.startsWith("!withdraw"));
    case "replaced":
      return event.cause ? told(event.seat, players, event.cause, true, true) : null;
    case "returned":
      return told(event.seat, players, "returned", false, true);
    default:
      return null;
  }
}

const told = (seat: number, players: Readonly<Record<number, Player>>, how: Leaving["how"], engine: boolean, goesOn: boolean): Leaving => ({
  seat,
  player: players[seat] ?? null,
  how,
  engine,
  goesOn,
});

/** A leaving in words: to the player who left, or to the others; `place` names a seat without a player. */
export function sayLeaving({ player, how, engine, goesOn }: Leaving, own: boolean, place: string): string {
  const name = player ? personName(player) : place;
  if (how === "returned") return own ? t("left_own_returned") : t("left_returned", { name });
  if (!goesOn) return own ? t(`ended_own_${how}`) : t(`ended_${how}`, { name });
  const words = own ? t(`left_own_${how}`) : t(`left_${how}`, { name });
  return engine ? `${words} ${t(own ? "left_own_to_engine" : "left_to_engine")}` : words;
}

/** A game with what the seats of its table tell of players who left. */
export const withCauses = <T extends { text: string }>(history: readonly T[], seats: readonly SeatView[]) =>
  history.map((entry) => ({ ...entry, ...declarationOf(entry.text, seats) }));

/** Whose declaration an entry of a record is, and why it was made. */
function declarationOf(text: string, seats: readonly SeatView[]): { seat?: number; cause?: Cause | null } {
  const found = /^!(?:resign|flag|withdraw):(\d)$/.exec(text)?.[1];
  return found === undefined ? {} : { seat: Number(found), cause: seats[Number(found)]?.left ?? null };
}
