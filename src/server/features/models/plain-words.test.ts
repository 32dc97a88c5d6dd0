import { expect, test } from "vitest";
import { isPlain, jsonIn } from "./plain-words.ts";

test.for([
  ["The dust storm of 2026-08-30", true],
  ["Burn on 30.08.2026, gone by 5/9/2026", true],
  ["Between 2024/2025 and 2026-27", true],
  ["From 2026-08-28 - 2026-08-30", true],
  ["A {curly} thought", true],
  ["Call 0171 2345678", false],
  ["Call +1 (555) 010-9999", false],
  ["Call 2026-08-30 555-0109", false],
  ["Call 08-30-555-0109", false],
  ["See [here](x)", false],
] as const)("judges whether %j is plain", ([text, isIt]) => {
  expect(isPlain(text)).toBe(isIt);
});

test.for([
  ['{"title": "a"}', { title: "a" }],
  ['I used {braces} and {} for it: {"title": "a"} {end}', { title: "a" }],
  ['```json\n{"title": "a",}\n```', { title: "a" }],
  ['[1, 2] {"title": {"a": 1}}', { title: { a: 1 } }],
  ["no object {here}", null],
  ["{".repeat(70_000), null],
])("finds the object in %j", ([answer, found]) => {
  expect(jsonIn(answer as string)).toEqual(found);
});
