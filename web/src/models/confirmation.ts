/** When a player is asked again before a move is played. */
import { settings } from "./settings.svelte";

/** Whether a move made by these clicks is asked about: a slip of the finger costs most where one of several clicks decides. */
export function mustConfirm(clicks: readonly string[]): boolean {
  if (settings.confirm === "always" || settings.confirm === "never") return settings.confirm === "always";
  return matchMedia("(pointer: coarse)").matches && (settings.confirm === "touch" || clicks.length > 2);
}
