/** Pointer input on the board: taps, dragged pieces, arrows drawn with the right button. */
import { FINGER, Magnifier, touchedCell } from "./touch";
import { UNIT, type Geometry, type Point } from "./geometry";
import type { Tokens } from "./tokens";

/** A pointer that moves less than this, in pixels, is a tap. */
const SLACK = 5;
const FINGER_SLACK = 10;
/** Distance of a dragged piece above the finger, so that it stays visible. */
const ABOVE_FINGER = 18;

/** What pointer input does to a board. */
export interface PointerTarget {
  /** Players may draw arrows with the right button. */
  readonly drawable: boolean;
  /** Choose the piece of a cell at pointerdown where possible; true when the tap still counts as a press. */
  grasp(cell: string): boolean;
  /** The piece of this cell was chosen last: a drag moves it. */
  holds(cell: string): boolean;
  /** Press a cell; true when that made a move. */
  press(cell: string): boolean;
  /** The cells that a touch may mean, the likeliest first. */
  candidates(): readonly ReadonlySet<string>[];
  hover(cell: string | null): void;
  draw(from: string, to: string): void;
  erase(): void;
  setDragging(isDragging: boolean): void;
}

interface Drag {
  pointer: number;
  cell: string;
  /** The cell under the pointer, which may differ from the one that a finger means. */
  touched: string | undefined;
  start: Point;
  moved: boolean;
  tapCounts: boolean;
}

export class Pointer {
  #drag: Drag | null = null;
  #drawing: string | null = null;
  readonly #magnifier: Magnifier;

  constructor(
    private readonly stage: HTMLElement,
    private readonly geometry: Geometry,
    private readonly tokens: Tokens,
    private readonly board: PointerTarget,
  ) {
    this.#magnifier = new Magnifier(stage, geometry);
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#moved(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", () => this.#letGo());
    stage.addEventListener("lostpointercapture", () => this.#letGo());
    stage.addEventListener("pointerleave", () => board.hover(null));
    stage.addEventListener("contextmenu", (event) => board.drawable && event.preventDefault());
  }

  /** The position of the pointer in the picture. */
  #point(event: PointerEvent): Point {
    const box = this.stage.getBoundingClientRect();
    const { width, height } = this.geometry;
    return { x: ((event.clientX - box.left) * width) / box.width, y: ((event.clientY - box.top) * height) / box.height };
  }

  #touched(event: PointerEvent): string | undefined {
    return this.geometry.under(this.#point(event))?.name;
  }

  #cell(event: PointerEvent): string | null {
    const finger = this.#finger(event);
    return finger ? touchedCell(this.geometry, this.#point(event), finger, this.board.candidates()) : (this.#touched(event) ?? null);
  }

  /** The width of a finger in the picture where it is wider than a cell; 0 for precise pointers. */
  #finger(event: PointerEvent): number {
    const finger = (FINGER * this.geometry.width) / this.stage.clientWidth / (visualViewport?.scale ?? 1);
    return event.pointerType === "touch" && finger > UNIT ? finger : 0;
  }

  #magnify(event: PointerEvent): void {
    if (this.#finger(event)) this.#magnifier.show(event, this.#point(event), this.#cell(event));
  }

  #down(event: PointerEvent): void {
    const cell = this.#cell(event);
    if (!cell || this.#drag) return;
    if (event.button === 2 && this.board.drawable) this.#drawing = cell;
    if (event.button !== 0) return;
    if (this.board.drawable) this.board.erase();
    this.#drag = {
      pointer: event.pointerId,
      cell,
      touched: this.#touched(event),
      start: { x: event.clientX, y: event.clientY },
      moved: false,
      tapCounts: this.board.grasp(cell),
    };
    // The release is reported here wherever it happens.
    this.stage.setPointerCapture(event.pointerId);
    this.#magnify(event);
  }

  #moved(event: PointerEvent): void {
    this.board.hover(this.#cell(event));
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.#magnify(event);
    const slack = this.#finger(event) ? FINGER_SLACK : SLACK;
    if (!drag.moved && Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) < slack) return;
    if (!this.board.holds(drag.cell)) return;
    if (!drag.moved) {
      if (!this.tokens.lift(drag.cell)) return;
      drag.moved = true;
      this.board.setDragging(true);
    }
    const { x, y } = this.#point(event);
    this.tokens.carry(drag.cell, { x, y: event.pointerType === "touch" ? y - ABOVE_FINGER : y });
  }

  #up(event: PointerEvent): void {
    const cell = this.#cell(event);
    const drag = this.#drag;
    if (event.button === 2) this.#endDrawing(cell);
    else if (drag?.pointer === event.pointerId) {
      this.#letGo();
      if (cell) this.#release(event, drag, cell);
    }
  }

  #endDrawing(cell: string | null): void {
    if (this.board.drawable && this.#drawing && cell) this.board.draw(this.#drawing, cell);
    this.#drawing = null;
  }

  #release(event: PointerEvent, drag: Drag, cell: string): void {
    if (drag.moved) {
      if (cell !== drag.cell && this.#touched(event) !== drag.touched && this.board.press(cell)) this.tokens.drop(drag.cell, cell);
    } else if (drag.tapCounts && (cell === drag.cell || this.#finger(event))) this.board.press(cell);
  }

  #letGo(): void {
    const drag = this.#drag;
    this.#drag = null;
    this.#magnifier.hide();
    if (!drag?.moved) return;
    this.board.setDragging(false);
    this.tokens.putBack(drag.cell);
  }
}
