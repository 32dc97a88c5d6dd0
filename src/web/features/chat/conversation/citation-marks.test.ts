import { expect, test } from "vitest";
import { plain, prose } from "#shared/features/chat/prose.ts";
import { spokenWords } from "./citation-marks.ts";

const WORDS = "[Sign in](https://bad.example) | a | *b* _c_ #1 <b> me@x.example [^camp:1] \\";

test("speaks the words of other users without the backslashes that escape them", () => {
  expect(spokenWords(prose`- **${plain(WORDS)}** is free [^resource:1].`)).toBe(`${WORDS} is free.`);
});

test("does not speak a backslash whose sign is still to come", () => {
  expect(spokenWords("It is \\")).toBe("It is ");
});
