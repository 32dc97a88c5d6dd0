import { expect, test } from "vitest";
import { newId } from "./id.ts";

const NOW = Date.UTC(2026, 7, 30, 12);

test("creates version 7 UUIDs that begin with their time", () => {
  const id = newId(NOW);
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(NOW);
});

test("sorts by creation time, even a thousand in one millisecond", () => {
  const ids = [NOW, NOW + 1].flatMap((now) => Array.from({ length: 1000 }, () => newId(now)));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(2000);
});

test("stays unique beyond the counter's range in one millisecond", () => {
  expect(new Set(Array.from({ length: 5000 }, () => newId(NOW))).size).toBe(5000);
});
