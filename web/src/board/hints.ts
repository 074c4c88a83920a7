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
  /** Pieces in danger: a king in check, say. */
  danger: readonly string[];
}

/** What a player did in the last turn, drawn in the player's colour. */
export interface ColouredTrace {
  colour: string;
  edge: string;
  ways: readonly (readonly [string, string])[];
  cells: readonly string[];
}

export function drawMarks(geometry: Geometry, { last, lit, chosen, waiting, danger }: Marks): string {
  return [
    ...last.map((cell) => square(geometry, cell, 'class="last"', 1.5)),
    ...lit.map((cell) => square(geometry, cell, 'class="lit" rx="3"', 2.5)),
    ...chosen.map((cell) => square(geometry, cell, 'class="chosen" rx="3"', 1.5)),
    ...waiting.map((cell) => square(geometry, cell, 'class="waiting" rx="3"', 2)),
    ...danger.map((cell) => square(geometry, cell, 'class="danger" rx="4"', 1.5)),
  ].join("");
}

/** The ways and cells of turns: lines from where a token left to where it went, and frames around what was put or taken. */
export function drawTraces(geometry: Geometry, traces: readonly ColouredTrace[]): string {
  return traces
    .map(({ colour, edge, ways, cells }) => {
      const lines = ways.map(([from, to]) => {
        const [one, other] = [geometry.centre(from), geometry.centre(to)];
        const path = `M${one.x} ${one.y}L${other.x} ${other.y}`;
        return `<circle cx="${one.x}" cy="${one.y}" r="6" fill="${colour}" stroke="${edge}"/><path class="way-edge" d="${path}"/><path class="way" stroke="${colour}" d="${path}"/>`;
      });
      const frames = cells.map((cell) => square(geometry, cell, `class="put" rx="4" stroke="${colour}" fill="${colour}"`, 2.5));
      return [...frames, ...lines].join("");
    })
    .join("");
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
