/** Moves as clicks: a gesture is some clicks in order, then some in any order. */
import type { LegalMove } from "../net/wire.gen";

/** The button that ends a move which could continue. */
export const DONE = "done";

interface Rest {
  move: LegalMove;
  ordered: readonly string[];
  unordered: readonly string[];
}

function after(rest: Rest, click: string): Rest | null {
  const [first, ...others] = rest.ordered;
  if (first !== undefined) return first === click ? { ...rest, ordered: others } : null;
  return rest.unordered.includes(click) ? { ...rest, unordered: rest.unordered.filter((one) => one !== click) } : null;
}

/** What is left of every gesture that begins with these clicks. */
export function compatible(legal: readonly LegalMove[], clicks: readonly string[]): Rest[] {
  let rests: Rest[] = legal.map((move) => ({ move, ordered: move.ordered, unordered: move.unordered ?? [] }));
  for (const click of clicks) rests = rests.map((rest) => after(rest, click)).filter((rest) => rest !== null);
  return rests;
}

const isComplete = (rest: Rest): boolean => !rest.ordered.length && !rest.unordered.length;

/** The cells and buttons that may be clicked next. */
export function nextClicks(legal: readonly LegalMove[], clicks: readonly string[]): Set<string> {
  const next = new Set<string>();
  for (const rest of compatible(legal, clicks)) {
    if (rest.ordered[0] !== undefined) next.add(rest.ordered[0]);
    else for (const click of rest.unordered) next.add(click);
  }
  return next;
}

/** The move that these clicks make, if any; the server sends no two moves with the same clicks. */
export function completed(legal: readonly LegalMove[], clicks: readonly string[]): LegalMove | null {
  return clicks.length ? (compatible(legal, clicks).find(isComplete)?.move ?? null) : null;
}

/** The moves that begin with these clicks. */
export const possible = (legal: readonly LegalMove[], clicks: readonly string[]): LegalMove[] =>
  compatible(legal, clicks).map((rest) => rest.move);

/** The clicks of the only move that ends on `target`, so that a long capture can be dragged to its end. */
export function shortcut(legal: readonly LegalMove[], clicks: readonly string[], target: string): string[] | null {
  const ending = compatible(legal, clicks).filter(
    (rest) => !rest.unordered.length && rest.ordered.filter((click) => click !== DONE).at(-1) === target,
  );
  const only = ending[0];
  return only && ending.length === 1 ? [...clicks, ...only.ordered] : null;
}

/** The clicks with `target` added: the next click of a move, or the shortcut to the only move that ends there. */
function onward(legal: readonly LegalMove[], clicks: readonly string[], target: string): string[] | null {
  if (nextClicks(legal, clicks).has(target)) return [...clicks, target];
  return clicks.length ? shortcut(legal, clicks, target) : null;
}

/** The moves that a click on `target` leaves possible; none before a piece is chosen, unless that click is the move. */
export function previewed(legal: readonly LegalMove[], clicks: readonly string[], target: string): LegalMove[] {
  const begun = onward(legal, clicks, target);
  return begun && (clicks.length || completed(legal, begun)) ? possible(legal, begun) : [];
}

/** The cells that all moves previewed at `target` would take. */
export function wouldTake(
  legal: readonly LegalMove[],
  clicks: readonly string[],
  target: string,
  takes: Record<string, string[]>,
): string[] {
  const [first, ...others] = previewed(legal, clicks, target).map((move) => new Set(takes[move.text] ?? []));
  return [...(first ?? [])].filter((cell) => others.every((set) => set.has(cell)));
}

/** The move that a premove from `from` to `to` makes now, with its clicks; null when there is none or more than one. */
export function foreseen(legal: readonly LegalMove[], from: string, to: string): { move: LegalMove; clicks: string[] } | null {
  const plain = [from, to];
  const clicks = completed(legal, plain) ? plain : shortcut(legal, [from], to);
  const move = clicks && completed(legal, clicks);
  return move ? { move, clicks } : null;
}

/** The effect of a click. */
export type Outcome =
  | { kind: "go-on"; clicks: string[] }
  | { kind: "move"; clicks: string[]; move: LegalMove }
  | { kind: "cancel" }
  | { kind: "refused"; clicks: string[] };

/** Add a click: it continues or makes a move, starts again with another piece, cancels, or is refused. */
export function click(legal: readonly LegalMove[], clicks: readonly string[], target: string): Outcome {
  const begun = onward(legal, clicks, target);
  if (begun) {
    const move = completed(legal, begun);
    return move ? { kind: "move", clicks: begun, move } : { kind: "go-on", clicks: begun };
  }
  if (clicks.at(-1) === target || clicks[0] === target) return { kind: "cancel" };
  if (clicks.length && nextClicks(legal, []).has(target)) return click(legal, [], target);
  return { kind: "refused", clicks: [...clicks, target] };
}
