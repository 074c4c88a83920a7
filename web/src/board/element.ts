/**
 * `<tablier-board>`: the board of any game, drawn from its manifest and a frame, and the clicks that make moves on it.
 *
 * It knows no rules: legal moves come as gestures. It dispatches
 *   play {text, clicks}   refuse {clicks}   preview {moves}   clicks {clicks, buttons}   premove {clicks}
 *
 * This file holds the state; `tokens`, `hints` and `grid` draw it, `pointer` and `keyboard` turn input into clicks.
 */
import type { BoardEvent, Frame, LegalMove, Manifest, WireToken } from "../net/wire.gen";
import "./board.css";
import { Geometry, type Turn } from "./geometry";
import { click, completed, foreseen, nextClicks, previewed, wouldTake } from "./gestures";
import { Grid, cellOf, type CellState } from "./grid";
import { drawGround } from "./ground";
import { drawArrow, drawCross, drawDot, drawMarks, drawRing, drawTraces } from "./hints";
import { listenToKeys } from "./keyboard";
import { paint } from "./paint";
import { drawToken, type PieceSet } from "./pieces";
import { Pointer, type PointerTarget } from "./pointer";
import { after, sameTokens } from "../models/scene";
import type { Trace } from "../models/turns";
import { Tokens } from "./tokens";

/** A pointer that stays on a cell for this long, in milliseconds, asks for a preview; a quick move does not. */
const REST = 150;

export interface BoardEvents {
  play: { text: string; clicks: string[]; premove: boolean };
  refuse: { clicks: string[] };
  /** The pointer rests on a cell that would end or continue a move: `takes` is worth knowing. */
  preview: { moves: string[] };
  clicks: { clicks: string[]; buttons: string[] };
  premove: { clicks: string[] | null };
}

/** The parts of a drawn board; replaced when it is turned. */
interface Picture {
  geometry: Geometry;
  grid: Grid;
  tokens: Tokens;
  /** Under the pieces: marks, then rings around pieces; over them: everything else. */
  layers: Record<"under" | "rings" | "over", SVGGElement>;
}

export class TablierBoard extends HTMLElement implements PointerTarget {
  #manifest: Manifest | null = null;
  #frame: Frame | null = null;
  #legal: readonly LegalMove[] = [];
  #takes: Record<string, string[]> = {};
  #turn: Turn = 0;
  #coordinates = true;
  #set: PieceSet = "traditional";
  #lit: readonly string[] = [];
  #traces: readonly Trace[] = [];
  #seats: readonly number[] = [];
  #name = "";

  /** Animate moves, unless the system asks for reduced motion. */
  animated = true;
  /** Players may draw arrows with the right button. */
  drawable = false;

  #clicks: string[] = [];
  #premove: string[] | null = null;
  #pending: string[] = [];
  #hovered: string | null = null;
  #restTimer = 0;
  #focused: string | null = null;
  #arrows: readonly [string, string][] = [];
  /** Arrows drawn by the player, apart from those of the page. */
  #drawn: [string, string][] = [];
  #picture: Picture | null = null;

  // -- properties -----------------------------------------------------------------------------------------

  set manifest(value: Manifest | null) {
    if (value === this.#manifest) return;
    this.#manifest = value;
    this.#rebuild();
  }

  get manifest(): Manifest | null {
    return this.#manifest;
  }

  set turn(value: Turn) {
    if (value === this.#turn) return;
    this.#turn = value;
    this.#rebuild();
  }

  set coordinates(value: boolean) {
    if (value === this.#coordinates) return;
    this.#coordinates = value;
    this.#rebuild();
  }

  set pieceSet(value: PieceSet) {
    if (value === this.#set) return;
    this.#set = value;
    this.#picture?.tokens.redraw();
  }

  /** The accessible name of the grid. */
  set name(value: string) {
    this.#name = value;
    if (this.#picture) this.#picture.grid.name = value;
  }

  /** The legal moves that may be clicked; none while others play. */
  set legal(value: readonly LegalMove[]) {
    this.#legal = value;
    this.#setClicks([]);
    const waiting = this.#premove;
    if (waiting && value.length) {
      this.#setPremove(null);
      this.#playWaiting(waiting);
    }
    this.#refresh();
  }

  get legal(): readonly LegalMove[] {
    return this.#legal;
  }

  /** The cells that each legal move would take, by its text. */
  set takes(value: Record<string, string[]>) {
    this.#takes = value;
    this.#drawOver();
  }

  /** Cells to highlight. */
  set lit(value: readonly string[]) {
    this.#lit = value;
    this.#drawUnder();
  }

  /** What players did in turns that are to be seen, each in the colour of the seat. */
  set traces(value: readonly Trace[]) {
    this.#traces = value;
    this.#drawUnder();
  }

  /** The seats whose pieces may be premoved while others play. */
  set seats(value: readonly number[]) {
    this.#seats = value;
  }

  /** The clicks of a move that waits for confirmation. */
  set pending(value: readonly string[]) {
    this.#pending = [...value];
    this.#drawUnder();
  }

  /** Arrows of the page; from a cell to itself, a circle. */
  set arrows(value: readonly [string, string][]) {
    this.#arrows = value;
    this.#drawOver();
  }

  /** Show a frame; with the events that led to it, animated. */
  show(frame: Frame, events: readonly BoardEvent[] = []): void {
    const before = this.#frame;
    this.#frame = frame;
    const tokens = this.#picture?.tokens;
    if (!tokens) return;
    const follows = before !== null && events.length > 0 && sameTokens(after(before, events).scene.tokens, frame.tokens);
    tokens.settle();
    if (follows && this.#moves()) tokens.animate(events);
    else tokens.place(frame.tokens);
    tokens.forgetDropped();
    if (frame.ending) this.#setPremove(null);
    this.#refresh();
  }

  /** Shake: a move was refused. */
  shake(): void {
    if (!this.#moves()) return;
    const frames = [0, -5, 5, -4, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.querySelector(".stage")?.animate(frames, { duration: 380, easing: "ease-out" });
  }

  /** Put a dropped token back after a refused move. */
  restore(): void {
    const tokens = this.#picture?.tokens;
    if (!tokens || !this.#frame) return;
    tokens.forgetDropped();
    tokens.settle();
    tokens.place(this.#frame.tokens);
  }

  /** Update the accessible names of all cells. */
  relabel(): void {
    const next = nextClicks(this.#legal, this.#clicks);
    const starts = nextClicks(this.#legal, []);
    this.#picture?.grid.label((cell) => this.#stateOf(cell, next, starts));
  }

  // -- input ----------------------------------------------------------------------------------------------

  /** Click a cell or a button; true when that made a move. */
  press(target: string): boolean {
    if (!this.#legal.length) {
      this.#premoveClick(target);
      return false;
    }
    clearTimeout(this.#restTimer);
    const outcome = click(this.#legal, this.#clicks, target);
    switch (outcome.kind) {
      case "go-on":
        this.#setClicks(outcome.clicks);
        break;
      case "move":
        this.#made(outcome.move, outcome.clicks, false);
        break;
      case "cancel":
        this.#setClicks([]);
        break;
      case "refused":
        this.#setClicks([]);
        if (this.#worthAsking(outcome.clicks)) this.#tell("refuse", { clicks: outcome.clicks });
        break;
    }
    this.#refresh();
    return outcome.kind === "move";
  }

  cancel(): void {
    this.#setClicks([]);
    this.#setPremove(null);
    this.#refresh();
  }

  focusCell(name: string): void {
    this.#focused = name;
    this.#picture?.grid.tabStop(name);
    this.#picture?.grid.focus(name);
  }

  grasp(cell: string): boolean {
    if (!this.#picture?.grid.mayGrab(cell) || this.#clicks.includes(cell)) return true;
    const goesOn = this.#clicks.length > 0 && nextClicks(this.#legal, this.#clicks).has(cell);
    const isWholeMove = completed(this.#legal, [cell]) !== null;
    const endsPremove = !this.#legal.length && this.#clicks.length > 0;
    if (goesOn || isWholeMove || endsPremove) return true;
    this.#setClicks([]);
    this.press(cell);
    return false;
  }

  holds(cell: string): boolean {
    return this.#clicks.at(-1) === cell;
  }

  /** The next clicks of a move begun; then the pieces that could move instead, and the chosen ones. */
  candidates(): ReadonlySet<string>[] {
    return [nextClicks(this.#legal, this.#clicks), new Set([...nextClicks(this.#legal, []), ...this.#clicks])];
  }

  hover(cell: string | null): void {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    this.#drawOver();
    clearTimeout(this.#restTimer);
    const moves = cell === null ? [] : previewed(this.#legal, this.#clicks, cell).map((move) => move.text);
    if (moves.length) this.#restTimer = window.setTimeout(() => this.#tell("preview", { moves }), REST);
  }

  /** Add an arrow, or remove the same one. */
  draw(from: string, to: string): void {
    const kept = this.#drawn.filter(([one, other]) => one !== from || other !== to);
    this.#drawn = kept.length < this.#drawn.length ? kept : [...kept, [from, to]];
    this.#drawOver();
  }

  /** Remove the player's arrows. */
  erase(): void {
    if (!this.#drawn.length) return;
    this.#drawn = [];
    this.#drawOver();
  }

  setDragging(isDragging: boolean): void {
    this.classList.toggle("dragging", isDragging);
  }

  // -- lifecycle ------------------------------------------------------------------------------------------------------

  connectedCallback(): void {
    this.#rebuild();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#restTimer);
    this.#picture?.tokens.settle();
  }

  #tell<K extends keyof BoardEvents>(type: K, detail: BoardEvents[K]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #made({ text }: LegalMove, clicks: string[], premove: boolean): void {
    this.#setClicks([]);
    this.#tell("play", { text, clicks, premove });
  }

  /** Whether a refusal is worth explaining; a click on an empty cell is not. */
  #worthAsking(clicks: string[]): boolean {
    return clicks.length > 1 || this.#placements().length > 0 || this.#tokenAt(clicks[0] ?? "") !== undefined;
  }

  #setClicks(clicks: string[]): void {
    this.#clicks = clicks;
    const buttons = [...nextClicks(this.#legal, clicks)].filter((one) => !this.#picture?.geometry.cell(one));
    this.#tell("clicks", { clicks, buttons });
  }

  #tokenAt(cell: string): WireToken | undefined {
    return this.#frame?.tokens[cell];
  }

  #moves(): boolean {
    return this.animated && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // -- premoves ---------------------------------------------------------------------------------------

  #premoveClick(target: string): void {
    if (!this.#seats.length || !this.#frame || this.#frame.ending || !this.#picture?.geometry.cell(target)) return;
    const [from] = this.#clicks;
    if (from === undefined) {
      this.#setPremove(null);
      if (this.#isOwn(target)) this.#setClicks([target]);
    } else {
      this.#setClicks([]);
      if (from !== target) this.#setPremove([from, target]);
    }
    this.#refresh();
  }

  #isOwn(cell: string): boolean {
    const token = this.#tokenAt(cell);
    const seat = this.#manifest?.pieces.find((piece) => piece.id === token?.[0])?.seat;
    return seat !== undefined && seat !== null && this.#seats.includes(seat);
  }

  #setPremove(clicks: string[] | null): void {
    if (clicks === this.#premove) return;
    this.#premove = clicks;
    this.#tell("premove", { clicks });
  }

  #playWaiting([from, to]: string[]): void {
    const found = from !== undefined && to !== undefined ? foreseen(this.#legal, from, to) : null;
    if (found) queueMicrotask(() => this.#made(found.move, found.clicks, true));
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  #rebuild(): void {
    if (!this.#manifest || !this.isConnected) return;
    const hadFocus = this.contains(document.activeElement);
    this.#picture?.tokens.settle();
    this.classList.remove("dragging");
    const geometry = new Geometry(this.#manifest, this.#turn, this.#coordinates);
    this.#picture = this.#paint(geometry);
    const { grid, tokens } = this.#picture;
    grid.name = this.#name;
    if (!grid.has(this.#focused)) this.#focused = geometry.at(0, geometry.rows - 1)?.name ?? null;
    grid.tabStop(this.#focused);
    if (this.#frame) tokens.place(this.#frame.tokens);
    this.#refresh();
    // Keep the keyboard focus on the same cell when the board turns.
    if (hadFocus && this.#focused) this.focusCell(this.#focused);
  }

  #paint(geometry: Geometry): Picture {
    const box = `0 0 ${geometry.width} ${geometry.height}`;
    this.innerHTML = `<div class="stage">
      <svg class="ground" viewBox="${box}" aria-hidden="true">${drawGround(geometry, this.#coordinates)}</svg>
      <svg class="scene" viewBox="${box}" aria-hidden="true"><g data-layer="under"></g><g data-layer="rings"></g><g data-layer="tokens"></g><g data-layer="over"></g></svg>
      <div role="grid"></div></div>`;
    const stage = this.firstElementChild as HTMLElement;
    stage.style.aspectRatio = `${geometry.width} / ${geometry.height}`;
    this.style.setProperty("--columns", String(geometry.columns));
    const layer = (name: string): SVGGElement => stage.querySelector(`[data-layer=${name}]`) as SVGGElement;
    const tokens = new Tokens(layer("tokens"), geometry, (token) => this.#drawPiece(token));
    const grid = new Grid(stage.querySelector("[role=grid]") as HTMLElement, geometry);
    new Pointer(stage, geometry, tokens, this);
    listenToKeys(stage, geometry, this);
    this.#listen(stage);
    return { geometry, grid, tokens, layers: { under: layer("under"), rings: layer("rings"), over: layer("over") } };
  }

  #listen(stage: HTMLElement): void {
    // A click without a pointer comes from assistive technology.
    stage.addEventListener("click", (event) => {
      const cell = event.detail === 0 ? cellOf(event.target) : null;
      if (cell) this.press(cell);
    });
    stage.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (!cell) return;
      this.#focused = cell;
      this.#picture?.grid.tabStop(cell);
      if ((event.target as Element).matches(":focus-visible")) this.hover(cell);
    });
    stage.addEventListener("focusout", () => this.hover(null));
  }

  #drawPiece(token: WireToken): string {
    const piece = this.#manifest?.pieces.find((one) => one.id === token[0]);
    return piece ? drawToken(piece, token, this.#set) : "";
  }

  #refresh(): void {
    this.#drawUnder();
    this.#drawOver();
    this.relabel();
  }

  #drawUnder(): void {
    if (!this.#picture) return;
    const { geometry, layers } = this.#picture;
    const waiting = [...(this.#premove ?? []), ...this.#pending];
    const { last = [], decisive = [], ending, prompt } = this.#frame ?? {};
    const lit = this.#lit.length || !ending ? this.#lit : decisive.length ? decisive : last;
    const traces = this.#traces.map((trace) => {
      const { fill, edge } = paint(this.#manifest?.places[trace.seat ?? -1]?.colour ?? "");
      return { ...trace, colour: fill, edge };
    });
    const marks = drawMarks(geometry, { last, lit, chosen: this.#clicks, waiting, danger: prompt?.danger ?? [] });
    layers.under.innerHTML = drawTraces(geometry, traces) + marks;
  }

  #drawOver(): void {
    if (!this.#picture) return;
    const { geometry, layers } = this.#picture;
    const hovered = this.#hovered;
    const targets = this.#clicks.length ? [...nextClicks(this.#legal, this.#clicks)] : this.#placements();
    const cells = targets.filter((cell) => geometry.cell(cell));
    const isTaken = (cell: string): boolean => this.#tokenAt(cell) !== undefined;
    const crosses = hovered === null ? [] : wouldTake(this.#legal, this.#clicks, hovered, this.#takes);
    // Rings are drawn behind tokens; dots above tokens that overlap the free cell.
    layers.rings.innerHTML = cells
      .filter(isTaken)
      .map((cell) => drawRing(geometry, cell, cell === hovered))
      .join("");
    layers.over.innerHTML = [
      ...cells.filter((cell) => !isTaken(cell)).map((cell) => drawDot(geometry, cell, cell === hovered)),
      ...crosses.map((cell) => drawCross(geometry, cell)),
      ...[...this.#arrows, ...this.#drawn].map(([from, to]) => drawArrow(geometry, from, to)),
    ].join("");
  }

  /** Empty cells where a token may be placed with the first click. */
  #placements(): string[] {
    return [...nextClicks(this.#legal, [])].filter((cell) => this.#picture?.geometry.cell(cell) && !this.#tokenAt(cell));
  }

  #stateOf(cell: string, next: ReadonlySet<string>, starts: ReadonlySet<string>): CellState {
    const token = this.#tokenAt(cell);
    const isNext = next.has(cell);
    const mayStart = this.#legal.length ? starts.has(cell) : this.#isOwn(cell);
    const isChosen = this.#clicks.includes(cell);
    return { token, isChosen, isTarget: this.#clicks.length > 0 && isNext, isNext, isGrabbed: token !== undefined && mayStart };
  }
}

if (!customElements.get("tablier-board")) customElements.define("tablier-board", TablierBoard);
