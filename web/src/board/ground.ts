/** The board itself, without what stands on it: frame, cells or terraces, cells with a meaning, coordinates. */
import type { WireCell, WireTag } from "../net/wire.gen";
import { LIFT, UNIT, type Geometry } from "./geometry";
import { paint } from "./pieces/paint";

/** The woods of each level, the lowest first; one level alone takes the second. */
const WOOD = ["#c99f63", "#e6c78f", "#f7e3b8", "#fff6df"];
const WALL = "#8a5c34";
const TINTS: Record<string, string> = { water: "#7fb2c9", sea: "#7fb2c9", sand: "#e8d6a8", gold: "#d9a520" };

/** Shapes that float: their board is the sea. */
const FLOATING = new Set(["boat"]);

export function drawGround(geometry: Geometry, coordinates: boolean): string {
  const sea = geometry.manifest.pieces.some((piece) => FLOATING.has(piece.shape));
  return [
    frame(geometry),
    geometry.levels.length > 1 ? terraces(geometry) : field(geometry, sea),
    tags(geometry),
    coordinates ? edges(geometry) : "",
  ].join("");
}

function frame({ width, height, margin }: Geometry): string {
  const inner = `x="${margin - 3}" y="${margin - 3}" width="${width - 2 * margin + 6}" height="${height - 2 * margin + 6}"`;
  let drawn = `<rect class="frame" width="${width}" height="${height}" rx="8" fill="#5a3925"/>
    <path class="decoration" d="${grain(width, height, 26, 7)}" fill="none" stroke="#2e1a0d" stroke-opacity=".35"/>
    <rect x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="7.500" fill="none" stroke="#8a6040" stroke-opacity=".7" stroke-width="1.5"/>
    <rect ${inner} rx="2" fill="none" stroke="#c99d5f" stroke-width="1.5"/>`;
  if (margin > 12) {
    const petals =
      "q3.400-3.400 0-6.800q-3.400 3.400 0 6.800q3.400 3.400 6.800 0q-3.400-3.400-6.800 0q3.400 3.400 0 6.800q-3.400-3.400 0-6.800q-3.400 3.400-6.800 0q3.400-3.400 6.800 0";
    const [near, far, low] = [margin / 2 - 1, width - margin / 2 + 1, height - margin / 2 + 1];
    const spots = [near, far].flatMap((x) => [near, low].map((y) => `M${x} ${y}${petals}`)).join("");
    drawn += `<path class="decoration" d="${spots}" fill="#c99d5f"/>`;
  }
  return drawn;
}

/** A level board: wood or water, every other cell a shade darker, and the grid. */
function field(geometry: Geometry, sea: boolean): string {
  const { margin, columns, rows } = geometry;
  const [width, height] = [columns * UNIT, rows * UNIT];
  const box = `x="${margin}" y="${margin}" width="${width}" height="${height}"`;
  const grid =
    Array.from({ length: rows + 1 }, (_, y) => `M${margin} ${margin + y * UNIT}h${width}`).join("") +
    Array.from({ length: columns + 1 }, (_, x) => `M${margin + x * UNIT} ${margin}v${height}`).join("");
  let shades = "";
  for (const cell of geometry.manifest.cells) {
    if ((cell.x + cell.y) % 2 === 1) continue;
    const { x, y } = geometry.corner(cell);
    shades += `M${x} ${y}h${UNIT}v${UNIT}h-${UNIT}z`;
  }
  const texture = sea
    ? waves(geometry)
    : `<g transform="translate(${margin} ${margin})"><path class="decoration" d="${grain(width, height, Math.round(height / 9), 3)}" fill="none" stroke="#7a4c1c" stroke-opacity=".16"/></g>`;
  return `<rect class="field" ${box} fill="${sea ? "#a9cdd6" : (WOOD[1] ?? "")}"/>
    <path class="shades" d="${shades}" fill="${sea ? "#2f6f8c" : "#7a4c1c"}" fill-opacity="${sea ? 0.12 : 0.17}"/>${texture}
    <path class="lines" d="${grid}" stroke="${sea ? "#38708a" : "#7d5527"}" stroke-opacity=".75"/>`;
}

function terraces(geometry: Geometry): string {
  let drawn = "";
  for (const [number, level] of geometry.levels.entries()) {
    const cells = geometry.manifest.cells.filter((cell) => (cell.level ?? 0) === level);
    if (number) {
      drawn += `<path d="${squares(geometry, cells, 0, LIFT + 7)}" fill="#2a1a0c" fill-opacity=".18"/><path d="${squares(geometry, cells, 0, LIFT + 3)}" fill="#2a1a0c" fill-opacity=".22"/>`;
      drawn += `<path class="wall" d="${squares(geometry, cells, 0, LIFT)}" fill="${WALL}" stroke="#5d3a1b" stroke-width="1"/>`;
    }
    drawn += `<path class="level-${number}" d="${squares(geometry, cells)}" fill="${WOOD[Math.min(number, WOOD.length - 1)]}" stroke="#7d5527" stroke-opacity=".8"/>`;
    drawn += cells.map((cell) => relief(geometry, cell, number)).join("");
  }
  return drawn;
}

/** What makes a level readable at a glance: light on its upper edges, grain, and as many pips as it is high. */
function relief(geometry: Geometry, cell: WireCell, number: number): string {
  const { x, y } = geometry.corner(cell);
  const pips = Array.from({ length: number + 1 }, (_, pip) => `<circle cx="${x + 6 + 5 * pip}" cy="${y + 6}" r="1.600"/>`).join("");
  return `<path class="decoration" d="M${x + 1} ${y + UNIT - 1}V${y + 1}H${x + UNIT - 1}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.500"/>
    <g transform="translate(${x} ${y})"><path class="decoration" d="${grain(UNIT, UNIT, 6, cell.x * 13 + cell.y * 7 + 1)}" fill="none" stroke="#7a4c1c" stroke-opacity=".16"/></g>
    <g class="pips" fill="#6b4420" fill-opacity=".7">${pips}</g>`;
}

/** The path of some cells, drawn in by `inset` or drawn out downwards by `grow`. */
function squares(geometry: Geometry, cells: WireCell[], inset = 0, grow = 0): string {
  const side = UNIT - 2 * inset;
  return cells
    .map((cell) => {
      const { x, y } = geometry.corner(cell);
      return `M${x + inset} ${y + inset}h${side}v${side + grow}h-${side}z`;
    })
    .join("");
}

/** Cells with a meaning: tinted, with the mark of their colour; where tags share a colour the rarer ones have a border. */
function tags(geometry: Geometry): string {
  const { manifest } = geometry;
  const meant = manifest.legend
    .filter((tag) => tag.colour)
    .map((tag) => ({ tag, cells: manifest.cells.filter((cell) => cell.tags?.includes(tag.id)) }))
    .filter(({ cells }) => cells.length);
  const most = (tag: WireTag): number => Math.max(...meant.filter((one) => one.tag.colour === tag.colour).map(({ cells }) => cells.length));
  return meant
    .map(({ tag, cells }) => {
      const { fill, edge, mark } = tintOf(tag.colour);
      const marks = cells
        .map((cell) => {
          const { x, y } = geometry.centre(cell.name);
          return mark ? `<path d="${mark}" transform="translate(${x} ${y}) scale(1.500)"/>` : "";
        })
        .join("");
      const border =
        cells.length < most(tag)
          ? `<path d="${squares(geometry, cells, 4)}" fill="none" stroke="${edge}" stroke-width="2.500" stroke-opacity=".75"/>`
          : "";
      return `<g class="tag"><path d="${squares(geometry, cells)}" fill="${fill}" fill-opacity=".5"/><g fill="${edge}" fill-opacity=".45">${marks}</g>${border}</g>`;
    })
    .join("");
}

function tintOf(colour: string): { fill: string; edge: string; mark: string } {
  const tint = TINTS[colour] ?? (/^#[0-9a-f]+$/i.test(colour) ? colour : undefined);
  return tint ? { fill: tint, edge: "#5a3925", mark: "" } : paint(colour);
}

function edges(geometry: Geometry): string {
  const labels = geometry.edges().map(({ text, x, y }) => `<text x="${x}" y="${y}" dy=".35em">${text}</text>`);
  return `<g class="edges" fill="#f0dcb4" font-size="11.500" text-anchor="middle">${labels.join("")}</g>`;
}

/** Lines of grain, always the same for the same board: nothing here is left to chance. */
function grain(width: number, height: number, count: number, seed: number): string {
  let state = seed * 7919 + 17;
  const next = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  let path = "";
  for (let line = 0; line < count; line += 1) {
    const y = (line + 0.2 + 0.6 * next()) * (height / count);
    const bend = (): string => ((next() - 0.5) * Math.min(7, height / count)).toFixed(1);
    const from = next() < 0.5 ? 0 : next() * width * 0.6;
    const length = Math.min(width - from, width * (0.35 + 0.65 * next()));
    path += `M${from.toFixed(1)} ${y.toFixed(1)}c${(length / 3).toFixed(1)} ${bend()} ${((length * 2) / 3).toFixed(1)} ${bend()} ${length.toFixed(1)} 0`;
  }
  return path;
}

function waves({ margin, columns, rows, manifest }: Geometry): string {
  let path = "";
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if ((row * 5 + column * 3 + manifest.game.width) % 4 !== 0) continue;
      path += `M${margin + column * UNIT + 12} ${margin + row * UNIT + 16 + ((row * 7 + column * 11) % 18)}q3-3.500 6 0t6 0 6 0 6 0`;
    }
  return `<path class="decoration" d="${path}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.300" stroke-linecap="round"/>`;
}
