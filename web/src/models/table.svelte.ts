/** A table as the page shows it, kept current by the messages of the connection. */
import * as api from "../net/api";
import type { Connection, TableMessage } from "../net/connection";
import { nonce } from "../net/nonce";
import type {
  Absence,
  AnyAct,
  BoardEvent,
  Clocks,
  Ending,
  Frame,
  LegalMove,
  Manifest,
  OfferKind,
  PositionDetails,
  RefusalView,
  Still,
  Sync,
  TableView,
  Update,
  WireClause,
  WirePiece,
  WireText,
} from "../net/wire.gen";
import { say, t } from "../texts/texts.svelte";
import { announce } from "./announcement.svelte";
import { cellsOf, EMPTY, fold, lastRoll, sceneAt, type Log, type TakenBy } from "./log";
import { declinedOf, type Declined } from "./declined";
import { leavingOf, type Leaving } from "./leaving";
import { personName } from "./names";
import { reasonOf } from "./result";
import { PacedMessages } from "./pace";
import { startOf } from "./plans";
import { play } from "./sound";
import { settings } from "./settings.svelte";
import { announceEvent } from "./tableAnnouncements";
import { traceOf, turnsOf, turnsSince, type Trace } from "./turns";

/** An absence, and when the page heard of it. */
export type Absent = Absence & { received: number };

export class Table {
  view = $state.raw<TableView | null>(null);
  manifest = $state.raw<Manifest | null>(null);
  log = $state.raw<Log>(EMPTY);
  legal = $state.raw<readonly LegalMove[]>([]);
  clocks = $state.raw<{ clocks: Clocks; received: number } | null>(null);
  /** Details of the position, once they were asked for; null until then. */
  details = $state.raw<PositionDetails | null>(null);
  /** What moves of the position would take, as far as a player pointed at them. */
  takes = $state.raw<Record<string, string[]>>({});
  /** Why the last act or clicks were refused. */
  refusal = $state.raw<RefusalView | null>(null);
  /** Why this table cannot be shown. */
  gone = $state.raw<WireText | null>(null);
  /** The seats held by this page's player. */
  seats = $state.raw<readonly number[]>([]);
  present = $state.raw<readonly number[]>([]);
  watching = $state(0);
  /** Who is offline, as it was heard last. */
  #absent = $state.raw<readonly Absent[]>([]);
  /** Who left or came back last, until it is put aside or this page's player moves. */
  notice = $state.raw<Leaving | null>(null);
  /** The last offer that came to nothing, until something else happens. */
  declined = $state.raw<Declined | null>(null);
  /** The earlier ply that is shown; null for the current position. */
  back = $state<number | null>(null);
  /** Rating changes by seat, once the game is rated. */
  rated = $state.raw<Record<string, [number, number]> | null>(null);
  /** Clauses to point out in the rule sheet. */
  cited = $state.raw<readonly string[]>([]);
  /** An act waits for its acknowledgement. */
  busy = $state(false);

  #now = $state.raw<{ frame: Frame; events: readonly BoardEvent[] } | null>(null);
  #start = $state.raw<Frame | null>(null);
  #version = 0;
  /** The frame whose details were asked for. */
  #detailed: Frame | null = null;
  /** The seats that a nonce was sent for. */
  readonly #nonces = new Set<number>();
  readonly #paced = new PacedMessages<TableMessage>(
    (message) => this.#isComputers(message),
    (message) => this.#show(message),
  );
  #stop: () => void;

  constructor(
    readonly id: string,
    private readonly connection: Connection,
    private readonly code?: string,
  ) {
    this.#stop = connection.follow(id, (message) => this.#receive(message), code);
  }

  close(): void {
    this.#stop();
    this.#paced.stop();
  }

  /** What lets others see a private table; undefined for a public one. */
  get key(): string | undefined {
    return this.view?.plan.private ? (this.view.code ?? this.code) : undefined;
  }

  // -- what is shown -------------------------------------------------------------------------------------------

  /** The frame on the board: the current position, or an earlier one. */
  shown = $derived.by((): { frame: Frame; events: readonly BoardEvent[] } | null => {
    if (this.back === null || !this.#start) return this.#now;
    const { scene } = sceneAt(this.#start, this.log.entries, this.back);
    const last = this.back ? cellsOf(this.log.entries[this.back - 1]?.events ?? []) : [];
    return { frame: { ply: this.back, ...scene, actor: null, position: "", last }, events: [] };
  });

  frame = $derived(this.#now?.frame ?? null);

  taken = $derived.by((): TakenBy[] =>
    this.#start ? sceneAt(this.#start, this.log.entries, this.back ?? this.log.entries.length).taken : [],
  );

  /** The pieces of others that a seat took, with their numbers; what a seat takes of its own goes home or back to its stock. */
  takenBy(seat: number): { piece: WirePiece; count: number }[] {
    const counts = new Map<string, number>();
    for (const { token, by } of this.taken) {
      const owner = this.manifest?.pieces.find(({ id }) => id === token[0])?.seat ?? null;
      if (by === seat && owner !== seat) counts.set(token[0], (counts.get(token[0]) ?? 0) + 1);
    }
    return (this.manifest?.pieces ?? []).flatMap((piece) => {
      const count = counts.get(piece.id);
      return count ? [{ piece, count }] : [];
    });
  }

  /** What the others did since the own last turn, where a turn is more than one move or more than two play. */
  traces = $derived.by((): Trace[] => {
    const places = this.manifest?.places.length ?? 0;
    if (!this.manifest?.dice && places < 3) return [];
    const turns = turnsOf(this.log.entries.slice(0, this.back ?? undefined));
    return turnsSince(turns, this.seats, places).map(traceOf);
  });

  roll = $derived(lastRoll(this.back === null ? this.log.entries : this.log.entries.slice(0, this.back)));

  /** The own seat that is to move, if any. */
  mover = $derived.by((): number | null => {
    const actor = this.frame?.actor;
    return typeof actor === "number" && this.view?.state === "playing" && this.seats.includes(actor) ? actor : null;
  });

  /** All seats are held here: several people play at one screen. */
  hotseat = $derived(this.seats.length > 1 && this.seats.length === this.view?.seats.length);

  /** A seat of this page's player that an engine plays. */
  get givenSeat(): number | null {
    const seat = this.view?.seats.findIndex(({ kind, player }) => kind === "engine" && player?.id === this.connection.me) ?? -1;
    return seat < 0 ? null : seat;
  }

  /** It is this page's player who left or came back. */
  isOwn({ seat, player }: Leaving): boolean {
    return !this.hotseat && (this.seats.includes(seat) || (player !== null && player.id === this.connection.me));
  }

  /** Players who are offline, and without whom the others may go on after a while. */
  absent = $derived.by((): readonly Absent[] =>
    this.view?.state === "playing"
      ? this.#absent.filter(({ seat }) => this.view?.seats[seat]?.kind === "human" && !this.hasLeft(seat))
      : [],
  );

  /** The game goes on without this seat. */
  hasLeft(seat: number): boolean {
    return this.view?.seats[seat]?.withdrawn ?? false;
  }

  /** A player of a running game is offline. */
  isAway(seat: number): boolean {
    const { state, seats } = this.view ?? {};
    return state === "playing" && seats?.[seat]?.kind === "human" && !this.hotseat && !this.present.includes(seat);
  }

  get isMyTurn(): boolean {
    return this.mover !== null && !this.hotseat;
  }

  get alert(): string {
    const alert = this.frame?.prompt?.alert;
    return alert ? say(alert) : "";
  }

  /** The name of a seat's player; a computer among several players is called by its seat. */
  nameOf(seat: number): string {
    const { [seat]: seated, length = 0 } = this.view?.seats ?? [];
    if (seated?.kind === "engine") return length > 2 ? this.placeOf(seat) : t("partner_engine");
    if (this.hotseat || !seated?.player) return this.placeOf(seat);
    return personName(seated.player);
  }

  /** The name of a seat in this game. */
  placeOf(seat: number): string {
    const place = this.manifest?.places[seat];
    return place ? say(place.name) : "";
  }

  /** An offer in words: to stop is to offer a draw where nothing is counted. */
  sayOffer(kind: OfferKind): string {
    return kind === "stop" && !this.manifest?.counts ? t("offer_draw") : t(`offer_${kind}`);
  }

  /** The same, to the player who made it. */
  sayOwnOffer(kind: OfferKind): string {
    return kind === "stop" && !this.manifest?.counts ? t("own_offer_draw") : t(`own_offer_${kind}`);
  }

  /** Why the game ended, in words. */
  sayReason(ending: Ending): string {
    const last = this.log.entries.at(-1);
    const own = typeof last?.seat === "number" && !this.hotseat && this.seats.includes(last.seat);
    return reasonOf(ending, last, own, (seat) => this.nameOf(seat));
  }

  /** The clauses behind a gauge: those of all events that set it since it was last hidden. */
  clausesOf(gauge: string): WireClause[] {
    const events = this.log.entries.slice(0, this.back ?? undefined).flatMap((entry) => entry.events.filter((one) => one.gauge === gauge));
    const hidden = events.findLastIndex((one) => one.value === undefined || one.value === null);
    const ids = new Set(events.slice(hidden + 1).map((one) => one.clause));
    return this.manifest?.clauses.filter((clause) => ids.has(clause.id)) ?? [];
  }

  // -- requests --------------------------------------------------------------------------------------------------

  /** Send an act and show its refusal, if any; true when it is acknowledged. */
  async act(act: AnyAct): Promise<boolean> {
    this.#paced.flush(); // an act is about the table as it stands
    this.busy = true;
    const answer = await this.connection.act(this.id, this.#version, act);
    this.busy = false;
    if (answer.type === "ack") {
      this.refusal = null;
      if (act.type === "move") this.notice = null;
      return true;
    }
    // The update that made the act stale is on its way and is shown instead.
    if (answer.code !== "stale") this.refuse(answer);
    return false;
  }

  /** The own seat that acts, where there are several: the one to move, else the first. */
  get speaker(): { seat?: number } {
    return this.seats.length > 1 ? { seat: this.mover ?? this.seats[0] ?? 0 } : {};
  }

  /** Offer something to the others. */
  offer(kind: OfferKind): void {
    // At one screen the seat that moved last asks for the move back.
    const last = this.log.entries.findLast((entry) => entry.seat !== null)?.seat ?? null;
    const seat = kind === "takeback" && this.seats.length > 1 && last !== null && this.seats.includes(last) ? { seat: last } : this.speaker;
    void this.act({ type: "offer", kind, ...seat });
  }

  /** Ask why these clicks make no move, and show the answer. */
  async explain(clicks: readonly string[]): Promise<void> {
    const why = await this.connection.ask(this.id, this.#version, clicks);
    if (why) this.refuse(why);
  }

  /** Ask for the details of the current position, once. Called when a player points at something that shows them. */
  async requestDetails(): Promise<void> {
    const frame = this.frame;
    if (this.view?.state !== "playing" || this.#detailed === frame) return;
    this.#detailed = frame;
    const details = await this.connection.look(this.id, this.#version);
    if (frame !== this.frame) return;
    this.details = details;
    // The connection was lost: the next pointing asks again.
    if (!details) this.#detailed = null;
  }

  /** Ask what moves would take, once for each. Called when the pointer rests on a target of them. */
  async preview(moves: readonly string[]): Promise<void> {
    const frame = this.frame;
    if (this.view?.state !== "playing" || moves.every((text) => text in this.takes)) return;
    const takes = await this.connection.preview(this.id, this.#version, moves);
    if (takes && frame === this.frame) this.takes = { ...this.takes, ...takes };
  }

  refuse(why: RefusalView): void {
    this.refusal = why;
    play("no");
    announce(say(why.why));
  }

  // -- messages ------------------------------------------------------------------------------------------------------

  #receive(message: TableMessage): void {
    this.#paced.receive(message);
    if (message.type !== "ev" && message.type !== "present") this.#paced.flush();
  }

  /** Whether a message tells a move of a computer, which waits for the eye; never while a clock runs. */
  #isComputers(message: TableMessage): boolean {
    if (message.type !== "ev" || !message.frame || settings.immediate || this.clocks) return false;
    const { event } = message;
    if (event.type !== "moved") return false;
    const seat = event.seat ?? this.log.entries.findLast((entry) => entry.seat !== null)?.seat ?? null;
    return seat !== null && this.view?.seats[seat]?.kind === "engine";
  }

  #show(message: TableMessage): void {
    switch (message.type) {
      case "ev":
        this.#update(message);
        break;
      case "sync":
        this.#sync(message);
        break;
      case "still":
        this.#still(message);
        break;
      case "present":
        this.#setAbsent(message.absent);
        this.present = message.seats;
        this.watching = message.watching;
        break;
      case "gone":
        this.gone = message.why;
        break;
    }
  }

  #update(update: Update): void {
    const { v, event, view, seats, clocks, frame, legal } = update;
    this.#version = v;
    const left = frame || view ? leavingOf(event, this.log.players) : null;
    this.log = fold(this.log, event);
    if (left) this.notice = left;
    this.#setDeclined(update);
    if (event.type === "rated") this.rated = event.changes;
    if (seats) this.seats = seats;
    if (view) this.#setView(view);
    if (clocks) this.clocks = { clocks, received: performance.now() };
    if (frame) this.#setFrame(update, frame);
    else if (legal) this.#setLegal(legal);
    if (frame || view) announceEvent(event, this);
  }

  /** What happened while the page was away is no news. */
  #setDeclined({ event, frame, view }: Update): void {
    this.declined = frame || view ? declinedOf(event, this.view?.offers, (seat) => this.nameOf(seat)) : null;
  }

  #setFrame({ event, legal }: Update, frame: Frame): void {
    const events = event.type === "moved" || event.type === "declared" ? (event.events ?? []) : [];
    this.#now = { frame, events };
    this.legal = legal ?? [];
    this.details = null;
    this.takes = {};
    this.refusal = null;
    this.back = null;
    this.cited = [];
  }

  /** Keep equal lists: a new one would drop the clicks of a move half made. */
  #setLegal(legal: readonly LegalMove[]): void {
    if (!sameMoves(legal, this.legal)) this.legal = legal;
  }

  #setView(view: TableView): void {
    // Updates are the same for all followers, unless seats change: the invitation code stays as it was sent last.
    const code = view.code ?? this.view?.code;
    this.view = code ? { ...view, code } : view;
    this.#giveNonces(view);
  }

  /** Add a nonce to the dice for each own seat that the game waits for; the view has brought the commitment of the server. */
  #giveNonces({ awaited, commitment }: TableView): void {
    for (const seat of commitment ? (awaited ?? []) : []) {
      if (!this.seats.includes(seat) || this.#nonces.has(seat)) continue;
      this.#nonces.add(seat);
      void this.connection.act(this.id, this.#version, { type: "nonce", seat, nonce: nonce() });
    }
  }

  #sync(sync: Sync): void {
    this.#version = sync.v;
    this.seats = sync.seats;
    this.view = sync.view;
    this.#setLegal(sync.legal);
    this.#setPresence(sync);
    this.#now = { frame: sync.frame, events: [] };
    this.details = null;
    this.takes = {};
    this.#giveNonces(sync.view);
    if (!this.manifest) void this.#fetchGame(sync.view);
  }

  #still(still: Still): void {
    this.#setPresence(still);
    if (!this.manifest && this.view) void this.#fetchGame(this.view);
  }

  #setAbsent(absent: readonly Absence[] = []): void {
    const received = performance.now();
    this.#absent = absent.map((one) => ({ ...one, received }));
  }

  #setPresence({ present, watching, absent, clocks }: Sync | Still): void {
    this.#setAbsent(absent);
    this.present = present ?? [];
    this.watching = watching ?? 0;
    this.clocks = clocks ? { clocks, received: performance.now() } : null;
  }

  async #fetchGame(view: TableView): Promise<void> {
    const { game, options = {} } = view.plan;
    try {
      this.manifest = await api.manifest(game, options);
      this.#start = (await api.position(startOf(view.plan))).start;
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      if (!this.manifest) this.gone = error.problem.why;
    }
  }
}

const sameMoves = (one: readonly LegalMove[], other: readonly LegalMove[]): boolean =>
  one.length === other.length && one.every((move, index) => move.text === other[index]?.text);
