/** The cells as accessible elements over the picture: focused, clicked and read aloud. */
import { t } from "../texts/texts.svelte";
import type { WireToken } from "../net/wire.gen";
import { UNIT, type Geometry } from "./geometry";
import { sayCell } from "./speech";

/** The state of a cell for the player. */
export interface CellState {
  token: WireToken | undefined;
  isChosen: boolean;
  /** A chosen piece may go here. */
  isTarget: boolean;
  /** It may be clicked now. */
  isNext: boolean;
  /** Its piece may be dragged. */
  isGrabbed: boolean;
  /** A star is to be collected here. */
  isStarred: boolean;
}

export class Grid {
  readonly #cells = new Map<string, HTMLElement>();

  constructor(
    private readonly node: HTMLElement,
    private readonly geometry: Geometry,
  ) {
    node.setAttribute("aria-rowcount", String(geometry.rows));
    node.setAttribute("aria-colcount", String(geometry.columns));
    for (let row = 0; row < geometry.rows; row += 1) node.append(this.#row(row));
  }

  set name(value: string) {
    this.node.setAttribute("aria-label", value);
  }

  has(cell: string | null): cell is string {
    return cell !== null && this.#cells.has(cell);
  }

  /** Make this cell the tab stop of the grid. */
  tabStop(cell: string | null): void {
    for (const [name, node] of this.#cells) node.tabIndex = name === cell ? 0 : -1;
  }

  focus(cell: string): void {
    this.#cells.get(cell)?.focus();
  }

  mayGrab(cell: string): boolean {
    return this.#cells.get(cell)?.classList.contains("grab") ?? false;
  }

  /** Update names and classes of all cells. */
  label(stateOf: (cell: string) => CellState): void {
    for (const [name, node] of this.#cells) this.#labelOne(name, node, stateOf(name));
  }

  #labelOne(name: string, node: HTMLElement, state: CellState): void {
    const cell = this.geometry.cell(name);
    if (!cell) return;
    const words = [sayCell(this.geometry.manifest, cell, state.token)];
    if (state.isStarred) words.push(t("cell_star"));
    if (state.isChosen) words.push(t("cell_chosen"));
    else if (state.isTarget) words.push(t("cell_target"));
    const label = words.join(", ");
    // Set only on change: screen readers repeat it.
    if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
    node.classList.toggle("grab", state.isGrabbed);
    node.classList.toggle("point", state.isNext);
    node.setAttribute("aria-selected", String(state.isChosen));
  }

  #row(row: number): HTMLElement {
    const element = document.createElement("div");
    element.setAttribute("role", "row");
    for (let column = 0; column < this.geometry.columns; column += 1) {
      const cell = this.geometry.at(column, row);
      if (!cell) continue;
      const node = document.createElement("div");
      const { x, y } = this.geometry.corner(cell);
      const { width, height } = this.geometry;
      node.setAttribute("role", "gridcell");
      node.dataset["cell"] = cell.name;
      node.tabIndex = -1;
      Object.assign(node.style, {
        left: percent(x, width),
        top: percent(y, height),
        width: percent(UNIT, width),
        height: percent(UNIT, height),
      });
      element.append(node);
      this.#cells.set(cell.name, node);
    }
    return element;
  }
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(4)}%`;

/** The cell of an event's target. */
export const cellOf = (target: EventTarget | null): string | null =>
  (target as Element | null)?.closest<HTMLElement>("[data-cell]")?.dataset["cell"] ?? null;
