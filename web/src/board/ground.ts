/** The board without its pieces: frame, squares or terraces or lines, tagged cells, coordinates. */
import type { WireCell, WireTag } from "../net/wire.gen";
import { LIFT, UNIT, type Geometry } from "./geometry";
import { paint } from "./paint";

/** The wood of each level, the lowest first; a flat board takes the second. */
const WOOD = ["#c99f63", "#e6c78f", "#f7e3b8", "#fff6df"];
const WALL = "#8a5c34";
const TINTS: Record<string, string> = { water: "#7fb2c9", sea: "#7fb2c9", sand: "#e8d6a8", gold: "#d9a520" };

export function drawGround(geometry: Geometry, coordinates: boolean): string {
  return [
    frame(geometry),
    geometry.levels.length > 1 ? terraces(geometry) : field(geometry),
    tags(geometry),
    coordinates ? edges(geometry) : "",
  ].join("");
}

function frame({ width, height, margin }: Geometry): string {
  const inner = `x="${margin - 3}" y="${margin - 3}" width="${width - 2 * margin + 6}" height="${height - 2 * margin + 6}"`;
  let drawn = `<rect class="frame" width="${width}" height="${height}" rx="8" fill="#5a3925"/>
    <path class="decoration" d="${grain(width, height, 26, 7)}" fill="none" stroke="#2e1a0d" stroke-opacity=".35"/>
    <rect x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="7.5" fill="none" stroke="#8a6040" stroke-opacity=".7" stroke-width="1.5"/>
    <rect ${inner} rx="2" fill="none" stroke="#c99d5f" stroke-width="1.5"/>`;
  if (margin > 12) {
    const petals = "q3.4-3.4 0-6.8q-3.4 3.4 0 6.8q3.4 3.4 6.8 0q-3.4-3.4-6.8 0q3.4 3.4 0 6.8q-3.4-3.4 0-6.8q-3.4 3.4-6.8 0q3.4-3.4 6.8 0";
    const [near, far, low] = [margin / 2 - 1, width - margin / 2 + 1, height - margin / 2 + 1];
    const spots = [near, far].flatMap((x) => [near, low].map((y) => `M${x} ${y}${petals}`)).join("");
    drawn += `<path class="decoration" d="${spots}" fill="#c99d5f"/>`;
  }
  return drawn;
}

/** A flat board of wood, or of water under pieces that float: squares, or points on lines. */
function field(geometry: Geometry): string {
  const { margin, columns, rows, manifest } = geometry;
  const sea = manifest.pieces.some((piece) => piece.afloat);
  const [width, height] = [columns * UNIT, rows * UNIT];
  const box = `x="${margin}" y="${margin}" width="${width}" height="${height}"`;
  const texture = sea
    ? waves(geometry)
    : `<g transform="translate(${margin} ${margin})"><path class="decoration" d="${grain(width, height, Math.round(height / 9), 3)}" fill="none" stroke="#7a4c1c" stroke-opacity=".16"/></g>`;
  const ink = sea ? "#38708a" : "#7d5527";
  const plain = `<rect class="field" ${box} fill="${sea ? "#a9cdd6" : (WOOD[1] ?? "")}"/>`;
  if (manifest.lines?.length) return plain + texture + points(geometry, manifest.lines, ink);
  return `${plain}
    <path class="shades" d="${shades(geometry)}" fill="${sea ? "#2f6f8c" : "#7a4c1c"}" fill-opacity="${sea ? 0.12 : 0.17}"/>${texture}
    <path class="lines" d="${grid(geometry)}" stroke="${ink}" stroke-opacity=".75"/>`;
}

function grid({ margin, columns, rows }: Geometry): string {
  const across = Array.from({ length: rows + 1 }, (_, y) => `M${margin} ${margin + y * UNIT}h${columns * UNIT}`);
  const down = Array.from({ length: columns + 1 }, (_, x) => `M${margin + x * UNIT} ${margin}v${rows * UNIT}`);
  return [...across, ...down].join("");
}

/** Every other square. */
function shades(geometry: Geometry): string {
  const dark = geometry.manifest.cells.filter((cell) => (cell.x + cell.y) % 2 === 0);
  return squares(geometry, dark);
}

/** Points joined by lines. */
function points(geometry: Geometry, lines: readonly [string, string][], ink: string): string {
  const path = lines.map(([from, to]) => {
    const [one, other] = [geometry.centre(from), geometry.centre(to)];
    return `M${one.x} ${one.y}L${other.x} ${other.y}`;
  });
  const dots = geometry.manifest.cells.map((cell) => {
    const { x, y } = geometry.centre(cell.name);
    return `<circle cx="${x}" cy="${y}" r="5"/>`;
  });
  return `<path class="lines" d="${path.join("")}" fill="none" stroke="${ink}" stroke-width="2.5" stroke-linecap="round"/><g fill="${ink}">${dots.join("")}</g>`;
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

const PIPS: readonly [number, number][] = [
  [0, 0],
  [1, 0],
  [0, 1],
];

/** What tells levels apart: light on the upper edges, grain, and a pip for each level. */
function relief(geometry: Geometry, cell: WireCell, number: number): string {
  const { x, y } = geometry.corner(cell);
  // In the corner, where no piece covers them; more than three go on along the edge.
  const pips = Array.from({ length: number + 1 }, (_, pip) => {
    const [right, down] = PIPS[pip] ?? [pip, 0];
    return `<circle cx="${x + 5 + 5.5 * right}" cy="${y + 5 + 5.5 * down}" r="2"/>`;
  }).join("");
  return `<path class="decoration" d="M${x + 1} ${y + UNIT - 1}V${y + 1}H${x + UNIT - 1}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.5"/>
    <g transform="translate(${x} ${y})"><path class="decoration" d="${grain(UNIT, UNIT, 6, cell.x * 13 + cell.y * 7 + 1)}" fill="none" stroke="#7a4c1c" stroke-opacity=".16"/></g>
    <g class="pips" fill="#4b2c10" fill-opacity=".85">${pips}</g>`;
}

/** The path of some cells, reduced by `inset` or extended downwards by `grow`. */
function squares(geometry: Geometry, cells: WireCell[], inset = 0, grow = 0): string {
  const side = UNIT - 2 * inset;
  return cells
    .map((cell) => {
      const { x, y } = geometry.corner(cell);
      return `M${x + inset} ${y + inset}h${side}v${side + grow}h-${side}z`;
    })
    .join("");
}

/** Tagged cells: tinted, with the mark of their colour; of tags with the same colour the rarer has a border. */
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
          return mark ? `<path d="${mark}" transform="translate(${x} ${y}) scale(1.5)"/>` : "";
        })
        .join("");
      const border =
        cells.length < most(tag)
          ? `<path d="${squares(geometry, cells, 4)}" fill="none" stroke="${edge}" stroke-width="2.5" stroke-opacity=".75"/>`
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
  return `<g class="edges" fill="#f0dcb4" font-size="11.5" text-anchor="middle">${labels.join("")}</g>`;
}

/** Lines of wood grain, always the same for the same board. */
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
      path += `M${margin + column * UNIT + 12} ${margin + row * UNIT + 16 + ((row * 7 + column * 11) % 18)}q3-3.5 6 0t6 0 6 0 6 0`;
    }
  return `<path class="decoration" d="${path}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.3" stroke-linecap="round"/>`;
}
