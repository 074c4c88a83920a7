/** Engine analysis of positions, streamed by the server. */
import { ApiError, request } from "./api";
import type { Analysis, AnalysisRequest, ErrorBody } from "./wire.gen";
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
}

/** The last evaluation of a position. */
export const worthOf = (asked: AnalysisRequest, signal: AbortSignal): Promise<Worth | null> =>
  withRetry(async () => {
    let last: Analysis | null = null;
    for await (const told of analyse(asked, signal)) last = told;
    return last && { seat: last.seat, chance: last.chance };
  });

/** The chance of a seat; with more than two seats only that of the seat that acts is known. */
export function chanceOf(worth: Worth | null | undefined, seat: number, seats: number): number | null {
  if (!worth) return null;
  if (worth.seat === seat) return worth.chance;
  return seats === 2 ? 1 - worth.chance : null;
}
