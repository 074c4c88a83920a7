/** What a player who is to move can do now, in one sentence. */
import { say, t } from "../texts/texts.svelte";
import type { Frame, LegalMove, Manifest } from "../net/wire.gen";
import { compatible, DONE, nextClicks } from "./gestures";
import { sayButton } from "./speech";

export function taskOf(manifest: Manifest, frame: Frame, legal: readonly LegalMove[], clicks: readonly string[]): string {
  const isCell = (name: string): boolean => manifest.cells.some((cell) => cell.name === name);
  const next = [...nextClicks(legal, clicks)];
  const cells = next.filter(isCell);
  if (next.includes(DONE)) return t("go_on_or_end");
  if (clicks.length) return leftToGive(manifest, frame, legal, clicks) ?? t(`targets_marked_${form(cells.length)}`, { n: cells.length });
  if (frame.captures) return t(`must_take_${form(frame.captures)}`, { n: frame.captures });
  if (frame.prompt && cells.length) return say(frame.prompt.text);
  const buttons = next.filter((name) => !isCell(name)).map((id) => sayButton(manifest, id));
  if (cells.length) {
    const task = cells.every((cell) => !frame.tokens[cell]) ? t("place_piece") : t("move_piece");
    return buttons.length ? `${task} ${t("or_button", { names: buttons.join(", ") })}` : task;
  }
  const [only, ...others] = next;
  return only !== undefined && !others.length ? t("only_button", { name: sayButton(manifest, only) }) : t("choose_button");
}

/** How many clicks in any order are left of all moves that these clicks begin: rings to give, say. */
function leftToGive(manifest: Manifest, frame: Frame, legal: readonly LegalMove[], clicks: readonly string[]): string | null {
  const rests = compatible(legal, clicks);
  if (rests.some(({ ordered, unordered }) => ordered.length || !unordered.length)) return null;
  const left = Math.min(...rests.map(({ unordered }) => unordered.length));
  const piece = manifest.pieces.find(({ id }) => id === frame.tokens[clicks[0] ?? ""]?.[0]);
  const counted = left === 1 ? (piece?.unit ?? piece?.value) : piece?.value;
  return counted ? t("left_to_give", { what: say(counted), n: left }) : t(`left_to_choose_${form(left)}`, { n: left });
}

const form = (n: number): "one" | "many" => (n === 1 ? "one" : "many");
