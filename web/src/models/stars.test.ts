import { expect, it } from "vitest";
import { exercisesOf, mergeStars, parseStars } from "./stars.svelte";

it("reads what it stored and leaves out what it cannot have stored", () => {
  expect(parseStars(null)).toEqual({});
  expect(parseStars("nonsense")).toEqual({});
  expect(parseStars('{"one": {"goal-1": 3, "goal-2": 9, "goal-3": "two"}, "other": null}')).toEqual({ one: { "goal-1": 3 } });
});

it("keeps the most stars of each exercise", () => {
  expect(mergeStars({ one: { a: 1, b: 3 } }, { one: { a: 2, b: 1 }, other: { c: 1 } })).toEqual({ one: { a: 2, b: 3 }, other: { c: 1 } });
});

it("gives a chapter that is a whole game stars of its own", () => {
  const words = { fr: "", en: "" };
  expect(exercisesOf({ id: "play", title: words, text: words, exercises: [] })).toEqual(["play-1"]);
});
