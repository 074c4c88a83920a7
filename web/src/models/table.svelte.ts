/** A table as the page shows it, kept up to date from a source of news. */
import { personName } from "./names";
import * as api from "../net/api";
import { announce } from "./announcement.svelte";
import type { Taken } from "../board/scene";
import { formatList, say, t } from "../texts/texts.svelte";
import {
  PHRASES,
  type AnyAct,
  type BoardEvent,
  type Clocks,
  type PositionDetails,
  type Update,
  type Frame,
  type LegalMove,
  type Manifest,
  type Still,
  type Sync,
  type TableView,
  type RefusalView,
  type WireClause,
  type WireText,
} from "../net/wire.gen";
import { cellsOf, EMPTY, fold, lastRoll, sceneAt, type Log } from "./log";
import { play } from "./sound";
import type { News, TableSource } from "../net/source";

export class Table {
  view = $state.raw<TableView | null>(null);
  manifest = $state.raw<Manifest | null>(null);
  log = $state.raw<Log>(EMPTY);
  legal = $state.raw<readonly LegalMove[]>([]);
  clocks = $state.raw<{ clocks: Clocks; received: number } | null>(null);
  look = $state.raw<PositionDetails | null>(null);
  /** RefusalView the last thing tried was refused. */
  refusal = $state.raw<RefusalView | null>(null);
  /** The table is not there, or not for us. */
  gone = $state.raw<WireText | null>(null);
  seats = $state.raw<readonly number[]>([]);
  present = $state.raw<readonly number[]>([]);
  watching = $state(0);
  /** The ply looked back at; null for now. */
  back = $state<number | null>(null);
  /** What the result did to the ratings, by seat. */
  rated = $state.raw<Record<string, [number, number]> | null>(null);
  /** Clauses that somebody wants to see. */
  cited = $state.raw<readonly string[]>([]);
  /** A deed is on its way. */
  busy = $state(false);

  #now = $state.raw<{ frame: Frame; events: readonly BoardEvent[] } | null>(null);
  #start = $state.raw<Frame | null>(null);
  #version = 0;
  #stop: () => void;

  constructor(
    readonly id: string,
    private readonly source: TableSource,
    code?: string,
  ) {
    this.#stop = source.follow(id, (news) => this.#hear(news), code);
  }

  close(): void {
    this.#stop();
  }

  // -- what is shown -------------------------------------------------------------------------------------------

  /** The frame on the board: the position now, or the one looked back at. */
  shown = $derived.by((): { frame: Frame; events: readonly BoardEvent[] } | null => {
    if (this.back === null || !this.#start) return this.#now;
    const { scene } = sceneAt(this.#start, this.log.entries, this.back);
    const last = this.back ? cellsOf(this.log.entries[this.back - 1]?.events ?? []) : [];
    return { frame: { ply: this.back, ...scene, actor: null, position: "", last }, events: [] };
  });

  frame = $derived(this.#now?.frame ?? null);

  taken = $derived.by((): Taken[] =>
    this.#start ? sceneAt(this.#start, this.log.entries, this.back ?? this.log.entries.length).taken : [],
  );

  roll = $derived(lastRoll(this.back === null ? this.log.entries : this.log.entries.slice(0, this.back)));

  /** The seat of ours that is to move, if any. */
  mover = $derived.by((): number | null => {
    const actor = this.frame?.actor;
    return typeof actor === "number" && this.view?.state === "playing" && this.seats.includes(actor) ? actor : null;
  });

  /** All seats are ours: people who play at one screen. */
  hotseat = $derived(this.seats.length > 1 && this.seats.length === this.view?.seats.length);

  /** What somebody at this seat is called. */
  nameOf(seat: number): string {
    const sitting = this.view?.seats[seat];
    if (sitting?.kind === "engine") return t("engine_level", { level: sitting.level ?? 0 });
    if (this.hotseat || !sitting?.player) return this.placeOf(seat);
    return personName(sitting.player);
  }

  placeOf(seat: number): string {
    const place = this.manifest?.places[seat];
    return place ? say(place.name) : "";
  }

  /** The clauses by which a gauge shows what it shows: those of all events that set it since it was last hidden. */
  clausesOf(gauge: string): WireClause[] {
    const events = this.log.entries.slice(0, this.back ?? undefined).flatMap((entry) => entry.events.filter((one) => one.gauge === gauge));
    const hidden = events.findLastIndex((one) => one.value === undefined || one.value === null);
    const ids = new Set(events.slice(hidden + 1).map((one) => one.clause));
    return this.manifest?.clauses.filter((clause) => ids.has(clause.id)) ?? [];
  }

  // -- what is done ----------------------------------------------------------------------------------------------

  /** Does something; a refusal is shown. True when it counts. */
  async act(deed: AnyAct): Promise<boolean> {
    this.busy = true;
    const answer = await this.source.act(this.id, this.#version, deed);
    this.busy = false;
    if (answer.type === "ack") {
      this.refusal = null;
      return true;
    }
    // A stale move: the news that made it so are on their way, and tell all there is to tell.
    if (answer.code !== "stale") this.refuse(answer);
    return false;
  }

  move(text: string): Promise<boolean> {
    const seat = this.seats.length > 1 ? this.mover : null;
    return this.act({ type: "move", text, ...(seat === null ? {} : { seat }) });
  }

  /** Asks the server why these clicks make no move, and shows its answer. */
  async explain(clicks: readonly string[]): Promise<void> {
    const why = await this.source.ask(this.id, this.#version, clicks);
    if (why) this.refuse(why);
  }

  refuse(why: RefusalView): void {
    this.refusal = why;
    play("no");
    announce(say(why.why));
  }

  // -- what is heard -----------------------------------------------------------------------------------------------

  #hear(news: News): void {
    switch (news.type) {
      case "ev":
        this.#event(news);
        break;
      case "sync":
        this.#sync(news);
        break;
      case "still":
        this.#still(news);
        break;
      case "present":
        this.present = news.seats;
        this.watching = news.watching;
        break;
      case "gone":
        this.gone = news.why;
        break;
    }
  }

  #event(ev: Update): void {
    this.#version = ev.v;
    this.log = fold(this.log, ev.event);
    const { event } = ev;
    if (event.type === "rated") this.rated = event.changes;
    if (ev.view) this.#setView(ev.view);
    else if (ev.frame) this.#forgetOffers();
    if (ev.clocks) this.clocks = { clocks: ev.clocks, received: performance.now() };
    if (ev.frame) {
      const events = event.type === "moved" || event.type === "declared" ? (event.events ?? []) : [];
      this.#now = { frame: ev.frame, events };
      this.legal = ev.legal ?? [];
      this.look = null;
      this.refusal = null;
      this.back = null;
      this.cited = [];
      void this.#lookCloser();
    } else if (ev.legal) this.#setLegal(ev.legal);
    if (ev.frame || ev.view) this.#tell(ev);
  }

  /** The same moves again are no news: whoever is in the middle of one goes on. */
  #setLegal(legal: readonly LegalMove[]): void {
    if (!sameMoves(legal, this.legal)) this.legal = legal;
  }

  #setView(view: TableView): void {
    // News are the same for all; the code of the invitation is told only to those who sit.
    const code = view.code ?? this.view?.code;
    this.view = code ? { ...view, code } : view;
    const me = this.source.me;
    this.seats = view.seats.flatMap((seat, index) => (seat.kind === "human" && seat.player?.id === me ? [index] : []));
  }

  /** Offers were about the position that was. */
  #forgetOffers(): void {
    if (this.view?.offers?.length) this.view = { ...this.view, offers: this.view.offers.filter((offer) => offer.kind === "rematch") };
  }

  #sync(sync: Sync): void {
    this.#version = sync.v;
    this.seats = sync.seats;
    this.view = sync.view;
    this.#setLegal(sync.legal);
    this.#setAround(sync);
    this.#now = { frame: sync.frame, events: [] };
    this.look = null;
    void this.#lookCloser();
    if (!this.manifest) void this.#fetchGame(sync.view);
  }

  #still(still: Still): void {
    this.#setAround(still);
    // Answers may have been lost with the line.
    if (!this.look) void this.#lookCloser();
    if (!this.manifest && this.view) void this.#fetchGame(this.view);
  }

  #setAround({ present, watching, clocks }: Sync | Still): void {
    this.present = present ?? [];
    this.watching = watching ?? 0;
    this.clocks = clocks ? { clocks, received: performance.now() } : null;
  }

  async #fetchGame(view: TableView): Promise<void> {
    const { game, options = {} } = view.plan;
    try {
      this.manifest = await api.manifest(game, options);
      this.#start = (await api.position({ game, options })).start;
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      if (!this.manifest) this.gone = error.problem.why;
    }
  }

  async #lookCloser(): Promise<void> {
    if (this.view?.state !== "playing") return;
    const frame = this.#now?.frame;
    const look = await this.source.look(this.id, this.#version);
    if (frame === this.#now?.frame) this.look = look;
  }

  /** Says and sounds what has just happened. */
  #tell({ event }: Update): void {
    switch (event.type) {
      case "moved": {
        const verbs = new Set(event.events.map(({ verb }) => verb));
        play(verbs.has("roll") ? "roll" : verbs.has("remove") ? "take" : "move");
        const turn = this.mover !== null && !this.hotseat ? ` ${t("your_turn")}` : "";
        const who = event.seat === null ? "" : `${this.placeOf(event.seat)}${t("colon")}`;
        announce(`${who}${say(event.said)}.${turn}`);
        break;
      }
      case "ended":
        play("end");
        announce(event.ending ? `${t("game_over")} ${say(event.ending.said)} ${say(event.ending.why)}` : t("game_aborted"));
        break;
      case "started":
        void this.#lookCloser();
        play("call");
        announce(t("game_started"));
        break;
      case "offered":
        if (!this.seats.includes(event.seat)) play("call");
        announce(`${this.nameOf(event.seat)}${t("colon")}${t(`offer_${event.kind}`)}`);
        break;
      case "answered":
        if (!event.yes) announce(t("offer_declined", { name: this.nameOf(event.seat) }));
        break;
      case "tookback":
        announce(t("took_back", { n: event.plies }));
        break;
      case "said": {
        const phrase = event.phrase ? PHRASES[event.phrase] : undefined;
        announce(`${personName(event.player)}${t("colon")}${phrase ? say(phrase) : (event.text ?? "")}`);
        break;
      }
      case "sat":
        announce(t("sat_down", { name: formatList([personName(event.player)]) }));
        break;
      default:
        break;
    }
  }
}

const sameMoves = (one: readonly LegalMove[], other: readonly LegalMove[]): boolean =>
  one.length === other.length && one.every((move, index) => move.text === other[index]?.text);
