/** The tokens on the board: placing, animating and dragging them. */
import type { BoardEvent, WireToken } from "../net/wire.gen";
import type { Geometry, Point } from "./geometry";
import { timeline, type Timed } from "./timeline";

const SVG = "http://www.w3.org/2000/svg";

interface Standing {
  node: SVGGElement;
  token: WireToken;
}

export class Tokens {
  readonly #standing = new Map<string, Standing>();
  #animations: Animation[] = [];
  #timers: number[] = [];
  /** A token dropped on its target, until the move is acknowledged or refused. */
  #dropped: SVGGElement | null = null;

  constructor(
    private readonly layer: SVGGElement,
    private readonly geometry: Geometry,
    private readonly draw: (token: WireToken) => string,
  ) {}

  /** Place all tokens, back rows first; unchanged ones are kept. */
  place(tokens: Record<string, WireToken>): void {
    for (const [cell, { node, token }] of this.#standing) {
      const there = tokens[cell];
      if (there && there[0] === token[0] && there[1] === token[1]) continue;
      node.remove();
      this.#standing.delete(cell);
    }
    for (const [cell, token] of Object.entries(tokens)) {
      const standing = this.#standing.get(cell) ?? this.#create(cell, token);
      this.#moveTo(standing.node, cell);
      this.#standing.set(cell, standing);
    }
    this.#sort();
  }

  /** Draw all tokens again, for another piece set. */
  redraw(): void {
    for (const { node, token } of this.#standing.values()) node.innerHTML = this.draw(token);
  }

  /** End all animations. */
  settle(): void {
    for (const animation of this.#animations) animation.cancel();
    for (const timer of this.#timers) clearTimeout(timer);
    this.layer.querySelectorAll(".leaving").forEach((node) => node.remove());
    this.#animations = [];
    this.#timers = [];
    this.#standing.forEach((standing, cell) => {
      standing.node.innerHTML = this.draw(standing.token);
      this.#moveTo(standing.node, cell);
    });
  }

  /** Animate events. */
  animate(events: readonly BoardEvent[]): void {
    const timed = timeline(events);
    const journeys = new Journeys(this.geometry, Math.max(1, ...timed.map(({ start, duration }) => start + duration)));
    for (const one of timed) this.#enact(one, journeys);
    this.#standing.forEach((standing, cell) => this.#moveTo(standing.node, cell));
    this.#sort();
    for (const [node, frames] of journeys.all()) {
      // A dragged token is already there.
      if (node === this.#dropped) continue;
      this.layer.append(node);
      this.#run(node, frames, { duration: journeys.total });
    }
    this.#timers.push(window.setTimeout(() => this.#sort(), journeys.total));
  }

  // -- dragging ------------------------------------------------------------------------------------

  /** Raise the token of a cell above all others; false for an empty cell. */
  lift(cell: string): boolean {
    const node = this.#standing.get(cell)?.node;
    if (!node) return false;
    node.classList.add("dragged");
    this.layer.parentNode?.append(node);
    return true;
  }

  carry(cell: string, { x, y }: Point): void {
    this.#standing.get(cell)?.node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(1.12)`);
  }

  /** Put a dragged token back on its cell. */
  putBack(cell: string): void {
    const node = this.#standing.get(cell)?.node;
    if (!node) return;
    node.classList.remove("dragged");
    this.#moveTo(node, cell);
    this.#sort();
  }

  /** Leave a token on the target of its move until the server answers. */
  drop(cell: string, to: string): void {
    const node = this.#standing.get(cell)?.node;
    if (!node) return;
    this.#dropped = node;
    this.#moveTo(node, to);
  }

  forgetDropped(): void {
    this.#dropped = null;
  }

  // -- drawing -------------------------------------------------------------------------------------------

  #create(cell: string, token: WireToken): Standing {
    const node = document.createElementNS(SVG, "g");
    node.setAttribute("class", "token");
    node.innerHTML = this.draw(token);
    this.#moveTo(node, cell);
    this.layer.append(node);
    return { node, token };
  }

  #moveTo(node: SVGGElement, cell: string): void {
    const { x, y } = this.geometry.centre(cell);
    node.setAttribute("transform", `translate(${x} ${y})`);
  }

  #sort(): void {
    const row = (cell: string): number => this.geometry.centre(cell).y;
    const sorted = [...this.#standing].sort(([one], [other]) => row(one) - row(other));
    this.layer.append(...sorted.map(([, { node }]) => node));
  }

  #run(node: SVGGElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    this.#animations.push(node.animate(frames, options));
  }

  #later(milliseconds: number, act: () => void): void {
    this.#timers.push(window.setTimeout(act, milliseconds));
  }

  #enact({ event, start, duration }: Timed, journeys: Journeys): void {
    const cell = event.cell ?? "";
    const to = event.to ?? "";
    const here = this.#standing.get(cell);
    const there = this.#standing.get(to);
    switch (event.verb) {
      case "move":
        if (!here) break;
        journeys.add(here.node, cell, to, start, duration);
        this.#standing.delete(cell);
        this.#standing.set(to, here);
        break;
      case "swap":
        this.#standing.delete(cell);
        this.#standing.delete(to);
        if (here) {
          journeys.add(here.node, cell, to, start, duration);
          this.#standing.set(to, here);
        }
        if (there) {
          journeys.add(there.node, to, cell, start, duration);
          this.#standing.set(cell, there);
        }
        break;
      case "remove":
        if (!here) break;
        this.#standing.delete(cell);
        here.node.classList.add("leaving");
        this.#run(here.node, [{ opacity: 1 }, { opacity: 0 }], { delay: start, duration, fill: "both" });
        this.#later(start + duration, () => here.node.remove());
        break;
      case "add": {
        if (!event.token) break;
        const added = this.#create(cell, event.token);
        this.#standing.set(cell, added);
        this.#run(added.node, [{ opacity: 0 }, { opacity: 1 }], { delay: start, duration, fill: "backwards" });
        break;
      }
      case "alter": {
        if (!here || !event.token) break;
        const token = event.token;
        here.token = token;
        this.#later(start, () => (here.node.innerHTML = this.draw(token)));
        break;
      }
      case "roll":
      case "pass":
      case "gauge":
        break;
    }
  }
}

/** The paths of tokens during a move, as keyframes of one common duration. */
class Journeys {
  readonly #frames = new Map<SVGGElement, Keyframe[]>();

  constructor(
    private readonly geometry: Geometry,
    readonly total: number,
  ) {}

  add(node: SVGGElement, from: string, to: string, start: number, duration: number): void {
    const frames = this.#frames.get(node) ?? [{ transform: this.#at(from), offset: 0 }];
    frames.push(
      { transform: this.#at(from), offset: start / this.total, easing: "cubic-bezier(.4,0,.2,1)" },
      { transform: this.#at(to), offset: Math.min(1, (start + duration) / this.total) },
    );
    this.#frames.set(node, frames);
  }

  /** Each token with its keyframes; a token that has arrived waits for the others. */
  all(): [SVGGElement, Keyframe[]][] {
    return [...this.#frames].map(([node, frames]) => [node, [...frames, { ...frames.at(-1), offset: 1 }]]);
  }

  #at(cell: string): string {
    const { x, y } = this.geometry.centre(cell);
    return `translate(${x}px, ${y}px)`;
  }
}
