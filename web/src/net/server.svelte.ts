/** The connection that all pages share, and its status. */
import { Connection, type Socket, type Status } from "./connection";

export const status: Status = $state({ state: "connecting", unsent: 0, retried: 0 });

let connection: Connection | null = null;

/** The shared connection, opened at its first use. */
export function server(): Connection {
  if (connection) return connection;
  const made = new Connection(
    {
      open: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as unknown as Socket,
      now: () => Date.now(),
      random: () => Math.random(),
      after: (milliseconds, call) => {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
      key: () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
    },
    (now) => Object.assign(status, now),
  );
  window.addEventListener("online", () => made.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") made.wake();
  });
  connection = made;
  return made;
}
