/** Names of games, players and seats. */
import { games } from "../net/api";
import { say, t } from "../texts/texts.svelte";
import { withRating } from "./levels";
import type { Cause, GameCard, Manifest, Player, SeatView, TableView, WireText } from "../net/wire.gen";

let cards: Promise<Map<string, GameCard>> | null = null;

/** Every game by its id. */
export function gameCards(): Promise<Map<string, GameCard>> {
  cards ??= games().then((all) => new Map(all.map((card) => [card.id, card])));
  cards.catch(() => (cards = null));
  return cards;
}

/** The name of a player. The server names guests in French: "Invité 1a2b", of which the last word is kept, and "Anonyme" once erased. */
export function personName(player: Player): string {
  if (player.guest === false || player.named) return player.name;
  const [, own] = player.name.split(" ");
  return own ? t("guest", { name: own }) : t("anonymous");
}

/** The player of a seat. */
export function sayPlayer(seat: SeatView | undefined): string {
  if (!seat || seat.kind === "open") return t("seat_open");
  if (seat.kind === "engine") return t("engine_level", { level: seat.level ?? 0 });
  if (!seat.player) return t("somebody_gone");
  return seat.player.named ? t("guest_named", { name: seat.player.name }) : personName(seat.player);
}

/** The player of a seat with the rating, or the Elo of an engine's level, of that day. */
export const sayRated = (seat: SeatView | undefined): string => withRating(sayPlayer(seat), seat?.elo ?? seat?.player?.rating);

/** All seats are one player's: several people play at one screen. */
export const isOneScreen = ({ seats: [first, ...others] }: TableView): boolean =>
  Boolean(first?.player) && others.every(({ player }) => player?.id === first?.player?.id);

/** The players of a table: those at one screen are named once, open seats are counted. */
export function players(view: TableView): string {
  const { seats } = view;
  if (isOneScreen(view)) return t("one_screen", { name: sayPlayer(seats[0]), n: seats.length });
  const open = seats.filter((seat) => seat.kind === "open");
  if (open.length < 2) return seats.map(sayRated).join(" – ");
  return [...seats.filter((seat) => seat.kind !== "open").map(sayRated), t("waiting_players", { n: open.length })].join(" – ");
}

/** The name of a seat in its game. */
export const sayPlace = (manifest: Manifest, seat: number): string => {
  const place = manifest.places[seat];
  return place ? say(place.name) : String(seat + 1);
};

const DECLARED = ["agree", "resign", "flag", "withdraw"] as const;
const LEFT = { resigned: "resign", flagged: "flag", absent: "absent" } as const;
/** An entry for reading: a move as players write it, a declaration in words, by its cause where that is known. */
export function written(entry: { text: string; written?: WireText | null; cause?: Cause | null }): string {
  const declared = entry.cause ? LEFT[entry.cause] : DECLARED.find((kind) => entry.text.startsWith(`!${kind}`));
  return declared ? t(`declared_${declared}`) : entry.written ? say(entry.written) : entry.text;
}
