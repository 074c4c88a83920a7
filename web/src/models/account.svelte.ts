/** The account of whoever sits here, if they have one: their settings follow them from browser to browser. */
import { me, request } from "../net/api";
import { readStored, store } from "./storage";
import { settings, type Settings } from "./settings.svelte";
import type { Me } from "../net/wire.gen";

/** Set while this browser is logged in. Guests are not asked for: the first question of a new guest decides who they are. */
const KEY = "tablier.account";
const PAUSE = 800;

export function remember(who: Me): void {
  store(KEY, who.account ? "1" : "");
  if (who.account) take(who);
}

/** What the account has chosen, as far as it fits what can be chosen here. */
function take({ settings: chosen = {} }: Me): void {
  const known: Record<string, unknown> = settings as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(chosen)) if (typeof value === typeof known[key]) known[key] = value;
}

async function tell(chosen: Settings): Promise<void> {
  try {
    await request("PUT", "/me/settings", { settings: chosen });
  } catch {
    // They are kept in this browser all the same.
  }
}

/** Takes the account's settings and keeps them there; called once, by the shell. */
export function followAccount(): void {
  if (!readStored(KEY)) return;
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
