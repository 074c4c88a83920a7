import { describe, expect, it } from "vitest";
import { panelSide, placesOf, reasonOf, resultOf, sayPlaces } from "./result";
import { settings } from "./settings.svelte";
import type { Ending } from "../net/wire.gen";

const ending = (...ranks: number[]): Ending => ({
  ranks,
  clause: "",
  why: { fr: "", en: "" },
  said: { fr: "Sud gagne. 1er : Sud · 2e : Est", en: "South wins. 1st: South" },
});

describe("the result", () => {
  it("is told to the player", () => {
    expect(resultOf(ending(1, 2), [0], false)).toMatchObject({ kind: "won" });
    expect(resultOf(ending(1, 2), [1], false)).toMatchObject({ kind: "lost" });
    expect(resultOf(ending(1, 1), [1], false)).toMatchObject({ kind: "drawn" });
  });

  it("names the winner to others, without the places", () => {
    expect(resultOf(ending(1, 2), [], false).title).toMatch(/^(Sud gagne|South wins)\.$/);
    expect(resultOf(ending(1, 2), [0, 1], true)).toMatchObject({ kind: "told" });
  });

  it("has the reason that a player gave, else the clause", () => {
    settings.language = "fr";
    const why = (text: string, cause?: "absent" | "flagged" | "resigned"): string =>
      reasonOf(
        { ...ending(1, 2), why: { fr: "Mat.", en: "Mate." } },
        { text, seat: 1, events: [], cause: cause ?? null },
        false,
        () => "Camille",
      );
    expect(why("a1-a2")).toBe("Mat.");
    expect(why("!resign:1")).toBe("Camille a abandonné.");
    expect(why("!resign:1", "absent")).toBe("Camille a quitté la table.");
    expect(why("!withdraw:1", "flagged")).toBe("Camille n'a plus de temps.");
  });

  it("lists players that share a place together", () => {
    expect(placesOf(ending(2, 1, 2, 4), String).map(({ rank }) => rank)).toEqual([1, 2, 4]);
    expect(placesOf(ending(2, 1, 2, 4), String)[1]?.names).toMatch(/0.*2/);
  });

  it("says the places of several, as the panel lists them", () => {
    settings.language = "fr";
    const name = (seat: number): string => ["Sud", "Ouest", "Nord"][seat] ?? "";
    expect(sayPlaces(ending(1, 3, 2), name)).toBe("place 1 Sud, place 2 Nord, place 3 Ouest.");
    expect(sayPlaces(ending(1, 1, 1), name)).toBe("");
    expect(sayPlaces(ending(1, 2), name)).toBe("");
  });
});

describe("the panel of the result", () => {
  const board = { left: 0, right: 320, top: 100, bottom: 420 };
  const panel = { left: 10, right: 310, top: 0, bottom: 230 };
  const cell = (column: number, row: number): typeof board => ({
    left: 40 * column,
    right: 40 * column + 40,
    top: 100 + 40 * row,
    bottom: 140 + 40 * row,
  });

  it("leaves the decisive cells in sight", () => {
    expect(panelSide([cell(4, 0)], board, panel, 56)).toBe("below");
    expect(panelSide([cell(4, 7)], board, panel, 56)).toBe("above");
    expect(panelSide([cell(3, 5), cell(4, 6)], board, panel, 56)).toBe("above");
    expect(panelSide([], board, panel, 56)).toBe("");
  });

  it("goes aside where it would cover one of them on both sides", () => {
    expect(panelSide([cell(4, 1), cell(3, 6), cell(4, 6)], board, panel, 56)).toBe("aside");
    expect(panelSide([cell(1, 4)], board, panel, 56)).toBe("aside");
  });
});
