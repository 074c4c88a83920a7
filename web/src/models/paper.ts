/** Paper sizes, and boards divided into sheets; in millimetres. */
import type { Frame, Manifest, WirePiece } from "../net/wire.gen";

export const PAPERS = { A4: [210, 297], A3: [297, 420], Letter: [216, 279] } as const;
export type Paper = keyof typeof PAPERS;
/** The margin of printers. */
export const MARGIN = 8;

export interface Sheet {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const printable = (paper: Paper): { width: number; height: number } => ({
  width: PAPERS[paper][0] - 2 * MARGIN,
  height: PAPERS[paper][1] - 2 * MARGIN,
});

/** The parts of a picture that is larger than the paper, row by row. */
export function sheets(width: number, height: number, paper: Paper): Sheet[] {
  const room = printable(paper);
  const found: Sheet[] = [];
  for (let y = 0; y < height - 0.01; y += room.height)
    for (let x = 0; x < width - 0.01; x += room.width)
      found.push({ x, y, width: Math.min(room.width, width - x), height: Math.min(room.height, height - y) });
  return found;
}

/** The largest cell, in half millimetres, with which a board and its border (in cells) fit on one sheet. */
export function largestCell(columns: number, rows: number, border: number, paper: Paper): number {
  const room = printable(paper);
  return Math.floor(2 * Math.min(room.width / (columns + border), room.height / (rows + border))) / 2;
}

/** How many of each piece a set needs: those of the opening, those of a stock, a few of any other. */
export function setOf(manifest: Manifest, opening: Frame): { piece: WirePiece; count: number }[] {
  const standing = new Map<string, number>();
  for (const [piece] of Object.values(opening.tokens)) standing.set(piece, (standing.get(piece) ?? 0) + 1);
  return manifest.pieces.map((piece) => {
    const stock = manifest.gauges
      .filter((gauge) => gauge.seat === piece.seat && piece.seat !== null)
      .map((gauge) => opening.gauges[gauge.id] ?? 0);
    const most = Math.max(0, ...stock);
    const count = standing.get(piece.id) ?? (most >= 4 ? most : 4);
    return { piece, count: Math.min(count, 40) };
  });
}
