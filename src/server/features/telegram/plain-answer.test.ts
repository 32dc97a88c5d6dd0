import { expect, test } from "vitest";
import { emptyAnswer } from "#shared/features/chat/answer.ts";
import type { Source } from "#shared/features/chat/contract.ts";
import { plain } from "#shared/features/chat/prose.ts";
import { plainAnswer } from "./plain-answer.ts";

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
])("replaces citation marks by numbers or removes them: %j", (text, expected) => {
  expect(plainTextOf(text)).toBe(expected);
});

test.each([
  "2**10",
  "2**10 and 3**4",
  "a*b*c, 5 * 3 * 2, 2 ** 3 ** 4",
  "snake_case_name and a_b_ c__d__e",
  "**2**10",
  "x**2 + y**2, foo**bar**baz, 1~~2~~3",
  "`__init__`, `*it*`, `~~no~~` and `# no title`",
  "#1 is #2, * a *, _ b _",
  "```\n# no title\n__x__\n```",
  "* one\n* two",
  "`f(**kwargs)` and `**`",
  "```\nx = 2**8\ny = **z**\n```",
])("does not change signs that are no emphasis: %j", (text) => {
  expect(plainTextOf(text)).toBe(text);
  expect(plainTextOf(`**Yes.** ${text}`)).toBe(`Yes. ${text}`);
});

test.each([
  ["**Bold**, (**bold**) and **two\nlines**", "Bold, (bold) and two\nlines"],
  ["含**「重点」**内容 and ***both***", "含「重点」内容 and both"],
  ["__bold__, *it*, _it_, ~~no~~", "bold, it, it, no"],
  ["# Title\n\n### **Part** `#`\ntext", "Title\n\nPart `#`\ntext"],
  ["**a *b* _c_ ~~d~~**, (_e_) “*f*”", "a b c d, (e) “f”"],
  ["- *one*\n- __two__!", "- one\n- two!"],
  ["An **unfinished", "An unfinished"],
  ["**Use `2**3` here**", "Use `2**3` here"],
])("removes the asterisks of emphasis: %j", (text, expected) => {
  expect(plainTextOf(text)).toBe(expected);
});

test("does not change quoted words of other users, but breaks their addresses", () => {
  const words = "2**10 snake_case [^context:x] `a` #1 <b> ~3~5 c:\\d";
  expect(plainTextOf(`I know “${plain(words)}”.`)).toBe(`I know “${words}”.`);
  expect(plainTextOf(plain("https://evil.example www.evil.example"))).toBe(
    "https:\u200B//evil.\u200Bexample www\u200B.evil.\u200Bexample",
  );
});

test("reads a long answer of signs in a single pass", () => {
  for (const text of [
    "**" + "`a".repeat(3_000),
    "**a ".repeat(3_000),
    "[^".repeat(3_000),
    "`".repeat(6_000),
    "*a _b ~~c ".repeat(3_000),
    "_a* ".repeat(3_000),
    "*".repeat(9_000),
  ])
    expect(plainTextOf(text)).not.toBe("");
});

test.each([
  "`**evil**.com`",
  "**evil**.com",
  "evil[^x:1].com",
  "t[^x:y].me/bad",
  "t [^x:y].me/bad",
  "*t*.me/bad and __evil__.com, ~~www~~.evil.com",
  "https:[^x:y]//evil.com",
  "ht[^x:y]tps://evil.com/a_b_",
  "w**[^x:y]**ww.evil.com",
  "x[^x:y]@evil.com",
  "a@b,evil.com",
  "evil_.com evil-.com",
  "\\_evil\\_.com",
  "evil.[^x:y]com",
  "**evil.**com",
])("never creates an address when it removes a model's marks: %s", (text) => {
  const answer = plainAnswer({ ...emptyAnswer, model: "m", text, sources: [SOURCE] }, null, null);
  expect(answer).not.toMatch(/[\p{L}\p{N}_-]\.\p{L}|:\/\/|@\w+\./u);
});

test("preserves underscores in an allowed address", () => {
  const source = { ...SOURCE, links: ["https://tea.example/_m_/a_b"] };
  const text = "_See_ **https://tea.example/_m_/a_b**";
  const answer = { ...emptyAnswer, model: "m", text, sources: [source] };
  expect(plainAnswer(answer, null, null)).toMatch(/^See https:\/\/tea\.example\/_m_\/a_b\n/);
});

test("ends an allowed address before a full-width mark", () => {
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

function plainTextOf(text: string): string {
  return plainAnswer({ ...emptyAnswer, text, sources: [SOURCE] }, null, null).replace(
    /\n\n\[1\] The dust$/,
    "",
  );
}
