/** Hints under and over the pieces: last move, chosen cells, targets, captures, arrows. */
import { UNIT, type Geometry } from "./geometry";

/** Cells marked under the pieces. */
export interface Marks {
  last: readonly string[];
  /** Highlighted for a clause. */
  lit: readonly string[];
  chosen: readonly string[];
  /** Of a premove, or of a move that waits for confirmation. */
  waiting: readonly string[];
}

export function drawMarks(geometry: Geometry, { last, lit, chosen, waiting }: Marks): string {
  return [
    ...last.map((cell) => square(geometry, cell, 'class="last"', 1.5)),
    ...lit.map((cell) => square(geometry, cell, 'class="lit" rx="3"', 2.5)),
    ...chosen.map((cell) => square(geometry, cell, 'class="chosen" rx="3"', 1.5)),
    ...waiting.map((cell) => square(geometry, cell, 'class="waiting" rx="3"', 2)),
  ].join("");
}

/** A target with a piece on it. */
export const drawRing = (geometry: Geometry, cell: string, isHot: boolean): string =>
  square(geometry, cell, `class="target ring${isHot ? " hot" : ""}" rx="6"`, 2.5);

/** A free target. */
export function drawDot(geometry: Geometry, cell: string, isHot: boolean): string {
  const { x, y } = geometry.centre(cell);
  return `<circle class="target${isHot ? " hot" : ""}" cx="${x}" cy="${y}" r="${isHot ? 10 : 7}"/>`;
}

/** A cross over a piece that would be taken. */
export function drawCross(geometry: Geometry, cell: string): string {
  const { x, y } = geometry.centre(cell);
  const path = `M${x - 9} ${y - 9}l18 18M${x - 9} ${y + 9}l18-18`;
  return `<path class="take-edge" d="${path}"/><path class="take" d="${path}"/>`;
}

/** An arrow from cell to cell; a circle for a cell to itself. */
export function drawArrow(geometry: Geometry, from: string, to: string): string {
  const [one, other] = [geometry.centre(from), geometry.centre(to)];
  if (from === to) return `<circle class="drawn" cx="${one.x}" cy="${one.y}" r="20"/>`;
  const length = Math.hypot(other.x - one.x, other.y - one.y) || 1;
  const [dx, dy] = [(other.x - one.x) / length, (other.y - one.y) / length];
  const at = (back: number, side: number): string => `${other.x - back * dx - side * dy} ${other.y - back * dy + side * dx}`;
  return `<path class="drawn" d="M${one.x + 12 * dx} ${one.y + 12 * dy}L${at(14, 0)}"/><path class="drawn-head" d="M${at(2, 0)}L${at(17, 8)}L${at(17, -8)}z"/>`;
}

function square(geometry: Geometry, cell: string, attributes: string, inset: number): string {
  const place = geometry.cell(cell);
  if (!place) return "";
  const { x, y } = geometry.corner(place);
  const side = UNIT - 2 * inset;
  return `<rect x="${x + inset}" y="${y + inset}" width="${side}" height="${side}" ${attributes}/>`;
}
