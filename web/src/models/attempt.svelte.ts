/** An attempt at an exercise of a lesson: the moves so far, what the server says of them, and what is shown. */
import { post } from "../net/api";
import { withRetry } from "../net/retry";
import type { AttemptRequest, AttemptStep, AttemptView, WireExercise } from "../net/wire.gen";
import { say, t } from "../texts/texts.svelte";
import { announce } from "./announcement.svelte";
import { PACE } from "./pace";
import { cellsNamed } from "./positions";
import { settings } from "./settings.svelte";
import { play as sound } from "./sound";
import { earn } from "./stars.svelte";

export interface Remark {
  kind: "good" | "wrong" | "plain";
  words: string;
}

export class LessonAttempt {
  /** What the server said last. */
  view = $state.raw<AttemptView>(NOWHERE);
  /** The board that is shown. */
  shown = $state.raw<AttemptStep | null>(null);
  remark = $state.raw<Remark | null>(null);
  lit = $state.raw<readonly string[]>([]);
  failed = $state.raw<unknown>(null);
  /** Whether moves are being shown, one after the other. */
  busy = $state(false);
  /** The solution is being shown. */
  #showing = $state(false);
  #moves: string[] = [];
  #run = 0;

  constructor(
    private readonly game: string,
    private readonly exercise: WireExercise,
    private readonly cells: readonly { name: string }[],
  ) {}

  get state(): AttemptView["state"] {
    return this.view.state;
  }

  get legal(): AttemptView["legal"] {
    return this.busy || this.#showing || this.state !== "going" ? [] : (this.view.legal ?? []);
  }

  get used(): number {
    return this.view.used ?? 0;
  }

  /** Begin, or begin again; what that looks like is known. */
  restart(): void {
    this.#run += 1;
    this.#moves = [];
    this.#showing = this.busy = false;
    this.remark = null;
    this.lit = [];
    this.view = this.exercise.start;
    this.shown = this.exercise.start.steps[0] ?? null;
  }

  async back(): Promise<void> {
    this.remark = null;
    await this.#ask(this.#moves.slice(0, -1), true);
  }

  async play(text: string): Promise<void> {
    this.lit = [];
    this.remark = null;
    await this.#ask([...this.#moves, text]);
    this.#judge();
  }

  /** Clicks that made no move: ask why. */
  async refuse(clicks: string[]): Promise<void> {
    const view = await this.#send({ moves: this.#moves, clicks });
    if (view?.why) this.#refused(view.why);
  }

  /** Light the piece that moves next on a shortest way. */
  hint(): void {
    const { solution } = this.exercise;
    const isOnTheWay = this.#moves.every((move, index) => move === solution[index]) && this.#moves.length < solution.length;
    if (!isOnTheWay) this.restart();
    this.lit = cellsNamed(solution[this.#moves.length] ?? "", this.cells).slice(0, 1);
    this.#say("plain", t(isOnTheWay ? "lesson_hint_piece" : "lesson_hint_start"));
  }

  /** Play a shortest way from the start. */
  async show(): Promise<void> {
    this.restart();
    this.#showing = true;
    for (const move of this.exercise.solution) {
      await pause();
      if (!this.#showing) return;
      await this.#ask([...this.#moves, move]);
    }
    await pause();
    if (!this.#showing) return;
    this.restart();
    this.#say("plain", t("lesson_shown"));
  }

  #judge(): void {
    const { view } = this;
    if (view.why) {
      this.#refused(view.why);
      return;
    }
    if (view.state === "solved") {
      const praise = say(this.exercise.praise);
      const most = this.exercise.solution.length;
      earn(this.game, this.exercise.id, view.stars ?? 0);
      this.#say("good", view.stars === 3 ? t("lesson_solved", { praise }) : t("lesson_shorter", { praise, n: most }));
    } else if (view.state === "failed") {
      const said = view.steps.at(-1)?.frame.ending?.said;
      this.#say(
        "wrong",
        said ? t("lesson_lost", { said: say(said) }) : t(this.exercise.solution.length === 1 ? "lesson_other" : "lesson_long"),
      );
    } else {
      const said = view.steps.map((step) => (step.said ? say(step.said) : "")).filter(Boolean);
      announce(said.join(". "));
    }
  }

  #refused(why: NonNullable<AttemptView["why"]>): void {
    this.lit = why.cells ?? [];
    this.#say("wrong", say(why.why));
  }

  #say(kind: Remark["kind"], words: string): void {
    this.remark = { kind, words };
    announce(words);
    sound(kind === "wrong" ? "no" : "call");
  }

  /** Ask where these moves lead, and show it step by step; at once when moves are taken back. */
  async #ask(moves: string[], atOnce = false): Promise<void> {
    const run = (this.#run += 1);
    this.lit = [];
    this.busy = true;
    try {
      const view = await this.#send({ moves });
      if (!view || run !== this.#run) return;
      if (!view.why) this.#moves = moves;
      const last = view.steps.at(-1);
      if (atOnce && last) this.shown = { frame: last.frame, events: [] };
      else await this.#showSteps(view.steps, run);
      if (run === this.#run) this.view = view;
    } finally {
      if (run === this.#run) this.busy = false;
    }
  }

  async #showSteps(steps: readonly AttemptStep[], run: number): Promise<void> {
    for (const [index, step] of steps.entries()) {
      if (index) await pause();
      if (run !== this.#run) return;
      this.shown = step;
      if (step.events.length) sound(step.events.some(({ verb }) => verb === "remove") ? "take" : "move");
    }
  }

  async #send(asked: Pick<AttemptRequest, "moves" | "clicks">): Promise<AttemptView | null> {
    try {
      return await withRetry(() => post<AttemptView>("/lessons", { game: this.game, exercise: this.exercise.id, ...asked }));
    } catch (error) {
      this.failed = error;
      return null;
    }
  }
}

const NOWHERE: AttemptView = { steps: [], seat: 0, state: "going" };

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, settings.immediate ? 0 : PACE));
