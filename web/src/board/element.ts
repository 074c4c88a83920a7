/**
 * `<tablier-board>`: any game's board, drawn from its manifest and a frame, and the clicks that make moves on it.
 *
 * It knows no rules: what may be clicked comes as gestures. It tells what was done by events:
 *   play {text, clicks}   refuse {clicks}   choose {moves}   clicks {clicks, buttons}   premove {clicks}
 */
import { t } from "../texts/texts.svelte";
import type { BoardEvent, Frame, LegalMove, Manifest, Token, WireCell } from "../wire.gen";
import "./board.css";
import { Geometry, UNIT, type Point, type Turn } from "./geometry";
import { click, completed, nextClicks, possible, shortcut } from "./gestures";
import { drawGround } from "./ground";
import { drawToken, type PieceSet } from "./pieces";
import { after, sameTokens } from "./scene";
import { sayCell } from "./speech";
import { timeline } from "./timeline";

const SVG = "http://www.w3.org/2000/svg";
/** A pointer that moves less than this, in pixels, has only tapped. */
const SLACK = 5;

export interface BoardEvents {
  play: { text: string; clicks: string[]; premove: boolean };
  choose: { moves: LegalMove[]; clicks: string[] };
  refuse: { clicks: string[] };
  clicks: { clicks: string[]; buttons: string[] };
  premove: { clicks: string[] | null };
}

interface Standing {
  node: SVGGElement;
  token: Token;
}

interface Drag {
  pointer: number;
  cell: string;
  start: Point;
  moved: boolean;
  /** The piece was already chosen when it was pressed: a tap lets go of it. */
  chosenBefore: boolean;
}

export class TablierBoard extends HTMLElement {
  #manifest: Manifest | null = null;
  #frame: Frame | null = null;
  #legal: readonly LegalMove[] = [];
  #takes: Record<string, string[]> = {};
  #turn: Turn = 0;
  #coordinates = true;
  #set: PieceSet = "traditional";
  #lit: readonly string[] = [];
  #seats: readonly number[] = [];
  #name = "";

  /** Moves are shown as they happen; still pictures are for those who asked for less motion. */
  animated = true;
  /** Arrows and marks may be drawn with the right button. */
  drawable = false;

  #clicks: string[] = [];
  #premove: string[] | null = null;
  #pending: string[] = [];
  #hovered: string | null = null;
  #focused: string | null = null;
  #arrows: [string, string][] = [];
  #drawing: string | null = null;
  #drag: Drag | null = null;
  /** A token that was dropped where its move ends, and stays there until the move is known to count. */
  #dropped: SVGGElement | null = null;

  #geometry: Geometry | null = null;
  #standing = new Map<string, Standing>();
  #cells = new Map<string, HTMLElement>();
  #layers: Record<"under" | "rings" | "tokens" | "over", SVGGElement> | null = null;
  #scene: SVGSVGElement | null = null;
  #animations: Animation[] = [];
  #timers: number[] = [];
  #moves = 0;
  #built = false;

  // -- what is shown -----------------------------------------------------------------------------------------

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
    this.#redrawTokens();
  }

  /** What the grid is called. */
  set name(value: string) {
    this.#name = value;
    this.querySelector("[role=grid]")?.setAttribute("aria-label", value);
  }

  /** Where to click: the legal moves of whoever plays here, none when nobody does. */
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

  /** What each legal move would take, shown before it is made. */
  set takes(value: Record<string, string[]>) {
    this.#takes = value;
    this.#drawOver();
  }

  /** Cells to point out, because of a clause. */
  set lit(value: readonly string[]) {
    this.#lit = value;
    this.#drawUnder();
  }

  /** The seats whose pieces may be premoved while others play. */
  set seats(value: readonly number[]) {
    this.#seats = value;
  }

  /** A move that waits for a yes. */
  set pending(value: readonly string[]) {
    this.#pending = [...value];
    this.#drawUnder();
  }

  set arrows(value: [string, string][]) {
    this.#arrows = value;
    this.#drawOver();
  }

  get arrows(): [string, string][] {
    return this.#arrows;
  }

  /** Shows a frame; with the events that led to it, as they happen. */
  show(frame: Frame, events: readonly BoardEvent[] = []): void {
    const before = this.#frame;
    this.#frame = frame;
    if (!this.#built || !this.#geometry) return;
    const follows = before !== null && events.length > 0 && sameTokens(after(before, events).scene.tokens, frame.tokens);
    this.#settle();
    if (follows && this.animated && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#animate(events);
    else this.#placeTokens(frame.tokens);
    this.#dropped = null;
    if (frame.ending) this.#setPremove(null);
    this.#refresh();
  }

  /** A gentle no. */
  shake(): void {
    const scene = this.querySelector(".stage");
    if (!this.animated || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    scene?.animate([0, -5, 5, -4, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 380, easing: "ease-out" });
  }

  /** Everything back where it stands: what was dropped did not count. */
  restore(): void {
    this.#dropped = null;
    if (this.#built && this.#frame) {
      this.#settle();
      this.#placeTokens(this.#frame.tokens);
    }
  }

  /** The words of every cell again, in another language. */
  relabel(): void {
    this.#labels();
  }

  cancel(): void {
    this.#setClicks([]);
    this.#setPremove(null);
    this.#refresh();
  }

  /** A click on a cell or a button, by whatever means. */
  press(target: string): void {
    if (!this.#legal.length) {
      this.#premoveClick(target);
      return;
    }
    const outcome = click(this.#legal, this.#clicks, target);
    switch (outcome.kind) {
      case "go-on":
        this.#setClicks(outcome.clicks);
        break;
      case "move":
        this.#made(outcome.moves, outcome.clicks, false);
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
  }

  focusCell(name: string): void {
    this.#focused = name;
    this.#tabStops();
    this.#cells.get(name)?.focus();
  }

  // -- life ------------------------------------------------------------------------------------------------------

  connectedCallback(): void {
    this.#rebuild();
  }

  disconnectedCallback(): void {
    this.#settle();
  }

  #tell<K extends keyof BoardEvents>(type: K, detail: BoardEvents[K]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #made(moves: LegalMove[], clicks: string[], premove: boolean): void {
    this.#setClicks([]);
    this.#moves += 1;
    const [only] = moves;
    if (only && moves.length === 1) this.#tell("play", { text: only.text, clicks, premove });
    else this.#tell("choose", { moves, clicks });
  }

  /** Nobody wants to hear why an empty cell cannot move. */
  #worthAsking(clicks: string[]): boolean {
    const first = clicks[0] ?? "";
    if (clicks.length > 1) return true;
    const placing = [...nextClicks(this.#legal, [])].some((cell) => this.#cells.has(cell) && !this.#frame?.tokens[cell]);
    return placing || first in (this.#frame?.tokens ?? {});
  }

  #setClicks(clicks: string[]): void {
    if (!clicks.length && !this.#clicks.length) {
      this.#tell("clicks", { clicks, buttons: this.#buttons() });
      return;
    }
    this.#clicks = clicks;
    this.#tell("clicks", { clicks, buttons: this.#buttons() });
  }

  #buttons(): string[] {
    return [...nextClicks(this.#legal, this.#clicks)].filter((one) => !this.#geometry?.cell(one));
  }

  // -- a move made in advance ---------------------------------------------------------------------------------------

  #premoveClick(target: string): void {
    if (!this.#seats.length || !this.#frame || this.#frame.ending || !this.#geometry?.cell(target)) return;
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
    const token = this.#frame?.tokens[cell];
    const seat = this.#manifest?.pieces.find((piece) => piece.id === token?.[0])?.seat;
    return seat !== undefined && seat !== null && this.#seats.includes(seat);
  }

  #setPremove(clicks: string[] | null): void {
    if (clicks === this.#premove) return;
    this.#premove = clicks;
    this.#tell("premove", { clicks });
  }

  #playWaiting(clicks: string[]): void {
    const [from, to] = clicks;
    if (from === undefined || to === undefined) return;
    const moves = completed(this.#legal, clicks);
    const straight = moves.length ? clicks : shortcut(this.#legal, [from], to);
    const found = moves.length ? moves : straight ? completed(this.#legal, straight) : [];
    if (found.length === 1) queueMicrotask(() => this.#made(found, straight ?? clicks, true));
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  #rebuild(): void {
    if (!this.#manifest || !this.isConnected) return;
    this.#settle();
    const geometry = new Geometry(this.#manifest, this.#turn, this.#coordinates);
    this.#geometry = geometry;
    const hadFocus = this.contains(document.activeElement);
    const box = `0 0 ${geometry.width} ${geometry.height}`;
    this.innerHTML = `<div class="stage">
      <svg class="ground" viewBox="${box}" aria-hidden="true">${drawGround(geometry, this.#coordinates)}</svg>
      <svg class="scene" viewBox="${box}" aria-hidden="true"><g data-layer="under"></g><g data-layer="rings"></g><g data-layer="tokens"></g><g data-layer="over"></g></svg>
      <div role="grid"></div></div>`;
    const stage = this.firstElementChild as HTMLElement;
    stage.style.aspectRatio = `${geometry.width} / ${geometry.height}`;
    this.style.setProperty("--columns", String(geometry.columns));
    this.#scene = stage.querySelector(".scene");
    const layer = (name: string): SVGGElement => stage.querySelector(`[data-layer=${name}]`) as SVGGElement;
    this.#layers = { under: layer("under"), rings: layer("rings"), tokens: layer("tokens"), over: layer("over") };
    this.#buildGrid(stage.querySelector("[role=grid]") as HTMLElement, geometry);
    this.#standing.clear();
    this.#listen(stage);
    this.#built = true;
    if (this.#frame) this.#placeTokens(this.#frame.tokens);
    this.#refresh();
    // Whoever plays by keyboard stays on the same cell of a board that turns.
    if (hadFocus && this.#focused) this.focusCell(this.#focused);
  }

  #buildGrid(grid: HTMLElement, geometry: Geometry): void {
    grid.setAttribute("aria-label", this.#name);
    grid.setAttribute("aria-rowcount", String(geometry.rows));
    grid.setAttribute("aria-colcount", String(geometry.columns));
    this.#cells.clear();
    const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(4)}%`;
    for (let row = 0; row < geometry.rows; row += 1) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < geometry.columns; column += 1) {
        const cell = geometry.at(column, row);
        if (!cell) continue;
        const node = document.createElement("div");
        const { x, y } = geometry.corner(cell);
        node.setAttribute("role", "gridcell");
        node.dataset["cell"] = cell.name;
        node.tabIndex = -1;
        Object.assign(node.style, {
          left: percent(x, geometry.width),
          top: percent(y, geometry.height),
          width: percent(UNIT, geometry.width),
          height: percent(UNIT, geometry.height),
        });
        line.append(node);
        this.#cells.set(cell.name, node);
      }
      grid.append(line);
    }
    if (this.#focused === null || !this.#cells.has(this.#focused)) this.#focused = geometry.at(0, geometry.rows - 1)?.name ?? null;
    this.#tabStops();
  }

  #tabStops(): void {
    for (const [name, node] of this.#cells) node.tabIndex = name === this.#focused ? 0 : -1;
  }

  #piece(token: Token): string {
    const piece = this.#manifest?.pieces.find((one) => one.id === token[0]);
    return piece ? drawToken(piece, token, this.#set) : "";
  }

  #newToken(cell: string, token: Token): Standing {
    const node = document.createElementNS(SVG, "g");
    node.setAttribute("class", "token");
    node.innerHTML = this.#piece(token);
    this.#moveTo(node, cell);
    this.#layers?.tokens.append(node);
    return { node, token };
  }

  #moveTo(node: SVGGElement, cell: string): void {
    const { x, y } = this.#geometry?.centre(cell) ?? { x: 0, y: 0 };
    node.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** Every token where it stands, those at the back first; what already stands right is left alone. */
  #placeTokens(tokens: Record<string, Token>): void {
    if (!this.#layers || !this.#geometry) return;
    for (const [cell, { node, token }] of this.#standing) {
      const there = tokens[cell];
      if (there && there[0] === token[0] && there[1] === token[1]) continue;
      node.remove();
      this.#standing.delete(cell);
    }
    for (const [cell, token] of Object.entries(tokens)) {
      const standing = this.#standing.get(cell) ?? this.#newToken(cell, token);
      this.#moveTo(standing.node, cell);
      this.#standing.set(cell, standing);
    }
    this.#sortTokens();
  }

  #sortTokens(): void {
    const row = (cell: string): number => this.#geometry?.centre(cell).y ?? 0;
    const sorted = [...this.#standing].sort(([one], [other]) => row(one) - row(other));
    this.#layers?.tokens.append(...sorted.map(([, { node }]) => node));
  }

  #redrawTokens(): void {
    for (const { node, token } of this.#standing.values()) node.innerHTML = this.#piece(token);
  }

  /** Ends whatever still moves. */
  #settle(): void {
    for (const animation of this.#animations) animation.cancel();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#layers?.tokens.querySelectorAll(".leaving").forEach((node) => node.remove());
    this.#animations = [];
    this.#timers = [];
    this.#standing.forEach((standing, cell) => {
      standing.node.innerHTML = this.#piece(standing.token);
      this.#moveTo(standing.node, cell);
    });
  }

  #animate(events: readonly BoardEvent[]): void {
    const timed = timeline(events);
    const total = Math.max(1, ...timed.map(({ start, duration }) => start + duration));
    const tracks = new Map<SVGGElement, Keyframe[]>();
    const centre = (cell: string): string => {
      const { x, y } = this.#geometry?.centre(cell) ?? { x: 0, y: 0 };
      return `translate(${x}px, ${y}px)`;
    };
    const travel = (node: SVGGElement, from: string, to: string, start: number, duration: number): void => {
      // Whoever dragged a piece has already seen it go.
      if (node === this.#dropped) return;
      const track = tracks.get(node) ?? [{ transform: centre(from), offset: 0 }];
      track.push({ transform: centre(from), offset: start / total, easing: "cubic-bezier(.4,0,.2,1)" }, { transform: centre(to), offset: Math.min(1, (start + duration) / total) });
      tracks.set(node, track);
    };
    const run = (node: SVGGElement, frames: Keyframe[], options: KeyframeAnimationOptions): void => {
      this.#animations.push(node.animate(frames, options));
    };
    for (const { event, start, duration } of timed) {
      const cell = event.cell ?? "";
      const to = event.to ?? "";
      const here = this.#standing.get(cell);
      const there = this.#standing.get(to);
      switch (event.verb) {
        case "move":
          if (!here) break;
          travel(here.node, cell, to, start, duration);
          this.#standing.delete(cell);
          this.#standing.set(to, here);
          break;
        case "swap":
          this.#standing.delete(cell);
          this.#standing.delete(to);
          if (here) {
            travel(here.node, cell, to, start, duration);
            this.#standing.set(to, here);
          }
          if (there) {
            travel(there.node, to, cell, start, duration);
            this.#standing.set(cell, there);
          }
          break;
        case "remove":
          if (!here) break;
          this.#standing.delete(cell);
          here.node.classList.add("leaving");
          run(here.node, [{ opacity: 1 }, { opacity: 0 }], { delay: start, duration, fill: "both" });
          this.#timers.push(window.setTimeout(() => here.node.remove(), start + duration));
          break;
        case "add": {
          if (!event.token) break;
          const added = this.#newToken(cell, event.token);
          this.#standing.set(cell, added);
          run(added.node, [{ opacity: 0 }, { opacity: 1 }], { delay: start, duration, fill: "backwards" });
          break;
        }
        case "alter": {
          if (!here || !event.token) break;
          const token = event.token;
          here.token = token;
          this.#timers.push(window.setTimeout(() => (here.node.innerHTML = this.#piece(token)), start));
          break;
        }
        case "roll":
        case "pass":
        case "gauge":
          break;
      }
    }
    this.#standing.forEach((standing, cell) => this.#moveTo(standing.node, cell));
    this.#sortTokens();
    for (const [node, track] of tracks) {
      this.#layers?.tokens.append(node);
      const last = track.at(-1);
      if (last) track.push({ ...last, offset: 1 });
      run(node, track, { duration: total });
    }
    this.#timers.push(window.setTimeout(() => this.#sortTokens(), total));
  }

  // -- hints --------------------------------------------------------------------------------------------------------------

  #refresh(): void {
    if (!this.#built) return;
    this.#drawUnder();
    this.#drawOver();
    this.#labels();
  }

  #square(cell: string, attributes: string, inset = 0): string {
    const place = this.#geometry?.cell(cell);
    if (!place || !this.#geometry) return "";
    const { x, y } = this.#geometry.corner(place);
    const side = UNIT - 2 * inset;
    return `<rect x="${x + inset}" y="${y + inset}" width="${side}" height="${side}" ${attributes}/>`;
  }

  #drawUnder(): void {
    if (!this.#layers) return;
    const last = (this.#frame?.last ?? []).map((cell) => this.#square(cell, 'class="last"', 1.5));
    const lit = this.#lit.map((cell) => this.#square(cell, 'class="lit" rx="3"', 2.5));
    const chosen = this.#clicks.map((cell) => this.#square(cell, 'class="chosen" rx="3"', 1.5));
    const waiting = [...(this.#premove ?? []), ...this.#pending].map((cell) => this.#square(cell, 'class="waiting" rx="3"', 2));
    this.#layers.under.innerHTML = [...last, ...lit, ...chosen, ...waiting].join("");
  }

  #drawOver(): void {
    if (!this.#layers || !this.#geometry) return;
    const targets = this.#clicks.length && this.#legal.length ? [...nextClicks(this.#legal, this.#clicks)] : this.#placements();
    const cells = targets.filter((cell) => this.#geometry?.cell(cell));
    const occupied = (cell: string): boolean => Boolean(this.#frame?.tokens[cell]);
    // Around a token, so behind it; on a free cell, above whatever leans over it.
    this.#layers.rings.innerHTML = cells.filter(occupied).map((cell) => this.#target(cell)).join("");
    const dots = cells.filter((cell) => !occupied(cell)).map((cell) => this.#target(cell));
    const crosses = this.#wouldTake().map((cell) => {
      const { x, y } = this.#geometry?.centre(cell) ?? { x: 0, y: 0 };
      const path = `M${x - 9} ${y - 9}l18 18M${x - 9} ${y + 9}l18-18`;
      return `<path class="take-edge" d="${path}"/><path class="take" d="${path}"/>`;
    });
    const arrows = this.#arrows.map(([from, to]) => this.#arrow(from, to));
    this.#layers.over.innerHTML = [...dots, ...crosses, ...arrows].join("");
  }

  /** Where something may be put down at once: shown only when it is few, or under the pointer. */
  #placements(): string[] {
    const cells = [...nextClicks(this.#legal, [])].filter((cell) => this.#geometry?.cell(cell) && !this.#frame?.tokens[cell]);
    return cells;
  }

  #target(cell: string): string {
    const { x, y } = this.#geometry?.centre(cell) ?? { x: 0, y: 0 };
    const hot = cell === this.#hovered ? " hot" : "";
    if (this.#frame?.tokens[cell]) return this.#square(cell, `class="target ring${hot}" rx="6"`, 2.5);
    return `<circle class="target${hot}" cx="${x}" cy="${y}" r="${hot ? 10 : 7}"/>`;
  }

  /** What every move that the cell under the pointer leaves possible would take. */
  #wouldTake(): string[] {
    const target = this.#hovered;
    if (target === null || !this.#legal.length) return [];
    const onward = nextClicks(this.#legal, this.#clicks).has(target) ? [...this.#clicks, target] : this.#clicks.length ? shortcut(this.#legal, this.#clicks, target) : null;
    if (!onward || (!this.#clicks.length && !completed(this.#legal, onward).length)) return [];
    const [first, ...others] = possible(this.#legal, onward).map((move) => new Set(this.#takes[move.text] ?? []));
    return [...(first ?? [])].filter((cell) => others.every((set) => set.has(cell)));
  }

  #arrow(from: string, to: string): string {
    if (!this.#geometry) return "";
    const [one, other] = [this.#geometry.centre(from), this.#geometry.centre(to)];
    if (from === to) return `<circle class="drawn" cx="${one.x}" cy="${one.y}" r="20"/>`;
    const length = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    const [dx, dy] = [(other.x - one.x) / length, (other.y - one.y) / length];
    const at = (back: number, side: number): string => `${other.x - back * dx - side * dy} ${other.y - back * dy + side * dx}`;
    return `<path class="drawn" d="M${one.x + 12 * dx} ${one.y + 12 * dy}L${at(14, 0)}"/><path class="drawn-head" d="M${at(2, 0)}L${at(17, 8)}L${at(17, -8)}z"/>`;
  }

  #labels(): void {
    const manifest = this.#manifest;
    if (!manifest) return;
    const next = this.#legal.length ? nextClicks(this.#legal, this.#clicks) : new Set<string>();
    const starts = this.#legal.length ? nextClicks(this.#legal, []) : new Set<string>();
    for (const [name, node] of this.#cells) {
      const cell = this.#geometry?.cell(name) as WireCell;
      const chosen = this.#clicks.includes(name);
      const words = [sayCell(manifest, cell, this.#frame?.tokens[name])];
      if (chosen) words.push(t("cell_chosen"));
      else if (this.#clicks.length && next.has(name)) words.push(t("cell_target"));
      const label = words.join(", ");
      if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
      const grab = Boolean(this.#frame?.tokens[name]) && (starts.has(name) || (!this.#legal.length && this.#isOwn(name)));
      node.classList.toggle("grab", grab);
      node.classList.toggle("point", next.has(name));
      node.setAttribute("aria-selected", String(chosen));
    }
  }

  // -- pointer and keys ---------------------------------------------------------------------------------------------------------

  #listen(stage: HTMLElement): void {
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#moved(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", () => this.#letGo());
    stage.addEventListener("lostpointercapture", () => this.#letGo());
    stage.addEventListener("pointerleave", () => this.#hover(null));
    stage.addEventListener("contextmenu", (event) => this.drawable && event.preventDefault());
    stage.addEventListener("keydown", (event) => this.#key(event));
    // A click without a pointer comes from a screen reader or a switch.
    stage.addEventListener("click", (event) => {
      const cell = event.detail === 0 ? cellOf(event.target) : null;
      if (cell) this.press(cell);
    });
    stage.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (!cell) return;
      this.#focused = cell;
      this.#tabStops();
      if ((event.target as Element).matches(":focus-visible")) this.#hover(cell);
    });
    stage.addEventListener("focusout", () => this.#hover(null));
  }

  #point(event: PointerEvent): Point {
    const box = this.#scene?.getBoundingClientRect();
    const geometry = this.#geometry;
    if (!box || !geometry) return { x: 0, y: 0 };
    return { x: ((event.clientX - box.left) * geometry.width) / box.width, y: ((event.clientY - box.top) * geometry.height) / box.height };
  }

  #hover(cell: string | null): void {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    this.#drawOver();
  }

  #down(event: PointerEvent): void {
    const cell = this.#geometry?.under(this.#point(event))?.name;
    if (!cell || this.#drag) return;
    if (event.button === 2) {
      if (this.drawable) this.#drawing = cell;
      return;
    }
    if (event.button !== 0) return;
    if (this.#arrows.length && this.drawable) this.arrows = [];
    const node = this.#cells.get(cell);
    const grab = node?.classList.contains("grab") ?? false;
    const isNext = nextClicks(this.#legal, this.#clicks).has(cell);
    if (grab && (!this.#clicks.length || !isNext)) {
      const chosenBefore = this.#clicks.includes(cell);
      this.#drag = { pointer: event.pointerId, cell, start: { x: event.clientX, y: event.clientY }, moved: false, chosenBefore };
      const single = completed(this.#legal, [cell]).length > 0;
      if (!chosenBefore && !single && (this.#legal.length || !this.#clicks.length)) {
        this.#setClicks([]);
        if (this.#legal.length) this.press(cell);
        else this.#premoveClick(cell);
      } else if (!chosenBefore) this.#drag.chosenBefore = true;
    } else {
      this.#drag = { pointer: event.pointerId, cell, start: { x: event.clientX, y: event.clientY }, moved: false, chosenBefore: true };
    }
    // Wherever the pointer is let go, we hear of it.
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  #moved(event: PointerEvent): void {
    const point = this.#point(event);
    const cell = this.#geometry?.under(point)?.name ?? null;
    this.#hover(cell);
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) < SLACK) return;
    const standing = this.#standing.get(drag.cell);
    if (!standing || this.#clicks.at(-1) !== drag.cell) return;
    if (!drag.moved) {
      drag.moved = true;
      this.classList.add("dragging");
      standing.node.classList.add("dragged");
      this.#layers?.over.after(standing.node);
    }
    standing.node.setAttribute("transform", `translate(${point.x.toFixed(1)} ${(point.y - (event.pointerType === "touch" ? 18 : 0)).toFixed(1)}) scale(1.12)`);
  }

  #up(event: PointerEvent): void {
    const cell = this.#geometry?.under(this.#point(event))?.name;
    if (event.button === 2) {
      if (this.drawable && this.#drawing && cell) this.#draw(this.#drawing, cell);
      this.#drawing = null;
      return;
    }
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    const wasDragged = drag.moved;
    const standing = this.#standing.get(drag.cell);
    this.#letGo();
    if (!cell) return;
    if (wasDragged) {
      if (cell === drag.cell) return;
      const made = this.#moves;
      this.press(cell);
      if (this.#moves > made && standing) {
        this.#dropped = standing.node;
        this.#moveTo(standing.node, cell);
      }
    } else if (cell === drag.cell && drag.chosenBefore) this.press(cell);
  }

  #letGo(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.moved) return;
    this.classList.remove("dragging");
    const standing = this.#standing.get(drag.cell);
    if (!standing) return;
    standing.node.classList.remove("dragged");
    this.#moveTo(standing.node, drag.cell);
    this.#sortTokens();
  }

  #draw(from: string, to: string): void {
    const kept = this.#arrows.filter(([one, other]) => one !== from || other !== to);
    this.arrows = kept.length < this.#arrows.length ? kept : [...kept, [from, to]];
  }

  #key(event: KeyboardEvent): void {
    const cell = cellOf(event.target);
    if (!cell || !this.#geometry || event.altKey || event.ctrlKey || event.metaKey) return;
    const place = this.#geometry.place(this.#geometry.cell(cell) as WireCell);
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const ends: Record<string, number> = { Home: 0, End: this.#geometry.columns - 1 };
    const end = ends[event.key];
    if (step) {
      const next = this.#geometry.at(place.x + step[0], place.y + step[1]);
      if (next) this.focusCell(next.name);
    } else if (end !== undefined) {
      const next = this.#geometry.at(end, place.y);
      if (next) this.focusCell(next.name);
    } else if (event.key === "Enter" || event.key === " ") this.press(cell);
    else if (event.key === "Escape") this.cancel();
    else return;
    event.preventDefault();
  }
}

const cellOf = (target: EventTarget | null): string | null => (target as Element | null)?.closest<HTMLElement>("[data-cell]")?.dataset["cell"] ?? null;

if (!customElements.get("tablier-board")) customElements.define("tablier-board", TablierBoard);
