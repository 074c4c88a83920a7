import { describe, expect, it } from "vitest";
import { settings } from "./settings.svelte";
import type { WireOption, WireValue } from "../net/wire.gen";
import { applies, sayFaults, sayUnusual, sayValue, valueOf } from "./options";

const words = (text: string) => ({ fr: text, en: `${text} in English` });
const value = (id: string, name: string): WireValue => ({ id, name: words(name), help: null });
const option = (more: Partial<WireOption>): WireOption => ({
  id: "count",
  name: words("Compte"),
  help: words("Aide"),
  default: "short",
  values: [],
  low: 0,
  high: 0,
  only: null,
  ...more,
});
const count = option({ values: [value("short", "court"), value("long", "à rallonge")] });
const most = option({ id: "most", name: words("Au plus"), default: 100, low: 1, high: 200, only: ["count", "long"] });

describe("options", () => {
  it("are told by the names of their values, numbers as they are", () => {
    settings.language = "fr";
    expect(sayValue(count, {})).toBe("court");
    expect(sayValue(count, { count: "long" })).toBe("à rallonge");
    expect(sayValue(most, { most: 60 })).toBe("60");
    expect(valueOf(most, {})).toBeNull();
  });

  it("are told where they are not as usual", () => {
    expect(sayUnusual([count, most], {})).toBe("");
    expect(sayUnusual([count, most], { count: "short", most: "60" })).toBe("Au plus\u00a0: 60");
    expect(sayUnusual([count, most], { count: "long", most: 60 })).toBe("Compte\u00a0: à rallonge · Au plus\u00a0: 60");
  });

  it("apply where what they depend on was chosen", () => {
    expect(applies(count, [count, most], {})).toBe(true);
    expect(applies(most, [count, most], {})).toBe(false);
    expect(applies(most, [count, most], { count: "long" })).toBe(true);
  });
});

describe("the options of an address", () => {
  it("are found at fault by their names", () => {
    settings.language = "fr";
    expect(sayFaults([count, most], { count: "long", most: 20 })).toEqual([]);
    expect(sayFaults([count, most], { count: "wide" })).toEqual([
      "«\u00a0wide\u00a0» ne convient pas à la règle «\u00a0Compte\u00a0»\u00a0; au choix\u00a0: court et à rallonge.",
    ]);
    expect(sayFaults([count, most], { most: 0 })).toEqual([
      "«\u00a00\u00a0» ne convient pas à la règle «\u00a0Au plus\u00a0»\u00a0: il faut un nombre de 1 à 200.",
    ]);
    expect(sayFaults([count], { colour: "red" })).toEqual([
      "Ce jeu n'a pas de règle «\u00a0colour\u00a0» au choix\u00a0; il y a\u00a0: Compte.",
    ]);
    expect(sayFaults([], { colour: "red" })).toEqual(["Ce jeu n'a pas de règle au choix."]);
  });
});
