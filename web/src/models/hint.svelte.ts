/** Hints: the move that an engine would play, where nothing is at stake. */
import { position } from "../net/api";
import { analyse } from "../net/analysis";
import type { Analysis, LegalMove, RefusalView, TableView, WireText } from "../net/wire.gen";
import { written } from "./names";
import { startOf } from "./plans";

const SECONDS = 1.5;

export interface Hint {
  /** The move as players write it. */
  text: string;
  /** What was to be clicked: cells in order, perhaps buttons. */
  clicks: readonly string[];
  /** What the move does, and why it is good. */
  words: readonly WireText[];
}

/** What of a table a hint is about. */
export interface Asker {
  readonly view: TableView | null;
  readonly seats: readonly number[];
  readonly legal: readonly LegalMove[];
  /** Why something was refused; a hint takes its place. */
  refusal: RefusalView | null;
  readonly log: { readonly entries: readonly { text: string }[] };
}

export class Hints {
  /** The hint for this position: asked for, found, or not to be had; null where none was asked for. */
  hint = $state.raw<Hint | "asked" | "none" | null>(null);
  #asked = new AbortController();

  constructor(private readonly table: Asker) {}

  /** No other person plays at the table, and the game is not rated. */
  get offered(): boolean {
    const { view, seats } = this.table;
    if (!seats.length || view?.state !== "playing" || view.plan.rated) return false;
    return view.seats.every((seat, index) => seat.kind === "engine" || seats.includes(index));
  }

  get clicks(): readonly string[] {
    return this.hint && typeof this.hint === "object" ? this.hint.clicks : NONE;
  }

  async ask(): Promise<void> {
    this.drop();
    this.table.refusal = null;
    const { signal } = this.#asked;
    this.hint = "asked";
    const found = await this.#find(signal).catch(() => null);
    if (!signal.aborted) this.hint = found ?? "none";
  }

  /** The position has changed, or the hint was put aside. */
  drop(): void {
    this.#asked.abort();
    this.#asked = new AbortController();
    this.hint = null;
  }

  async #find(signal: AbortSignal): Promise<Hint | null> {
    const { view, legal, log } = this.table;
    if (!view) return null;
    const start = startOf(view.plan);
    const moves = log.entries.map(({ text }) => text);
    let last: Analysis | null = null;
    for await (const told of analyse({ ...start, moves, lines: 1, seconds: SECONDS }, signal)) last = told;
    const move = legal.find(({ text }) => text === last?.lines[0]?.moves[0]);
    if (!move) return null;
    const { history } = await position({ ...start, moves: [...moves, move.text] });
    const played = history.at(-1);
    const words = [played?.said, last?.reasons?.[0]?.words].filter((one) => one !== undefined);
    return { text: written(played ?? move), clicks: [...move.ordered, ...(move.unordered ?? [])], words };
  }
}

const NONE: readonly never[] = [];

/** The arrows of a move over its cells; a circle where it has one cell only. */
export function arrowsOf([first, ...others]: readonly string[]): [string, string][] {
  if (first === undefined) return [];
  if (!others.length) return [[first, first]];
  return others.map((to, index) => [index ? (others[index - 1] ?? to) : first, to]);
}
