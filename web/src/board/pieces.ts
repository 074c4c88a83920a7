/** Pieces as SVG markup around the origin, in a cell of 48 units; the drawings come with the manifest. */
import type { WirePiece, WireToken } from "../net/wire.gen";

export const PIECE_SETS = ["traditional", "western"] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

/** A piece as a set draws it. */
export const drawPiece = (piece: WirePiece, set: PieceSet): string => piece.drawings?.[set] ?? piece.drawing ?? "";

/** A piece with its counters and its number, if it has one. */
export function drawToken(piece: WirePiece, [, value]: WireToken, set: PieceSet): string {
  if (!piece.value) return drawPiece(piece, set);
  return drawPiece(piece, set) + (piece.counters ?? []).slice(0, value).join("") + drawNumber(value);
}

function drawNumber(value: number): string {
  const half = 5 + 3 * String(value).length;
  return `<g transform="translate(15 -14)"><rect x="${-half}" y="-8" width="${2 * half}" height="16" rx="8" fill="#fffaf0" stroke="#4b3524"/>
    <text y="4.2" font-family="sans-serif" font-size="12" font-weight="700" text-anchor="middle" fill="#2c1d10">${value}</text></g>`;
}
