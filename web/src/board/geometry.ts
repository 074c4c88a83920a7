/** Coordinates of cells in the picture, in units of 1/48 cell, turned for the seat at the bottom. */
import type { Manifest, WireCell } from "../net/wire.gen";

export const UNIT = 48;
/** The height of one level of a terraced board. */
export const LIFT = 9;

/** Quarter turns of the board, counter-clockwise. */
export type Turn = 0 | 1 | 2 | 3;

export interface Point {
  x: number;
  y: number;
}

export class Geometry {
  readonly margin: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly lowest: number;
  readonly levels: number[];
  private readonly byName = new Map<string, WireCell>();
  private readonly byPlace = new Map<string, WireCell>();

  constructor(
    readonly manifest: Manifest,
    readonly turn: Turn,
    coordinates: boolean,
  ) {
    const { width, height } = manifest.game;
    const upright = turn % 2 === 0;
    this.columns = upright ? width : height;
    this.rows = upright ? height : width;
    this.levels = [...new Set(manifest.cells.map((cell) => cell.level ?? 0))].sort((a, b) => a - b);
    this.lowest = this.levels[0] ?? 0;
    this.margin = coordinates ? 20 : 8;
    this.width = this.columns * UNIT + 2 * this.margin;
    this.height = this.rows * UNIT + 2 * this.margin;
    for (const cell of manifest.cells) {
      this.byName.set(cell.name, cell);
      const { x, y } = this.place(cell);
      this.byPlace.set(`${x},${y}`, cell);
    }
  }

  cell(name: string): WireCell | undefined {
    return this.byName.get(name);
  }

  /** Column from the left and row from the top, as the board is turned. */
  place(cell: WireCell): Point {
    const { width, height } = this.manifest.game;
    switch (this.turn) {
      case 0:
        return { x: cell.x, y: height - 1 - cell.y };
      case 1:
        return { x: height - 1 - cell.y, y: width - 1 - cell.x };
      case 2:
        return { x: width - 1 - cell.x, y: cell.y };
      case 3:
        return { x: cell.y, y: cell.x };
    }
  }

  /** The cell in that column and row. */
  at(column: number, row: number): WireCell | undefined {
    return this.byPlace.get(`${column},${row}`);
  }

  lift(cell: WireCell): number {
    return ((cell.level ?? 0) - this.lowest) * LIFT;
  }

  /** The upper left corner of a cell. */
  corner(cell: WireCell): Point {
    const { x, y } = this.place(cell);
    return { x: this.margin + x * UNIT, y: this.margin + y * UNIT - this.lift(cell) };
  }

  centre(name: string): Point {
    const cell = this.byName.get(name);
    if (!cell) return { x: 0, y: 0 };
    const { x, y } = this.corner(cell);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  }

  /** The cell at a point of the picture; higher cells hide the edge of lower ones. */
  under({ x, y }: Point): WireCell | undefined {
    const column = Math.floor((x - this.margin) / UNIT);
    const row = Math.floor((y - this.margin) / UNIT);
    for (const candidate of [this.at(column, row + 1), this.at(column, row)]) {
      if (!candidate) continue;
      const corner = this.corner(candidate);
      if (y >= corner.y && y < corner.y + UNIT) return candidate;
    }
    return this.at(column, row);
  }

  /** The labels of files and ranks along the edge. */
  edges(): { text: string; x: number; y: number }[] {
    const labels: { text: string; x: number; y: number }[] = [];
    const below = this.height - this.margin / 2;
    for (let column = 0; column < this.columns; column += 1) {
      const cell = this.at(column, this.rows - 1);
      const text = cell ? (this.turn % 2 ? rankOf(cell) : fileOf(cell)) : "";
      labels.push({ text, x: this.margin + (column + 0.5) * UNIT, y: below });
    }
    for (let row = 0; row < this.rows; row += 1) {
      const cell = this.at(0, row);
      const text = cell ? (this.turn % 2 ? fileOf(cell) : rankOf(cell)) : "";
      labels.push({ text, x: this.margin / 2, y: this.margin + (row + 0.5) * UNIT });
    }
    return labels;
  }
}

const fileOf = (cell: WireCell): string => cell.name.replace(/\d+$/, "");
const rankOf = (cell: WireCell): string => cell.name.replace(/^\D+/, "");

/** The turn of the board for a seat: its home (the cells tagged with its colour) at the bottom, else evenly around. */
export function turnFor(manifest: Manifest, seat: number): Turn {
  const seats = manifest.places.length;
  const { width, height } = manifest.game;
  if (seats === 2 && !hasHome(manifest, seat)) return seat === 1 ? 2 : 0;
  const home = hasHome(manifest, seat);
  if (!home || width !== height) return (Math.round((seat * 4) / seats) % 4) as Turn;
  const middle = (width - 1) / 2;
  const dx = mean(home.map((cell) => cell.x)) - middle;
  const dy = mean(home.map((cell) => cell.y)) - middle;
  if (Math.abs(dy) >= Math.abs(dx)) return dy <= 0 ? 0 : 2;
  return dx < 0 ? 1 : 3;
}

function hasHome(manifest: Manifest, seat: number): WireCell[] | null {
  const colour = manifest.places[seat]?.colour;
  const tag = manifest.legend.find((one) => one.colour && one.colour === colour);
  const cells = tag ? manifest.cells.filter((cell) => cell.tags?.includes(tag.id)) : [];
  return cells.length ? cells : null;
}

const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
