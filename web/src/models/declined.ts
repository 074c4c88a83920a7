/** An offer that came to nothing, in words: another declined it, or its author took it back. */
import type { AnyTableEvent, TableView } from "../net/wire.gen";
import { t } from "../texts/texts.svelte";

export interface Declined {
  /** Who said no. */
  seat: number;
  said: string;
}

/** What an event says about one of the offers that waited before it; null where it declines none. */
export function declinedOf(event: AnyTableEvent, offers: TableView["offers"], nameOf: (seat: number) => string): Declined | null {
  if (event.type !== "answered" || event.yes) return null;
  const author = offers?.find(({ kind }) => kind === event.kind)?.seat;
  const name = nameOf(event.seat);
  return { seat: event.seat, said: author === event.seat ? t("offer_withdrawn", { name }) : t("offer_declined", { name }) };
}
