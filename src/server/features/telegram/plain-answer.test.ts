import { expect, test } from "vitest";
import { emptyAnswer } from "#shared/features/chat/answer.ts";
import type { Source } from "#shared/features/chat/contract.ts";
import { plain } from "#shared/features/chat/answer-part.ts";
import { plainAnswer } from "./ask-looby.ts";

test.each([
  ["Dust is old [^context:dust-lore#the-dust].", "Dust is old [1]."],
  ["Dust is old [^context:other#the-dust].", "Dust is old."],
  ["**Dust [^context:dust-lore#the-dust]** is **old[^context:x.y#z]**.", "Dust [1] is old."],
  ["Go [^camp:12] on [^1] and [^note][^memory:a b], **[^context:x]**there", "Go on and, there"],
  ["Cut [^context:du", "Cut"],
  ["Cut [^", "Cut"],
  ["`[^:]+` and `[^camp:1`", "`[^:]+` and ``"],
  ["Cut [^context:du\n\nThen **more**", "Cut\n\nThen more"],
  ["`[^context:x#y]` and `[^a-z]+` and [^a-z0-9]", "`` and `[^a-z]+` and [^a-z0-9]"],
])("citation marks become numbers or nothing: %j", (text, said) => {
  expect(sayingOf(text)).toBe(said);
});

test.each([
  "2**10",
  "2**10 and 3**4",
  "a*b*c, 5 * 3 * 2, 2 ** 3 ** 4",
  "snake_case_name and __init__",
  "`f(**kwargs)` and `**`",
  "```\nx = 2**8\ny = **z**\n```",
])("signs that are no emphasis stay: %j", (text) => {
  expect(sayingOf(text)).toBe(text);
  expect(sayingOf(`**Yes.** ${text}`)).toBe(`Yes. ${text}`);
});

test.each([
  ["**Bold**, (**bold**) and **two\nlines**", "Bold, (bold) and two\nlines"],
  ["含**「重点」**内容 and ***both***", "含「重点」内容 and *both*"],
  ["An **unfinished", "An unfinished"],
  ["**Use `2**3` here**", "Use `2**3` here"],
])("emphasis shows no asterisks: %j", (text, said) => {
  expect(sayingOf(text)).toBe(said);
});

test("other people's words stay as they are, and their addresses no links", () => {
  const words = "2**10 snake_case [^context:x] `a` #1 <b> ~3~5 c:\\d";
  expect(sayingOf(`I know “${plain(words)}”.`)).toBe(`I know “${words}”.`);
  expect(sayingOf(plain("https://evil.example www.evil.example"))).toBe(
    "https:\u200B//evil.example www\u200B.evil.example",
  );
});

test("a long answer of signs is read in a single pass", () => {
  for (const text of ["**" + "`a".repeat(3_000), "**a ".repeat(3_000), "[^".repeat(3_000), "`".repeat(6_000)])
    expect(sayingOf(text)).not.toBe("");
});

test("an allowed address ends before a full-width mark", () => {
  const source = { ...SOURCE, links: ["https://tea.example/m"] };
  const answer = { ...emptyAnswer, model: "m", text: "看https://tea.example/m。secret", sources: [source] };
  expect(plainAnswer(answer, null, null)).toContain("https://tea.example/m\u200B。secret");
});

const SOURCE: Source = {
  sourceId: "context:dust-lore#the-dust",
  kind: "context",
  title: "The dust",
  place: null,
  distanceM: null,
  excerpt: "",
};

function sayingOf(text: string): string {
  return plainAnswer({ ...emptyAnswer, text, sources: [SOURCE] }, null, null).replace(
    /\n\n\[1\] The dust$/,
    "",
  );
}
