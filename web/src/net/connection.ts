/**
 * The socket to the server: reconnects with backoff, resumes each followed table at the version it has, and sends
 * unacknowledged acts again under the same key, so that no move is lost and none is played twice. An act that is
 * answered `unavailable` (the database is away for a moment) counts as unacknowledged for a minute.
 */
import type {
  Ack,
  AnyAct,
  AnyFromClient,
  AnyFromServer,
  Gone,
  Nak,
  PositionDetails,
  Previewed,
  Present,
  RefusalView,
  Still,
  Sync,
  Update,
} from "./wire.gen";

/** Messages about a followed table. */
export type TableMessage = Update | Sync | Still | Present | Gone;

/** The part of WebSocket that is used; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** Sockets, time and chance; tests bring their own. */
export interface Environment {
  open(): Socket;
  now(): number;
  random(): number;
  after(milliseconds: number, call: () => void): () => void;
  key(): string;
}

export type State = "connecting" | "open" | "lost";

export interface Status {
  state: State;
  /** How many acts wait to be acknowledged. */
  unsent: number;
  /** How many of them the server could not take just now. */
  retried: number;
}

interface Followed {
  table: string;
  code: string | undefined;
  version: number;
  /** The answer to `sub` is still coming. */
  catchingUp: boolean;
  /** The player to whom all of `version` was shown; null while only the table events are known. */
  shownTo: string | null;
  receive: (message: TableMessage) => void;
}

interface Waiting {
  table: string;
  message: AnyFromClient;
  answer: (answer: Ack | Nak) => void;
  /** Since when, and how often, the server was unavailable for it. */
  unavailable: { since: number; times: number; stop: () => void } | null;
}

interface Question<T> {
  table: string;
  seen: number;
  what: string;
  answer: (answer: T | null) => void;
}

const FIRST_DELAY = 400;
const LONGEST_DELAY = 10_000;
const LONGEST_RESEND_DELAY = 5_000;
/** An act that the server was not available for is refused after this long. */
export const UNAVAILABLE_LIMIT = 60_000;
export const HEARTBEAT = 15_000;
/** The connection counts as lost when nothing comes for this long after a ping. */
export const PONG_TIMEOUT = 8_000;

export class Connection {
  #socket: Socket | null = null;
  #isOpen = false;
  #attempts = 0;
  #heard: number | null = null;
  #stopRetry: (() => void) | null = null;
  #stopHeartbeat: (() => void) | null = null;
  #stopTimeout: (() => void) | null = null;
  #followed = new Map<string, Followed>();
  #acts = new Map<string, Waiting>();
  #looks: Question<PositionDetails>[] = [];
  #previews: Question<Previewed["takes"]>[] = [];
  #asks: Question<RefusalView>[] = [];
  #wasOpen = false;
  #me: string | null = null;

  constructor(
    private readonly environment: Environment,
    private readonly report: (status: Status) => void = () => undefined,
  ) {}

  // -- requests of the pages ---------------------------------------------------------------------------------------

  /** The id of this page's player; null until the server has said it. */
  get me(): string | null {
    return this.#me;
  }

  /** Follow a table from its first event until the returned function is called. */
  follow(table: string, receive: (message: TableMessage) => void, code?: string): () => void {
    const followed: Followed = { table, code, version: 0, catchingUp: false, shownTo: null, receive };
    this.#followed.set(table, followed);
    if (this.#isOpen) this.#subscribe(followed);
    else this.#connect();
    return () => {
      if (this.#followed.get(table) !== followed) return;
      this.#followed.delete(table);
      if (this.#isOpen) this.#send({ type: "unsub", table });
    };
  }

  /** Send an act; resolves when it is acknowledged or refused, however long the network takes. */
  act(table: string, seen: number, act: AnyAct): Promise<Ack | Nak> {
    const k = this.environment.key();
    const message: AnyFromClient = { type: "act", table, k, v: seen, do: act };
    return new Promise((answer) => {
      this.#acts.set(k, { table, message, answer, unavailable: null });
      if (this.#isOpen) this.#send(message);
      else this.#connect();
      this.#report();
    });
  }

  /** The details of the current position; null when the connection is lost. */
  look(table: string, seen: number): Promise<PositionDetails | null> {
    return this.#question(this.#looks, { table, seen, what: "" }, { type: "look", table, v: seen });
  }

  /** What these legal moves would take; null when the connection is lost. */
  preview(table: string, seen: number, moves: readonly string[]): Promise<Previewed["takes"] | null> {
    return this.#question(this.#previews, { table, seen, what: moves.join(" ") }, { type: "preview", table, v: seen, moves: [...moves] });
  }

  /** Why these clicks make no move; null when they do, or when the connection is lost. */
  ask(table: string, seen: number, clicks: readonly string[]): Promise<RefusalView | null> {
    return this.#question(this.#asks, { table, seen, what: clicks.join(" ") }, { type: "ask", table, v: seen, clicks: [...clicks] });
  }

  /** Reconnect at once, or check the connection: the network seems to be back. */
  wake(): void {
    if (this.#isOpen) this.#ping();
    else if (this.#stopRetry) {
      this.#attempts = 0;
      this.#connect();
    }
  }

  // -- the socket ---------------------------------------------------------------------------------------------------

  #connect(): void {
    if (this.#socket) return;
    this.#stopRetry?.();
    this.#stopRetry = null;
    const socket = this.environment.open();
    this.#socket = socket;
    this.#report();
    socket.onopen = () => {
      this.#isOpen = true;
      this.#wasOpen = true;
      for (const followed of this.#followed.values()) this.#subscribe(followed);
      for (const waiting of this.#acts.values()) this.#resend(waiting);
      this.#startHeartbeat();
      this.#report();
    };
    socket.onmessage = ({ data }) => {
      this.#stopTimeout?.();
      this.#stopTimeout = null;
      this.#receive(JSON.parse(data) as AnyFromServer);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    this.#stopHeartbeat?.();
    this.#stopTimeout?.();
    this.#stopTimeout = null;
    if (socket) socket.onclose = socket.onmessage = socket.onopen = null;
    for (const followed of this.#followed.values()) followed.catchingUp = false;
    // These answers are lost with the socket.
    for (const question of [...this.#looks.splice(0), ...this.#previews.splice(0), ...this.#asks.splice(0)]) question.answer(null);
    const delay = backoff(this.#attempts, LONGEST_DELAY, this.environment.random());
    this.#attempts += 1;
    this.#stopRetry = this.environment.after(delay, () => this.#connect());
    this.#report();
  }

  #startHeartbeat(): void {
    this.#stopHeartbeat?.();
    this.#stopHeartbeat = this.environment.after(HEARTBEAT, () => {
      this.#ping();
      this.#startHeartbeat();
    });
  }

  #ping(): void {
    this.#send({ type: "ping", t: Math.round(this.environment.now()), heard: this.#heard });
    this.#stopTimeout ??= this.environment.after(PONG_TIMEOUT, () => {
      const socket = this.#socket;
      this.#lost();
      socket?.close();
    });
  }

  #send(message: AnyFromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #report(): void {
    const state: State = this.#isOpen ? "open" : this.#wasOpen || this.#attempts > 0 ? "lost" : "connecting";
    const retried = [...this.#acts.values()].filter(({ unavailable }) => unavailable).length;
    this.report({ state, unsent: this.#acts.size, retried });
  }

  // -- messages of the server -------------------------------------------------------------------------------------------

  #receive(message: AnyFromServer): void {
    switch (message.type) {
      case "hello":
        this.#attempts = 0;
        this.#me = message.player;
        this.#heard = message.now;
        break;
      case "pong":
        this.#heard = message.now;
        break;
      case "ev":
        this.#event(message);
        break;
      case "sync":
      case "still":
        this.#caughtUp(message);
        break;
      case "present":
      case "gone":
        this.#followed.get(message.table)?.receive(message);
        break;
      case "ack":
      case "nak":
        this.#answered(message);
        break;
      case "looked":
        answerAll(this.#looks, message, "", message.look);
        break;
      case "previewed":
        answerAll(this.#previews, message, message.moves.join(" "), message.takes);
        break;
      case "asked":
        answerAll(this.#asks, message, message.clicks.join(" "), message.why);
        break;
      case "closing":
        break;
    }
  }

  #answered(message: Ack | Nak): void {
    const waiting = this.#acts.get(message.k);
    if (!waiting) return;
    waiting.unavailable?.stop();
    if (message.type === "nak" && message.code === "unavailable" && this.#retry(waiting)) return;
    this.#acts.delete(message.k);
    waiting.answer(message);
    this.#report();
  }

  /** Send an act again after a pause; false when that has been tried for long enough. */
  #retry(waiting: Waiting): boolean {
    const now = this.environment.now();
    const { since, times } = waiting.unavailable ?? { since: now, times: 0 };
    if (now - since >= UNAVAILABLE_LIMIT) return false;
    const delay = backoff(times, LONGEST_RESEND_DELAY, this.environment.random());
    waiting.unavailable = { since, times: times + 1, stop: this.environment.after(delay, () => this.#resend(waiting)) };
    this.#report();
    return true;
  }

  /** Send an act again under its key; without a connection, the next one does. */
  #resend({ message, unavailable }: Waiting): void {
    unavailable?.stop();
    if (this.#isOpen) this.#send(message);
  }

  #event(message: Update): void {
    const followed = this.#followed.get(message.table);
    if (!followed || message.v <= followed.version) return;
    if (message.v > followed.version + 1) {
      // A gap: subscribe again, once; what comes meanwhile comes again with the answer.
      if (!followed.catchingUp) this.#subscribe(followed);
      return;
    }
    followed.version = message.v;
    if (!message.frame && !message.view) followed.shownTo = null;
    followed.receive(message);
  }

  #caughtUp(message: Sync | Still): void {
    const followed = this.#followed.get(message.table);
    if (!followed) return;
    followed.catchingUp = false;
    followed.version = message.v;
    followed.shownTo = this.#me;
    followed.receive(message);
  }

  #subscribe(followed: Followed): void {
    followed.catchingUp = true;
    const { table, version: v, code, shownTo: shown } = followed;
    this.#send({ type: "sub", table, v, ...(code ? { code } : {}), ...(shown ? { shown } : {}) });
  }

  #question<T>(questions: Question<T>[], about: Omit<Question<T>, "answer">, message: AnyFromClient): Promise<T | null> {
    if (!this.#isOpen) return Promise.resolve(null);
    return new Promise((answer) => {
      const asked = questions.some(({ table, seen, what }) => table === about.table && seen === about.seen && what === about.what);
      questions.push({ ...about, answer });
      if (!asked) this.#send(message);
    });
  }
}

/** Milliseconds to wait after so many failures: twice as long each time, and somewhat at random. */
const backoff = (failures: number, longest: number, random: number): number =>
  Math.min(longest, FIRST_DELAY * 2 ** failures) * (0.5 + random / 2);

/** Resolve all equal questions; the server answers for its current version, which may be later than `seen`. */
function answerAll<T>(questions: Question<T>[], { table, v }: { table: string; v: number }, what: string, answer: T | null): void {
  const answered = questions.filter((one) => one.table === table && one.what === what && one.seen <= v);
  questions.splice(0, questions.length, ...questions.filter((one) => !answered.includes(one)));
  for (const one of answered) one.answer(answer);
}
