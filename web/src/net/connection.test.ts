import { beforeEach, describe, expect, it } from "vitest";
import type { Ack, AnyFromClient, AnyFromServer, Update, Nak, Still, Sync, TableView } from "./wire.gen";
import { Connection, HEARTBEAT, PONG_TIMEOUT, UNAVAILABLE_LIMIT, type Socket, type Status, type TableMessage } from "./connection";

/** A socket whose other end is the test. */
class ScriptedSocket implements Socket {
  sent: AnyFromClient[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnyFromClient);
  }

  close(): void {
    this.closed = true;
  }

  says(message: AnyFromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  opens(): void {
    this.onopen?.();
    this.says({ type: "hello", player: "p", name: "n", now: 1000, release: "r" });
  }

  breaks(): void {
    this.onclose?.();
  }

  /** What was sent since this was last asked. */
  take(): AnyFromClient[] {
    return this.sent.splice(0);
  }
}

/** An environment whose clock the test moves. */
class ScriptedEnvironment {
  sockets: ScriptedSocket[] = [];
  time = 0;
  timers: { at: number; call: () => void }[] = [];
  keys = 0;

  open(): ScriptedSocket {
    const socket = new ScriptedSocket();
    this.sockets.push(socket);
    return socket;
  }

  now(): number {
    return this.time;
  }

  random(): number {
    return 1;
  }

  key(): string {
    this.keys += 1;
    return `k${this.keys}`;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.time + milliseconds, call };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((one) => one !== timer));
  }

  passes(milliseconds: number): void {
    const until = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.call();
    }
    this.time = until;
  }

  get socket(): ScriptedSocket {
    return this.sockets.at(-1) as ScriptedSocket;
  }
}

const ev = (v: number): Update => ({ type: "ev", table: "T", v, at: 0, event: { type: "started" } });
const sync = (v: number): Sync => ({ type: "sync", table: "T", v }) as unknown as Sync;
const still = (v: number): Still => ({ type: "still", table: "T", v });
const shownEv = (v: number): Update => ({ ...ev(v), view: {} as TableView });
const ack = (k: string, v: number): Ack => ({ type: "ack", table: "T", k, v });
const versions = (heard: TableMessage[]): string[] => heard.map((message) => `${message.type}${"v" in message ? message.v : ""}`);

let world: ScriptedEnvironment;
let connection: Connection;
let status: Status;
let heard: TableMessage[];

beforeEach(() => {
  world = new ScriptedEnvironment();
  connection = new Connection(world, (now) => (status = now));
  heard = [];
});

const follow = (): (() => void) => connection.follow("T", (message) => heard.push(message));

describe("following a table", () => {
  it("asks for everything, then receives each event once and in order", () => {
    follow();
    world.socket.opens();
    expect(world.socket.take()).toEqual([{ type: "sub", table: "T", v: 0 }]);
    world.socket.says(ev(1));
    world.socket.says(ev(2));
    world.socket.says(sync(2));
    world.socket.says(ev(2));
    world.socket.says(ev(3));
    expect(versions(heard)).toEqual(["ev1", "ev2", "sync2", "ev3"]);
  });

  it("asks once for what a gap left out, from where it stands", () => {
    follow();
    world.socket.opens();
    world.socket.says(ev(1));
    world.socket.says(sync(1));
    world.socket.take();
    world.socket.says(ev(3));
    world.socket.says(ev(4));
    expect(world.socket.take()).toEqual([{ type: "sub", table: "T", v: 1, shown: "p" }]);
    for (const message of [ev(2), ev(3), ev(4), sync(4), ev(5)]) world.socket.says(message);
    expect(versions(heard)).toEqual(["ev1", "sync1", "ev2", "ev3", "ev4", "sync4", "ev5"]);
  });

  it("stops when told", () => {
    const stop = follow();
    world.socket.opens();
    world.socket.take();
    stop();
    world.socket.says(ev(1));
    expect(heard).toEqual([]);
    expect(world.socket.take()).toEqual([{ type: "unsub", table: "T" }]);
  });
});

describe("a connection that breaks", () => {
  it("comes back by itself and goes on from the last version known", () => {
    follow();
    world.socket.opens();
    world.socket.says(ev(1));
    world.socket.breaks();
    expect(status.state).toBe("lost");
    world.passes(500);
    expect(world.sockets).toHaveLength(2);
    world.socket.opens();
    expect(status.state).toBe("open");
    expect(world.socket.take()).toEqual([{ type: "sub", table: "T", v: 1 }]);
  });

  it("says to whom all was shown, hears that nothing has changed, and goes on", () => {
    follow();
    world.socket.opens();
    for (const message of [ev(1), sync(1), shownEv(2)]) world.socket.says(message);
    world.socket.breaks();
    world.passes(500);
    world.socket.opens();
    expect(world.socket.take()).toEqual([{ type: "sub", table: "T", v: 2, shown: "p" }]);
    for (const message of [still(2), shownEv(3)]) world.socket.says(message);
    expect(versions(heard)).toEqual(["ev1", "sync1", "ev2", "still2", "ev3"]);
  });

  it("asks to be shown all again when it knows only what happened", () => {
    follow();
    world.socket.opens();
    for (const message of [sync(1), ev(2)]) world.socket.says(message);
    world.socket.breaks();
    world.passes(500);
    world.socket.opens();
    expect(world.socket.take()).toEqual([{ type: "sub", table: "T", v: 2 }]);
  });

  it("waits longer and longer without an answer, and starts again after a hello", () => {
    follow();
    const gaps: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      world.socket.breaks();
      const before = world.time;
      const count = world.sockets.length;
      while (world.sockets.length === count) world.passes(100);
      gaps.push(world.time - before);
    }
    expect(gaps).toEqual([400, 800, 1600, 3200, 6400, 10000, 10000]);
    world.socket.opens();
    world.socket.breaks();
    world.passes(400);
    expect(world.sockets).toHaveLength(9);
  });

  it("is given up when a ping stays without an answer", () => {
    follow();
    world.socket.opens();
    const first = world.socket;
    first.take();
    world.passes(HEARTBEAT);
    expect(first.take()).toEqual([{ type: "ping", t: HEARTBEAT, heard: 1000 }]);
    world.passes(PONG_TIMEOUT);
    expect(first.closed).toBe(true);
    expect(status.state).toBe("lost");
  });

  it("stays while pings are answered", () => {
    follow();
    world.socket.opens();
    for (let beat = 0; beat < 3; beat += 1) {
      world.passes(HEARTBEAT);
      world.socket.says({ type: "pong", t: world.time, now: 5 });
    }
    world.passes(PONG_TIMEOUT);
    expect(world.sockets).toHaveLength(1);
    expect(status.state).toBe("open");
  });

  it("is tried at once when the network wakes up", () => {
    follow();
    world.socket.breaks();
    connection.wake();
    expect(world.sockets).toHaveLength(2);
  });
});

describe("an act", () => {
  it("is sent with its key and the version seen, and answered", async () => {
    follow();
    world.socket.opens();
    world.socket.take();
    const done = connection.act("T", 4, { type: "move", text: "a1-a2" });
    expect(status.unsent).toBe(1);
    expect(world.socket.take()).toEqual([{ type: "act", table: "T", k: "k1", v: 4, do: { type: "move", text: "a1-a2" } }]);
    world.socket.says(ack("k1", 5));
    expect(await done).toEqual(ack("k1", 5));
    expect(status.unsent).toBe(0);
  });

  it("is sent again with the same key until it is acknowledged", async () => {
    follow();
    world.socket.opens();
    const done = connection.act("T", 4, { type: "resign" });
    world.socket.breaks();
    world.passes(1000);
    world.socket.opens();
    const sent = world.socket.take();
    expect(sent.map((message) => message.type)).toEqual(["sub", "act"]);
    expect(sent[1]).toMatchObject({ k: "k1" });
    const refusal: Nak = { type: "nak", table: "T", k: "k1", code: "over", why: { fr: "", en: "" } };
    world.socket.says(refusal);
    expect(await done).toEqual(refusal);
  });

  it("waits for the connection when there is none", () => {
    follow();
    void connection.act("T", 0, { type: "sit" });
    world.socket.opens();
    expect(world.socket.take().map((message) => message.type)).toEqual(["sub", "act"]);
  });
});

describe("an act that the server cannot take just now", () => {
  const unavailable: Nak = { type: "nak", table: "T", k: "k1", code: "unavailable", why: { fr: "", en: "" } };
  const act = (): Promise<Ack | Nak> => {
    follow();
    world.socket.opens();
    const done = connection.act("T", 4, { type: "move", text: "a1-a2" });
    world.socket.take();
    return done;
  };

  it("is sent again with the same key, later and later, until it is acknowledged", async () => {
    const done = act();
    const gaps: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      world.socket.says(unavailable);
      expect(status).toMatchObject({ unsent: 1, retried: 1 });
      const before = world.time;
      while (!world.socket.sent.some((message) => message.type === "act")) world.passes(100);
      expect(world.socket.take().filter((message) => message.type === "act")).toMatchObject([{ k: "k1", v: 4 }]);
      gaps.push(world.time - before);
    }
    expect(gaps).toEqual([400, 800, 1600, 3200, 5000, 5000]);
    world.socket.says(ack("k1", 5));
    expect(await done).toEqual(ack("k1", 5));
    expect(status).toMatchObject({ unsent: 0, retried: 0 });
  });

  it("is refused in the end", async () => {
    const done = act();
    for (; world.time < UNAVAILABLE_LIMIT; world.passes(5_000)) world.socket.says(unavailable);
    expect(status.unsent).toBe(1);
    world.socket.says(unavailable);
    expect(await done).toEqual(unavailable);
    expect(status).toMatchObject({ unsent: 0, retried: 0 });
    world.socket.take();
    world.passes(10_000);
    expect(world.socket.take().filter((message) => message.type === "act")).toEqual([]);
  });

  it("is sent once when the connection breaks meanwhile", () => {
    void act();
    world.socket.says(unavailable);
    world.socket.breaks();
    world.passes(400);
    world.socket.opens();
    world.passes(5000);
    expect(world.socket.take().map((message) => message.type)).toEqual(["sub", "act"]);
  });
});

describe("a question", () => {
  it("is asked once for all who want to know", async () => {
    follow();
    world.socket.opens();
    world.socket.take();
    const [one, other] = [connection.ask("T", 3, ["a1", "a9"]), connection.ask("T", 3, ["a1", "a9"])];
    expect(world.socket.take()).toHaveLength(1);
    const why = { why: { fr: "non", en: "no" } };
    world.socket.says({ type: "asked", table: "T", v: 3, clicks: ["a1", "a9"], why });
    expect(await one).toEqual(why);
    expect(await other).toEqual(why);
  });

  it("has no answer when the connection breaks", async () => {
    follow();
    world.socket.opens();
    const look = connection.look("T", 3);
    world.socket.breaks();
    expect(await look).toBeNull();
    expect(await connection.look("T", 3)).toBeNull();
  });
});
