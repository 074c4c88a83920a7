/** Settings of an account, synchronised with the server. */
import { me, request } from "../net/api";
import { readStored, store } from "./storage";
import { settings, type Settings } from "./settings.svelte";
import type { Me } from "../net/wire.gen";

/** Set while this browser is logged in, so that guests send no request for settings. */
const KEY = "tablier.account";
const PAUSE = 800;

/** Whether an account was logged in to when this browser last heard of it. */
export const isLoggedIn = (): boolean => Boolean(readStored(KEY));

export function remember(who: Me): void {
  store(KEY, who.account ? "1" : "");
  if (who.account) take(who);
}

/** Apply the account's settings that this version knows. */
function take({ settings: chosen = {} }: Me): void {
  const known: Record<string, unknown> = settings as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(chosen)) if (typeof value === typeof known[key]) known[key] = value;
}

async function tell(chosen: Settings): Promise<void> {
  try {
    await request("PUT", "/me/settings", { settings: chosen });
  } catch {
    // They are stored in this browser.
  }
}

/** Load the account's settings and save changes; called once, by App. */
export function followAccount(): void {
  if (!isLoggedIn()) return;
  let ready = $state(false);
  me().then(
    (who) => {
      remember(who);
      ready = who.account;
    },
    () => undefined,
  );
  let told = "";
  $effect(() => {
    const now = JSON.stringify(settings);
    if (!ready || now === told) return;
    const first = told === "";
    told = now;
    if (first) return;
    const timer = setTimeout(() => void tell(JSON.parse(now) as Settings), PAUSE);
    return () => clearTimeout(timer);
  });
}
