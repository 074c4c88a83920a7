import { expect, it } from "vitest";
import { declinedOf } from "./declined";
import { settings } from "./settings.svelte";
import type { TableView } from "../net/wire.gen";

it("tells a refusal from an offer that its author takes back", () => {
  settings.language = "fr";
  const offers: TableView["offers"] = [{ kind: "stop", seat: 0, agreed: [0] }];
  const said = (seat: number, yes: boolean): string | undefined =>
    declinedOf({ type: "answered", kind: "stop", seat, yes }, offers, (one) => ["Ada", "Bao"][one] ?? "")?.said;
  expect(said(1, false)).toBe("Bao refuse.");
  expect(said(0, false)).toBe("Ada retire sa proposition.");
  expect(said(1, true)).toBeUndefined();
});
