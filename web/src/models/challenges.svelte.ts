/** The challenges of this browser's player: those that wait, and the answers not read yet. */
import { challengeNews, challengeOf, waitingChallenges } from "../net/challenges";
import type { Challenge } from "../net/wire.gen";
import { isLoggedIn } from "./account.svelte";
import { askSelf } from "./self.svelte";
import { readStored, store } from "./storage";

/** Set while a challenge of this player waits, so that guests without one open no stream. */
const KEY = "tablier.challenger";
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

const known = $state<{ me: string; all: readonly Challenge[] }>({ me: "", all: [] });
const isSent = ({ challenger }: Challenge): boolean => challenger.id === known.me;
const waiting = (): Challenge[] => known.all.filter(({ state }) => state === "waiting");

export const challenges = {
  /** To this player, and waiting for an answer. */
  get received(): Challenge[] {
    return waiting().filter((one) => !isSent(one));
  },
  /** Of this player, and waiting for an answer. */
  get sent(): Challenge[] {
    return waiting().filter(isSent);
  },
  /** Of this player, answered or lapsed, and not read yet. */
  get answered(): Challenge[] {
    return known.all.filter((one) => one.state !== "waiting" && isSent(one));
  },
};

/** Note how a challenge stands. */
export function noteChallenge(now: Challenge): void {
  const others = known.all.filter(({ id }) => id !== now.id);
  const isNews = isSent(now) && now.state !== "withdrawn" && known.all.some(({ id }) => id === now.id);
  known.all = now.state === "waiting" || isNews ? [now, ...others] : others;
  store(KEY, challenges.sent.length ? "1" : "");
}

/** Note a challenge that this player has just made. */
export async function noteSent(made: Challenge): Promise<void> {
  known.me = (await askSelf()).player.id;
  noteChallenge(made);
  void wake();
}

/** An answer was read. */
export function dismiss({ id }: Challenge): void {
  known.all = known.all.filter((one) => one.id !== id);
}

/** Ask how all stands: what was missed while no stream was open. */
async function compare(): Promise<void> {
  known.me = (await askSelf()).player.id;
  const now = await waitingChallenges();
  const missed = waiting().filter(({ id }) => !now.some((one) => one.id === id));
  for (const one of [...now, ...(await Promise.all(missed.map(({ id }) => challengeOf(id))))]) noteChallenge(one);
}

let following: AbortController | null = null;
let pause = FIRST_PAUSE;

/** A stream is open for players with an account and for those who wait for an answer; for the former while the page is seen. */
function isWanted(): boolean {
  const seen = document.visibilityState === "visible";
  return Boolean(readStored(KEY)) || (isLoggedIn() && seen);
}

/** Open the stream if it is wanted and not open, and close it if it is not wanted. */
async function wake(): Promise<void> {
  if (!isWanted()) {
    following?.abort();
    return;
  }
  if (following) return;
  const own = (following = new AbortController());
  try {
    await compare();
    for await (const told of challengeNews(own.signal)) {
      pause = FIRST_PAUSE;
      noteChallenge(told);
    }
  } catch {
    // Tried again below.
  }
  following = null;
  if (!isWanted()) return;
  setTimeout(() => void wake(), pause);
  pause = Math.min(2 * pause, LONGEST_PAUSE);
}

/** Follow this player's challenges; called once, by the header. */
export function followChallenges(): () => void {
  const changed = (): void => void wake();
  changed();
  document.addEventListener("visibilitychange", changed);
  return () => {
    document.removeEventListener("visibilitychange", changed);
    following?.abort();
  };
}
