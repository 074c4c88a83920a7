/** A hint: the move that an engine would play, where nothing is at stake. */
import { position } from "../net/api";
import { analyse } from "../net/analysis";
import type { Analysis, LegalMove, TableView, WireText } from "../net/wire.gen";

const SECONDS = 1.5;

export interface Hint {
  text: string;
  /** The cells of the move, in order. */
  cells: readonly string[];
  /** What the move does, and why it is good. */
  words: readonly WireText[];
}

/** No other person plays at the table, and the game is not rated. */
export const mayAsk = (view: TableView, own: readonly number[]): boolean =>
  view.state === "playing" && !view.plan.rated && view.seats.every((seat, index) => seat.kind === "engine" || own.includes(index));

/** Ask an engine about a position of a table; null when it finds no legal move. */
export async function askHint(
  { plan: { game, options = {} } }: TableView,
  moves: string[],
  legal: readonly LegalMove[],
  cells: readonly string[],
  signal: AbortSignal,
): Promise<Hint | null> {
  let last: Analysis | null = null;
  for await (const told of analyse({ game, options, moves, lines: 1, seconds: SECONDS }, signal)) last = told;
  const text = last?.lines[0]?.moves[0];
  const move = legal.find((one) => one.text === text);
  if (!text || !move) return null;
  const { history } = await position({ game, options, moves: [...moves, text] });
  const said = history.at(-1)?.said;
  const why = last?.reasons?.[0]?.words;
  const clicks = [...move.ordered, ...(move.unordered ?? [])];
  return { text, cells: clicks.filter((click) => cells.includes(click)), words: [said, why].filter((one) => one !== undefined) };
}

/** The arrows of a move over its cells; a circle where it has one cell only. */
export function arrowsOf([first, ...others]: readonly string[]): [string, string][] {
  if (first === undefined) return [];
  if (!others.length) return [[first, first]];
  return others.map((to, index) => [index ? (others[index - 1] ?? to) : first, to]);
}
