/** Openings: how results are shared out, and which months are asked for. */
import type { OpeningResults } from "../net/wire.gen";

/** Moves beyond which no position is asked for. */
export const MOST_MOVES = 60;
/** Ratings from which on people's games may be asked for. */
export const RATINGS: readonly number[] = [1200, 1400, 1600, 1800, 2000];

/** The part of the games that each seat won alone; drawn and shared ones stand between the first seat and the others. */
export function shares({ games, wins, shared }: OpeningResults): { seat: number | null; share: number }[] {
  const won = wins.map((many, seat) => ({ seat, share: games ? many / games : 0 }));
  return [...won.slice(0, 1), { seat: null, share: games ? shared / games : 0 }, ...won.slice(1)];
}

/** The month so many months before a date, this one counted, as the server writes it: 202611. */
export function monthOf(date: Date, months: number): number {
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 1));
  return 100 * first.getUTCFullYear() + first.getUTCMonth() + 1;
}
