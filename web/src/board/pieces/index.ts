/** One drawing for each shape that a manifest may name; any other is a disc that bears the piece's glyph. */
import type { WireToken, WirePiece } from "../../net/wire.gen";
import { bia, khon, khun, ma, met, rua } from "./court";
import { disc, square, stack } from "./discs";
import { boat, mine } from "./naval";
import { paint, type Paint } from "./paint";
import { pawn, rings } from "./pawn";
import { bishop, footman, king, knight, queen, rook } from "./western";

export type PieceSet = "traditional" | "western";
type Draw = (look: Paint) => string;

const SHAPES: Record<string, Draw> = { disc, square, stack, dame: stack, pawn, boat, mine, khun, met, khon, ma, rua, bia };
/** Shapes that the Western set draws in another way. */
const WESTERN: Record<string, Draw> = { khun: king, met: queen, khon: bishop, ma: knight, rua: rook, bia: footman };

export const hasWestern = (pieces: readonly WirePiece[]): boolean => pieces.some((piece) => piece.shape in WESTERN);

/** The SVG elements of a piece around the origin, in a cell of 48 units. */
export function drawPiece(piece: WirePiece, set: PieceSet): string {
  const look = paint(piece.colour);
  const draw = (set === "western" && WESTERN[piece.shape]) || SHAPES[piece.shape];
  const body = draw ? draw(look) : disc(look, glyph(piece.glyph, look));
  const grown = draw === pawn ? "" : ` transform="scale(1.1)"`;
  return `<g fill="${look.fill}" stroke="${look.edge}" stroke-width="1.3" stroke-linejoin="round"${grown}>${body}</g>`;
}

/** The piece with what it bears: rings on a pawn, a number on any. */
export function drawToken(piece: WirePiece, token: WireToken, set: PieceSet): string {
  const value = token[1];
  if (!piece.value) return drawPiece(piece, set);
  const wide = 7 + 3 * String(value).length - 2;
  const badge = `<g transform="translate(15 -14)"><rect x="${-wide}" y="-8" width="${2 * wide}" height="16" rx="8" fill="#fffaf0" stroke="#4b3524"/>
    <text y="4.200" font-family="sans-serif" font-size="12" font-weight="700" text-anchor="middle" fill="#2c1d10">${value}</text></g>`;
  return drawPiece(piece, set) + (piece.shape === "pawn" ? rings(value) : "") + badge;
}

const glyph = (text: string, look: Paint): string =>
  `<text y="5" font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle" stroke="none" fill="${look.detail}">${escape(text)}</text>`;

const escape = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
