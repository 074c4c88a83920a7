import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PACE, PacedMessages } from "./pace";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

const paced = (): [PacedMessages<string>, string[]] => {
  const shown: string[] = [];
  return [
    new PacedMessages(
      (one) => one.startsWith("engine"),
      (one) => shown.push(one),
    ),
    shown,
  ];
};

it("shows a person's act at once and a computer's after a while, in order", () => {
  const [messages, shown] = paced();
  for (const one of ["own", "engine 1", "engine 2", "talk"]) messages.receive(one);
  expect(shown).toEqual(["own"]);
  vi.advanceTimersByTime(PACE);
  expect(shown).toEqual(["own", "engine 1"]);
  vi.advanceTimersByTime(PACE);
  expect(shown).toEqual(["own", "engine 1", "engine 2", "talk"]);
});

it("does not wait for a computer that took its time", () => {
  const [messages, shown] = paced();
  messages.receive("own");
  vi.advanceTimersByTime(PACE);
  messages.receive("engine");
  expect(shown).toEqual(["own", "engine"]);
});

it("shows all at once when asked to, and nothing after it is stopped", () => {
  const [messages, shown] = paced();
  for (const one of ["own", "engine 1", "engine 2"]) messages.receive(one);
  messages.flush();
  expect(shown).toEqual(["own", "engine 1", "engine 2"]);
  messages.receive("engine 3");
  messages.stop();
  vi.advanceTimersByTime(5 * PACE);
  expect(shown).toHaveLength(3);
});
