/** Where a table's news come from. The pages know only this; the server is one source, a game without a network can be another. */
import type { Ack, AnyAct, PositionDetails, Update, Gone, Nak, Present, Still, Sync, RefusalView } from "./wire.gen";

export type News = Update | Sync | Still | Present | Gone;

export interface TableSource {
  /** Who we are to the table; null until we know. */
  readonly me: string | null;
  /** Follows a table from the first happening; ends when the function given back is called. */
  follow(table: string, hear: (news: News) => void, code?: string): () => void;
  /** Does something at a table; answers when it counts or is refused, however long the network takes. */
  act(table: string, seen: number, deed: AnyAct): Promise<Ack | Nak>;
  /** A closer look at the position; null when it cannot be had. */
  look(table: string, seen: number): Promise<PositionDetails | null>;
  /** RefusalView these clicks make no move; null when nobody can tell. */
  ask(table: string, seen: number, clicks: readonly string[]): Promise<RefusalView | null>;
}
