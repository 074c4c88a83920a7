import { expect, it } from "vitest";
import { EMPTY, fold } from "./log";
import { leavingOf, sayLeaving, withCauses } from "./leaving";
import type { AnyTableEvent, Player } from "../net/wire.gen";

const camille: Player = { id: "c", name: "Camille", named: true };
const sat: AnyTableEvent = { type: "sat", seat: 2, player: camille };
const withdrawn: AnyTableEvent = { type: "declared", text: "!withdraw:2", seat: 2, cause: "absent" };
const replaced: AnyTableEvent = { type: "replaced", seat: 2, level: 3, cause: "absent" };

const said = (event: AnyTableEvent, own = false): string => {
  const left = leavingOf(event, { 2: camille });
  return left ? sayLeaving(left, own, "Nord") : "";
};

it("tells who left, and what becomes of the game", () => {
  expect(said(withdrawn)).toBe("Camille a quitté la table\u00a0; la partie continue.");
  expect(said(withdrawn, true)).toBe("Vous étiez hors ligne\u00a0; la partie a continué sans vous.");
  expect(said(replaced)).toContain("L'ordinateur joue à sa place.");
  expect(said({ ...withdrawn, text: "!resign:2" })).toBe("Camille a quitté la table.");
  expect(said({ type: "returned", seat: 2 })).toBe("Camille reprend sa place.");
});

it("tells nothing of an engine that plays from the start, or of an agreement", () => {
  expect(said({ type: "replaced", seat: 2, level: 3 })).toBe("");
  expect(said({ type: "declared", text: "!agree", seat: null })).toBe("");
});

it("knows a player by the name of now", () => {
  const renamed: AnyTableEvent = { type: "renamed", player: { ...camille, name: "Camille B." } };
  const log = [sat, renamed, replaced].reduce(fold, EMPTY);
  expect(log.talk).toEqual([{ seat: 2, player: { ...camille, name: "Camille B." }, how: "absent", engine: true, goesOn: true }]);
});

it("knows from the seats why an entry of a record was declared", () => {
  const seats = [{ kind: "human" as const }, { kind: "human" as const, left: "absent" as const }];
  expect(withCauses([{ text: "a1-a2" }, { text: "!agree" }, { text: "!resign:1" }], seats)).toEqual([
    { text: "a1-a2" },
    { text: "!agree" },
    { text: "!resign:1", seat: 1, cause: "absent" },
  ]);
});
