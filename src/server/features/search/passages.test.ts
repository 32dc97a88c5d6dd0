import { expect, test } from "vitest";
import { passagesOf } from "./passages.ts";

test("returns a short document as one passage, on one line, under its title", () => {
  expect(passagesOf({ title: "Solar oven", body: "Bakes bread.\ncooking, sun\n\n" })).toEqual([
    "Solar oven. Bakes bread. cooking, sun",
  ]);
  expect(passagesOf({ title: "", body: "Bakes bread." })).toEqual(["Bakes bread."]);
  expect(passagesOf({ title: "Solar oven", body: " " })).toEqual(["Solar oven"]);
  expect(passagesOf({ title: "", body: "" })).toEqual([""]);
});

test("splits a long document between sentences without losing a word", () => {
  const sentences = Array.from({ length: 40 }, (_, index) => `On day ${index} we built a tower of old tins.`);
  const passages = passagesOf({ title: "Diary", body: sentences.join(" ") });
  expect(passages.length).toBeGreaterThan(4);
  for (const passage of passages) {
    expect(passage).toMatch(/^Diary\. On day .*tins\.$/);
    expect(passage.length).toBeLessThanOrEqual("Diary. ".length + 300);
  }
  const words = passages.map((passage) => passage.slice("Diary. ".length)).join(" ");
  expect(words).toBe(sentences.join(" "));
});

test("splits text without sentences or spaces too", () => {
  const words = passagesOf({ title: "", body: "dust ".repeat(500) });
  expect(words.every((passage) => passage.length <= 300)).toBe(true);
  expect(words.join(" ").split(" ")).toHaveLength(500);
  const letters = passagesOf({ title: "", body: "x".repeat(1000) });
  expect(letters.map((passage) => passage.length)).toEqual([300, 300, 300, 100]);
});
