import { describe, expect, it } from "vitest";
import { placesOf, reasonOf, resultOf } from "./result";
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
});
