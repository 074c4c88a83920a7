/**
 * The server's socket, kept alive: comes back after a loss by itself, fills what was missed, and sends again what was
 * not acknowledged, so that no move is lost and none is played twice.
 */
import type { Ack, AnyAct, AnyFromClient, AnyFromServer, PositionDetails, Update, Nak, Still, Sync, RefusalView } from "./wire.gen";
import type { News, TableSource } from "./source";

/** What of a WebSocket is used here; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface World {
  open(): Socket;
  now(): number;
  random(): number;
  after(milliseconds: number, call: () => void): () => void;
  key(): string;
}

export type State = "connecting" | "open" | "lost";

export interface Status {
  state: State;
  /** How many deeds wait to be acknowledged. */
  unsent: number;
}

interface Followed {
  table: string;
  code: string | undefined;
  version: number;
  /** The answer to `sub` is still coming. */
  catchingUp: boolean;
  /** Who we were when all of the version was shown to us; null while we know only what happened. */
  shownTo: string | null;
  hear: (news: News) => void;
}

interface Waiting {
  table: string;
  message: AnyFromClient;
  answer: (answer: Ack | Nak) => void;
}

interface Question<T> {
  table: string;
  seen: number;
  what: string;
  answer: (answer: T | null) => void;
}

const FIRST_DELAY = 400;
const LONGEST_DELAY = 10_000;
export const HEARTBEAT = 15_000;
/** Without a word for this long after a ping, the line is dead. */
export const PATIENCE = 8_000;

export class Connection implements TableSource {
  #socket: Socket | null = null;
  #isOpen = false;
  #attempts = 0;
  #heard: number | null = null;
  #stopRetry: (() => void) | null = null;
  #stopHeart: (() => void) | null = null;
  #stopPatience: (() => void) | null = null;
  #followed = new Map<string, Followed>();
  #acts = new Map<string, Waiting>();
  #looks: Question<PositionDetails>[] = [];
  #asks: Question<RefusalView>[] = [];
  #ever = false;
  #me: string | null = null;

  constructor(
    private readonly world: World,
    private readonly tell: (status: Status) => void = () => undefined,
  ) {}

  // -- what the pages use ---------------------------------------------------------------------------------------

  get me(): string | null {
    return this.#me;
  }

  follow(table: string, hear: (news: News) => void, code?: string): () => void {
    const followed: Followed = { table, code, version: 0, catchingUp: false, shownTo: null, hear };
    this.#followed.set(table, followed);
    if (this.#isOpen) this.#subscribe(followed);
    else this.#connect();
    return () => {
      if (this.#followed.get(table) !== followed) return;
      this.#followed.delete(table);
      if (this.#isOpen) this.#send({ type: "unsub", table });
    };
  }

  act(table: string, seen: number, deed: AnyAct): Promise<Ack | Nak> {
    const k = this.world.key();
    const message: AnyFromClient = { type: "act", table, k, v: seen, do: deed };
    return new Promise((answer) => {
      this.#acts.set(k, { table, message, answer });
      if (this.#isOpen) this.#send(message);
      else this.#connect();
      this.#report();
    });
  }

  look(table: string, seen: number): Promise<PositionDetails | null> {
    return this.#question(this.#looks, { table, seen, what: "" }, { type: "look", table, v: seen });
  }

  ask(table: string, seen: number, clicks: readonly string[]): Promise<RefusalView | null> {
    return this.#question(this.#asks, { table, seen, what: clicks.join(" ") }, { type: "ask", table, v: seen, clicks: [...clicks] });
  }

  /** The network seems to be back: do not wait any longer. */
  wake(): void {
    if (this.#isOpen) this.#ping();
    else if (this.#stopRetry) {
      this.#attempts = 0;
      this.#connect();
    }
  }

  // -- the line ---------------------------------------------------------------------------------------------------

  #connect(): void {
    if (this.#socket) return;
    this.#stopRetry?.();
    this.#stopRetry = null;
    const socket = this.world.open();
    this.#socket = socket;
    this.#report();
    socket.onopen = () => {
      this.#isOpen = true;
      this.#ever = true;
      for (const followed of this.#followed.values()) this.#subscribe(followed);
      for (const { message } of this.#acts.values()) this.#send(message);
      this.#beat();
      this.#report();
    };
    socket.onmessage = ({ data }) => {
      this.#stopPatience?.();
      this.#stopPatience = null;
      this.#hear(JSON.parse(data) as AnyFromServer);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    this.#stopHeart?.();
    this.#stopPatience?.();
    this.#stopPatience = null;
    if (socket) socket.onclose = socket.onmessage = socket.onopen = null;
    for (const followed of this.#followed.values()) followed.catchingUp = false;
    // Nobody waits for an answer that will not come.
    for (const question of [...this.#looks.splice(0), ...this.#asks.splice(0)]) question.answer(null);
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempts) * (0.5 + this.world.random() / 2);
    this.#attempts += 1;
    this.#stopRetry = this.world.after(delay, () => this.#connect());
    this.#report();
  }

  #beat(): void {
    this.#stopHeart?.();
    this.#stopHeart = this.world.after(HEARTBEAT, () => {
      this.#ping();
      this.#beat();
    });
  }

  #ping(): void {
    this.#send({ type: "ping", t: Math.round(this.world.now()), heard: this.#heard });
    this.#stopPatience ??= this.world.after(PATIENCE, () => {
      const socket = this.#socket;
      this.#lost();
      socket?.close();
    });
  }

  #send(message: AnyFromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #report(): void {
    const state: State = this.#isOpen ? "open" : this.#ever || this.#attempts > 0 ? "lost" : "connecting";
    this.tell({ state, unsent: this.#acts.size });
  }

  // -- what the server says -------------------------------------------------------------------------------------------

  #hear(message: AnyFromServer): void {
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
        this.#followed.get(message.table)?.hear(message);
        break;
      case "ack":
      case "nak": {
        const waiting = this.#acts.get(message.k);
        this.#acts.delete(message.k);
        waiting?.answer(message);
        this.#report();
        break;
      }
      case "looked":
        answerAll(this.#looks, message, "", message.look);
        break;
      case "asked":
        answerAll(this.#asks, message, message.clicks.join(" "), message.why);
        break;
      case "closing":
        break;
    }
  }

  #event(message: Update): void {
    const followed = this.#followed.get(message.table);
    if (!followed || message.v <= followed.version) return;
    if (message.v > followed.version + 1) {
      // Something was missed: ask for it, once; what comes meanwhile comes again with the answer.
      if (!followed.catchingUp) this.#subscribe(followed);
      return;
    }
    followed.version = message.v;
    if (!message.frame && !message.view) followed.shownTo = null;
    followed.hear(message);
  }

  #caughtUp(message: Sync | Still): void {
    const followed = this.#followed.get(message.table);
    if (!followed) return;
    followed.catchingUp = false;
    followed.version = message.v;
    followed.shownTo = this.#me;
    followed.hear(message);
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

/** Answers all who asked this; the server looks at the table as it stands now, maybe later than they saw it. */
function answerAll<T>(questions: Question<T>[], { table, v }: { table: string; v: number }, what: string, answer: T | null): void {
  const answered = questions.filter((one) => one.table === table && one.what === what && one.seen <= v);
  questions.splice(0, questions.length, ...questions.filter((one) => !answered.includes(one)));
  for (const one of answered) one.answer(answer);
}
