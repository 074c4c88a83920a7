/** Moves as clicks. A move's gesture is first some clicks in order, then some in any order; nothing here knows a game. */
import type { LegalMove } from "../net/wire.gen";

/** The button that ends a move which could also go on. */
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

/** What is left of every gesture that the clicks so far have begun. */
export function compatible(legal: readonly LegalMove[], clicks: readonly string[]): Rest[] {
  let rests: Rest[] = legal.map((move) => ({ move, ordered: move.ordered, unordered: move.unordered ?? [] }));
  for (const click of clicks) rests = rests.map((rest) => after(rest, click)).filter((rest) => rest !== null);
  return rests;
}

const isComplete = (rest: Rest): boolean => !rest.ordered.length && !rest.unordered.length;

/** Where one may click next: cells and buttons. */
export function nextClicks(legal: readonly LegalMove[], clicks: readonly string[]): Set<string> {
  const next = new Set<string>();
  for (const rest of compatible(legal, clicks)) {
    if (rest.ordered[0] !== undefined) next.add(rest.ordered[0]);
    else for (const click of rest.unordered) next.add(click);
  }
  return next;
}

/** The moves that these clicks make: one, normally; several when the same clicks can mean several moves. */
export function completed(legal: readonly LegalMove[], clicks: readonly string[]): LegalMove[] {
  return clicks.length
    ? compatible(legal, clicks)
        .filter(isComplete)
        .map((rest) => rest.move)
    : [];
}

/** The moves that could still come of these clicks. */
export const possible = (legal: readonly LegalMove[], clicks: readonly string[]): LegalMove[] =>
  compatible(legal, clicks).map((rest) => rest.move);

/** The clicks that lead straight to the only move that ends on `target`: long captures can be dragged to their end. */
export function shortcut(legal: readonly LegalMove[], clicks: readonly string[], target: string): string[] | null {
  const ending = compatible(legal, clicks).filter(
    (rest) => !rest.unordered.length && rest.ordered.filter((click) => click !== DONE).at(-1) === target,
  );
  const only = ending[0];
  return only && ending.length === 1 ? [...clicks, ...only.ordered] : null;
}

/** The clicks with one more: the next of some move, or straight to the end of the only one that ends there. */
function onward(legal: readonly LegalMove[], clicks: readonly string[], target: string): string[] | null {
  if (nextClicks(legal, clicks).has(target)) return [...clicks, target];
  return clicks.length ? shortcut(legal, clicks, target) : null;
}

/** What every move that a click on `target` leaves possible would take; nothing before a piece is chosen, unless that click is the move. */
export function wouldTake(
  legal: readonly LegalMove[],
  clicks: readonly string[],
  target: string,
  takes: Record<string, string[]>,
): string[] {
  const begun = onward(legal, clicks, target);
  if (!begun || (!clicks.length && !completed(legal, begun).length)) return [];
  const [first, ...others] = possible(legal, begun).map((move) => new Set(takes[move.text] ?? []));
  return [...(first ?? [])].filter((cell) => others.every((set) => set.has(cell)));
}

/** The only move that a start and an end chosen in advance can still mean, with its clicks. */
export function foreseen(legal: readonly LegalMove[], from: string, to: string): { move: LegalMove; clicks: string[] } | null {
  const plain = [from, to];
  const clicks = completed(legal, plain).length ? plain : shortcut(legal, [from], to);
  const [move, ...others] = clicks ? completed(legal, clicks) : [];
  return move && clicks && !others.length ? { move, clicks } : null;
}

/** What a click does to the clicks so far. */
export type Outcome =
  | { kind: "go-on"; clicks: string[] }
  | { kind: "move"; clicks: string[]; moves: LegalMove[] }
  | { kind: "cancel" }
  | { kind: "refused"; clicks: string[] };

/** One more click: goes on, makes a move, begins anew with another piece, lets go, or is refused. */
export function click(legal: readonly LegalMove[], clicks: readonly string[], target: string): Outcome {
  const begun = onward(legal, clicks, target);
  if (begun) {
    const moves = completed(legal, begun);
    return moves.length ? { kind: "move", clicks: begun, moves } : { kind: "go-on", clicks: begun };
  }
  if (clicks.at(-1) === target || clicks[0] === target) return { kind: "cancel" };
  if (clicks.length && nextClicks(legal, []).has(target)) return click(legal, [], target);
  return { kind: "refused", clicks: [...clicks, target] };
}
