/** Table events as words for screen readers, and as sounds. */
import { formatList, say, t } from "../texts/texts.svelte";
import { PHRASES, type AnyTableEvent, type Ending, type Moved, type OfferKind } from "../net/wire.gen";
import { announce } from "./announcement.svelte";
import type { Declined } from "./declined";
import { sayLeaving, type Leaving } from "./leaving";
import { personName } from "./names";
import { resultOf, sayPlaces } from "./result";
import { play } from "./sound";

/** What the words need to know of the table. */
export interface TableNames {
  sayReason(ending: Ending): string;
  sayOffer(kind: OfferKind): string;
  nameOf(seat: number): string;
  placeOf(seat: number): string;
  readonly seats: readonly number[];
  /** Several people play at this screen. */
  readonly hotseat: boolean;
  /** Who left or came back last. */
  readonly notice: Leaving | null;
  isOwn(left: Leaving): boolean;
  /** The offer that has just come to nothing. */
  readonly declined: Declined | null;
  /** A warning about the position: a check, say. */
  readonly alert: string;
  /** It is the turn of this page's player, and of no other at the same screen. */
  readonly isMyTurn: boolean;
}

/** Say and sound a table event that has just happened. */
export function announceEvent(event: AnyTableEvent, table: TableNames): void {
  switch (event.type) {
    case "declared":
    case "replaced":
    case "returned":
      announceLeaving(table);
      break;
    case "moved":
      announceMove(event, table);
      break;
    case "ended":
      play("end");
      announce(event.ending ? sayEnding(event.ending, table) : t("game_aborted"));
      break;
    case "started":
      play("call");
      announce(t("game_started"));
      break;
    case "offered":
      if (!table.seats.includes(event.seat)) play("call");
      announce(`${table.nameOf(event.seat)} ${table.sayOffer(event.kind)}.`);
      break;
    case "answered":
      if (table.declined) announce(table.declined.said);
      break;
    case "tookback":
      announce(t("took_back", { n: event.plies }));
      break;
    case "said": {
      const phrase = event.phrase ? PHRASES[event.phrase] : undefined;
      announce(`${personName(event.player)}${t("colon")}${phrase ? say(phrase) : (event.text ?? "")}`);
      break;
    }
    case "sat":
      announce(t("sat_down", { name: formatList([personName(event.player)]) }));
      break;
    default:
      break;
  }
}

/** The words of the panel on the board. */
function sayEnding(ending: Ending, table: TableNames): string {
  const places = sayPlaces(ending, (seat) => table.nameOf(seat));
  return [resultOf(ending, table.seats, table.hotseat).title, table.sayReason(ending), places].filter(Boolean).join(" ");
}

/** The end is announced apart. */
function announceLeaving(table: TableNames): void {
  const left = table.notice;
  if (!left?.goesOn) return;
  play("call");
  announce(sayLeaving(left, table.isOwn(left), table.placeOf(left.seat)));
}

function announceMove({ events, seat, said }: Moved, table: TableNames): void {
  const verbs = new Set(events.map(({ verb }) => verb));
  play(verbs.has("roll") ? "roll" : verbs.has("remove") ? "take" : "move");
  const mover = seat === null ? "" : `${table.placeOf(seat)}${t("colon")}`;
  announce(`${mover}${say(said)}.${table.alert && ` ${table.alert}`}${table.isMyTurn ? ` ${t("your_turn")}` : ""}`);
}
