/** The ratings of this browser's player. */
import { get } from "../net/api";
import type { Profile } from "../net/wire.gen";
import { isLoggedIn } from "./account.svelte";
import { askSelf } from "./self.svelte";

let asked: Promise<Profile | null> | null = null;

/** The public profile of the account that is logged in; null for a guest. */
export async function ownProfile(): Promise<Profile | null> {
  const { account, player } = await askSelf();
  return account ? get<Profile>(`/players/${encodeURIComponent(player.name)}`) : null;
}

/** The own rating at a game, where there is one; guests ask for nothing. */
export async function ownRating(game: string): Promise<number | undefined> {
  if (!isLoggedIn()) return undefined;
  asked ??= ownProfile().catch(() => (asked = null));
  return (await asked)?.ratings.find((one) => one.game === game)?.rating;
}
