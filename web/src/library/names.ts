/** Names of games and people, wherever a list shows them. */
import { games } from "../api";
import { say, t } from "../texts/texts.svelte";
import type { GameCard, Manifest, SeatView, TableView } from "../wire.gen";

let cards: Promise<Map<string, GameCard>> | null = null;

/** Every game by its id. */
export function gameCards(): Promise<Map<string, GameCard>> {
  cards ??= games().then((all) => new Map(all.map((card) => [card.id, card])));
  cards.catch(() => (cards = null));
  return cards;
}

/** Who sits there, as one line. */
export function sayPlayer(seat: SeatView | undefined): string {
  if (!seat || seat.kind === "open") return t("seat_open");
  if (seat.kind === "engine") return t("engine_level", { level: seat.level ?? 0 });
  return seat.player?.name ?? t("somebody_gone");
}

export const players = (view: TableView): string => view.seats.map(sayPlayer).join(" – ");

/** A seat as the game calls it. */
export const sayPlace = (manifest: Manifest, seat: number): string => {
  const place = manifest.places[seat];
  return place ? say(place.name) : String(seat + 1);
};
