/** Touch input on small cells: which cell a finger means, and a magnifier above the finger. */
import { UNIT, type Geometry, type Point } from "./geometry";

/** The width of a finger, in pixels. */
export const FINGER = 44;

/**
 * The cell that a touch means: the touched one if it is a candidate, else the nearest candidate within a finger's width.
 * `candidates` has the likeliest sets first; `finger` is a width in the picture.
 */
export function touchedCell(geometry: Geometry, point: Point, finger: number, candidates: readonly ReadonlySet<string>[]): string | null {
  const touched = geometry.under(point)?.name ?? null;
  if (touched !== null && candidates.some((cells) => cells.has(touched))) return touched;
  const distance = (cell: string): number => {
    const { x, y } = geometry.centre(cell);
    return Math.max(Math.abs(x - point.x), Math.abs(y - point.y));
  };
  for (const cells of candidates) {
    const [nearest] = [...cells]
      .filter((cell) => geometry.cell(cell) && distance(cell) < finger / 2)
      .sort((one, other) => distance(one) - distance(other));
    if (nearest !== undefined) return nearest;
  }
  return touched;
}

const SIZE = 150;
/** Distance from the finger, so that the hand does not cover the magnifier. */
const AWAY = 36;

/** The board around a finger at full size, shown above it, with the meant cell marked. */
export class Magnifier {
  readonly #lens = document.createElement("div");
  readonly #glass = document.createElement("div");
  #cell: string | null = null;

  constructor(
    private readonly stage: HTMLElement,
    private readonly geometry: Geometry,
  ) {
    this.#lens.className = "loupe";
    this.#lens.ariaHidden = "true";
    this.#glass.style.width = `${geometry.width}px`;
    this.#glass.style.height = `${geometry.height}px`;
    this.#lens.append(this.#glass);
  }

  show(event: PointerEvent, point: Point, cell: string | null): void {
    if (!this.#lens.isConnected || cell !== this.#cell) this.#picture(cell);
    const box = this.stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const isRoomAbove = event.clientY > SIZE + AWAY;
    const left = isRoomAbove ? x - SIZE / 2 : x > box.width / 2 ? x - SIZE - AWAY : x + AWAY;
    const top = isRoomAbove ? y - SIZE - AWAY : Math.max(-box.top, y - SIZE / 2);
    this.#lens.style.left = `${Math.max(0, Math.min(box.width - SIZE, left))}px`;
    this.#lens.style.top = `${top}px`;
    this.#glass.style.translate = `${SIZE / 2 - point.x}px ${SIZE / 2 - point.y}px`;
    if (!this.#lens.isConnected) this.stage.append(this.#lens);
  }

  hide(): void {
    this.#lens.remove();
  }

  /** A copy of the board without the dragged piece, which would cover the target. */
  #picture(cell: string | null): void {
    this.#cell = cell;
    const drawn = [...this.stage.querySelectorAll(":scope > svg")].map((one) => one.cloneNode(true) as Element);
    for (const one of drawn) one.querySelector(".dragged")?.remove();
    this.#glass.replaceChildren(...drawn);
    const place = cell === null ? undefined : this.geometry.cell(cell);
    if (!place) return;
    const { x, y } = this.geometry.corner(place);
    const mark = document.createElement("div");
    mark.className = "meant";
    Object.assign(mark.style, { left: `${x}px`, top: `${y}px`, width: `${UNIT}px`, height: `${UNIT}px` });
    this.#glass.append(mark);
  }
}
