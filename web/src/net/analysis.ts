/** What engines think of positions, as it comes. */
import { ApiError, request } from "./api";
import type { Analysis, AnalysisRequest, ErrorBody } from "./wire.gen";
import { patiently } from "./retry";

/** An engine's view of a position, each better than the one before; ends when it is done. */
export async function* analyse(asked: AnalysisRequest, signal: AbortSignal): AsyncGenerator<Analysis> {
  const response = await request("POST", "/analysis", asked, signal);
  for await (const line of lines(response)) {
    const told = JSON.parse(line) as Analysis | ErrorBody;
    if ("code" in told) throw new ApiError(503, told);
    yield told;
  }
}

/** The lines of an answer that comes in pieces. */
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

/** What one position is worth: for the seat that acts, a chance from 0 to 1. */
export interface Worth {
  seat: number;
  chance: number;
}

/** The last word of an engine on a position. */
export const worthOf = (asked: AnalysisRequest, signal: AbortSignal): Promise<Worth | null> =>
  patiently(async () => {
    let last: Analysis | null = null;
    for await (const told of analyse(asked, signal)) last = told;
    return last && { seat: last.seat, chance: last.chance };
  });

/** The chance of a seat: of two, what one wins the other loses; among more, only the one who acts is known. */
export function chanceOf(worth: Worth | null | undefined, seat: number, seats: number): number | null {
  if (!worth) return null;
  if (worth.seat === seat) return worth.chance;
  return seats === 2 ? 1 - worth.chance : null;
}

/** A record, as text or as JSON, taken apart; whether its moves are legal is for the server to say. */
export interface Score {
  game: string;
  options: Record<string, string>;
  position: string | null;
  moves: string[];
}

export function readRecord(text: string): Score | null {
  const { tags, moves } = text.trimStart().startsWith("{") ? fromJson(text) : fromText(text);
  const game = tags["Game"];
  if (!game) return null;
  const options = Object.fromEntries(
    (tags["Options"] ?? "")
      .split(" ")
      .filter(Boolean)
      .map((pair) => pair.split("=") as [string, string]),
  );
  return { game, options, position: tags["Start"] ?? null, moves };
}

type Parts = { tags: Record<string, string>; moves: string[] };

function fromJson(text: string): Parts {
  try {
    const { tags = {}, moves = [] } = JSON.parse(text) as Partial<Parts>;
    return { tags, moves };
  } catch {
    return { tags: {}, moves: [] };
  }
}

function fromText(text: string): Parts {
  const tags: Record<string, string> = {};
  const moves: string[] = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    const tag = /^\[([A-Za-z]\w*) "((?:[^"\\]|\\.)*)"\]$/.exec(line);
    if (tag) tags[tag[1] ?? ""] = (tag[2] ?? "").replace(/\\(.)/g, "$1");
    else
      for (const word of line.replace(/\{[^{}]*\}/g, " ").split(/\s+/))
        if (word && word !== "*" && !/^\d(-\d)+$/.test(word) && !/^\d+\.$/.test(word)) moves.push(word);
  }
  return { tags, moves };
}
