/** Challenges over HTTP, and the stream that tells of them. */
import { lines } from "./analysis";
import { get, post, put, remove, request, query } from "./api";
import type { BotView, Challenge, ChallengeNotice, ChallengeRequest, ChallengeRules, DeclineReason, Notification } from "./wire.gen";

const at = (id: string): string => `/challenges/${encodeURIComponent(id)}`;

export const challenge = (asked: ChallengeRequest): Promise<Challenge> => post("/challenges", asked);
export const waitingChallenges = (): Promise<Challenge[]> => get("/challenges");
export const challengeOf = (id: string): Promise<Challenge> => get(at(id));
export const acceptChallenge = (id: string): Promise<Challenge> => post(`${at(id)}/accept`);
export const declineChallenge = (id: string, reason: DeclineReason | null): Promise<Challenge> => post(`${at(id)}/decline`, { reason });
export const withdrawChallenge = (id: string): Promise<Challenge> => remove(at(id));
export const challengeRules = (): Promise<ChallengeRules> => get("/me/challenges");
export const chooseChallengeRules = (rules: ChallengeRules): Promise<ChallengeRules> => put("/me/challenges", rules);
export const botsOnline = (game?: string): Promise<BotView[]> => get(`/bots${query({ game })}`);

/** What happens to this player's challenges, until the stream ends. */
export async function* challengeNews(signal: AbortSignal): AsyncGenerator<Challenge> {
  const response = await request("GET", "/stream", undefined, signal);
  for await (const line of lines(response)) {
    const told = JSON.parse(line) as Notification | ChallengeNotice;
    if (told.type === "challenge") yield told.challenge;
  }
}
