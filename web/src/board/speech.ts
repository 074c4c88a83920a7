/** Cells and tokens in words, for screen readers: "b3, pion blanc, 2 anneaux". */
import { DONE } from "./gestures";
import { say, t } from "../texts/texts.svelte";
import type { Manifest, WireToken, WireCell } from "../net/wire.gen";

export function sayToken(manifest: Manifest, token: WireToken): string {
  const piece = manifest.pieces.find((one) => one.id === token[0]);
  if (!piece) return token[0];
  const name = say(piece.name);
  // Counted things are named in the plural, so the number comes last: "rings: 1" is right, "1 rings" is not.
  return piece.value ? `${name}, ${t("cell_count", { what: say(piece.value), count: token[1] })}` : name;
}

/** The name of a button of a game, or of the one that ends a move. */
export function sayButton(manifest: Manifest, id: string): string {
  const button = manifest.buttons.find((one) => one.id === id);
  return button ? say(button.name) : id === DONE ? t("done") : id;
}

export function sayCell(manifest: Manifest, cell: WireCell, token: WireToken | undefined): string {
  const words = [cell.name, token ? sayToken(manifest, token) : t("cell_empty")];
  for (const tag of manifest.legend) if (cell.tags?.includes(tag.id)) words.push(say(tag.name));
  if (new Set(manifest.cells.map((one) => one.level ?? 0)).size > 1) words.push(t("cell_level", { level: cell.level ?? 0 }));
  return words.join(", ");
}
