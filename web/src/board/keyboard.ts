/** Keyboard input on the board: arrows, Home and End move the focus, Enter and space press, Escape cancels. */
import type { Geometry } from "./geometry";
import { cellOf } from "./grid";

export interface KeyboardTarget {
  press(cell: string): void;
  cancel(): void;
  focusCell(cell: string): void;
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToKeys(stage: HTMLElement, geometry: Geometry, board: KeyboardTarget): void {
  stage.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!walk(geometry, board, cell, event.key) && !act(board, cell, event.key)) return;
    event.preventDefault();
  });
}

function walk(geometry: Geometry, board: KeyboardTarget, name: string, key: string): boolean {
  const cell = geometry.cell(name);
  if (!cell) return false;
  const { x, y } = geometry.place(cell);
  const ends: Record<string, number> = { Home: 0, End: geometry.columns - 1 };
  const [step, end] = [STEPS[key], ends[key]];
  if (!step && end === undefined) return false;
  const next = step ? geometry.at(x + step[0], y + step[1]) : geometry.at(end ?? x, y);
  if (next) board.focusCell(next.name);
  return true;
}

function act(board: KeyboardTarget, cell: string, key: string): boolean {
  if (key === "Enter" || key === " ") board.press(cell);
  else if (key === "Escape") board.cancel();
  else return false;
  return true;
}
