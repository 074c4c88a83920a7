/** Engine analysis of positions, streamed by the server. */
import { ApiError, get, query, request } from "./api";
import type {
  Analysis,
  AnalysisRequest,
  ErrorBody,
  GameAnalysis,
  GameAnalysisRequest,
  GameOutline,
  MoveReview,
  WireText,
} from "./wire.gen";
import { withRetry } from "./retry";

/** Successive analyses of a position, each better than the one before. */
export async function* analyse(asked: AnalysisRequest, signal: AbortSignal): AsyncGenerator<Analysis> {
  const response = await request("POST", "/analysis", asked, signal);
  for await (const line of lines(response)) {
    const told = JSON.parse(line) as Analysis | ErrorBody;
    if ("code" in told) throw new ApiError(503, told);
    yield told;
  }
}

/** The lines of a streamed response. */
export async function* lines(response: Pick<Response, "body">): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.trim()) yield part;
  }
  if (rest.trim()) yield rest;
}

/** The evaluation of a position: the chance to win, from 0 to 1, of the seat that acts. */
export interface Worth {
  seat: number;
  chance: number;
  /** Plies to a forced end, negative when the seat loses. */
  win_in?: number | null | undefined;
  /** What an ending knows of the position. */
  exact?: WireText | null | undefined;
}

/** The evaluation that an analysis gives. */
export const worthIn = ({ seat, chance, lines, exact }: Analysis): Worth => ({ seat, chance, win_in: lines[0]?.win_in, exact });

/** The evaluation that a review gives. */
export const worthReviewed = ({ seat, chance, best, exact }: MoveReview): Worth => ({ seat, chance, win_in: best?.win_in, exact });

/** The last evaluation of a position. */
export const worthOf = (asked: AnalysisRequest, signal: AbortSignal): Promise<Worth | null> =>
  withRetry(async () => {
    let last: Analysis | null = null;
    for await (const told of analyse(asked, signal)) last = told;
    return last && worthIn(last);
  });

/** What goes through a whole game: an outline, then a review for each ply, the last first. A finished table keeps them. */
export async function* reviewGame(
  asked: GameAnalysisRequest | { table: string; code: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<GameOutline | MoveReview> {
  const response =
    "table" in asked
      ? await request("POST", `/tables/${encodeURIComponent(asked.table)}/analysis${query({ code: asked.code })}`, undefined, signal)
      : await request("POST", "/analysis/game", asked, signal);
  for await (const line of lines(response)) {
    const told = JSON.parse(line) as GameOutline | MoveReview | ErrorBody;
    if ("code" in told) throw new ApiError(503, told);
    yield told;
  }
}

/** What is kept of the analysis of a finished table. */
export const keptAnalysis = (table: string, code?: string): Promise<GameAnalysis> =>
  get(`/tables/${encodeURIComponent(table)}/analysis${query({ code })}`);

/** The chance of a seat; with more than two seats only that of the seat that acts is known. */
export function chanceOf(worth: Worth | null | undefined, seat: number, seats: number): number | null {
  if (!worth) return null;
  if (worth.seat === seat) return worth.chance;
  return seats === 2 ? 1 - worth.chance : null;
}
