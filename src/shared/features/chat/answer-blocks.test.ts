import { expect, test } from "vitest";
import { answerBlocks } from "./answer-blocks.ts";
import { detailsPart, itemPart } from "./answer-part.ts";
import type { Source } from "./contract.ts";
import type { Retrieved } from "./retrieved.ts";

test("turns each item's line into its numbered card below the lead", () => {
  const parts = [itemPart(hit("a"), ["free Fri 4 Sep"]), itemPart(hit("b", "memory"))];
  const sources = parts.flatMap(({ items }) => items.map(({ source }) => source));
  const text = `Two generators near 7:30.\n${parts.map((part) => part.text).join("")}\n\nIf that is not it, try other words.`;
  expect(blocksOf(text, sources)).toEqual([
    { kind: "text", text: "Two generators near 7:30." },
    {
      kind: "cards",
      cards: [
        { source: sources[0], number: 1, quote: "Runs *all* night.", facts: ["free Fri 4 Sep"] },
        { source: sources[1], number: 2, quote: "Runs *all* night.", facts: [] },
      ],
    },
    { kind: "text", text: "If that is not it, try other words." },
  ]);
});

test("shows the heading of each need over its cards", () => {
  const [one, two] = [itemPart(hit("a")), itemPart(hit("b"))];
  const text = `**Ladder**\n\nOne ladder.\n${one.text}\n\n**Rope**\n\nOne thing that fits.\n${two.text}`;
  expect(blocksOf(text, [sourceOf(one), sourceOf(two)])).toMatchObject([
    { kind: "text", text: "**Ladder**\n\nOne ladder." },
    { kind: "cards", cards: [{ number: 1 }] },
    { kind: "text", text: "**Rope**\n\nOne thing that fits." },
    { kind: "cards", cards: [{ number: 2 }] },
  ]);
});

test("shows the opening line of an item's details as its card, above the details", () => {
  const part = detailsPart(hit("a"), ["shared by Olga"]);
  expect(blocksOf(`${part.text}\n\nAll of its text.`, [sourceOf(part)])).toMatchObject([
    { kind: "cards", cards: [{ quote: "", facts: ["shared by Olga"] }] },
    { kind: "text", text: "All of its text." },
  ]);
});

test("shows text in full when its card does not repeat it", () => {
  const part = itemPart(hit("a"));
  const source = sourceOf(part);
  const { line: _, ...stored } = source;
  const text = `Here is what fits best:\n${part.text}`;
  const whole = { kind: "text", text };
  expect(blocksOf(text, [stored])).toMatchObject([whole, { kind: "cards", cards: [{ quote: "" }] }]);
  const moved = { ...source, place: "9:00 & B" };
  expect(blocksOf(text, [moved])).toMatchObject([whole, { kind: "cards", cards: [{ quote: "" }] }]);
  // A card in a model's answer shows the source's own text.
  const said = "Here is a quiet one [^resource:a].";
  expect(answerBlocks({ text: said, sources: [source], model: "Llama", isStreaming: false })).toMatchObject([
    { kind: "text", text: said },
    { kind: "cards", cards: [{ quote: "Runs *all* night.", number: 1 }] },
  ]);
  // A sentence that cites an item stays complete, with the card below it.
  expect(blocksOf("Yes, **Quiet a** is free. [^resource:a]", [stored])).toMatchObject([
    { kind: "text", text: "Yes, **Quiet a** is free. [^resource:a]" },
    { kind: "cards", cards: [{ number: 1 }] },
  ]);
});

test("shows what stands below a model's words as cards", () => {
  const part = itemPart(hit("a"));
  const text = `There is one.\n\nFrom the library:\n${part.text}`;
  expect(answerBlocks({ text, sources: [sourceOf(part)], model: "Llama", isStreaming: false })).toMatchObject(
    [
      { kind: "text", text: "There is one.\n\nFrom the library:" },
      { kind: "cards", cards: [{ number: 1 }] },
    ],
  );
});

test("shows a card with its line while streaming and never moves it", () => {
  const parts = [itemPart(hit("a")), itemPart(hit("b"))];
  const sources = parts.map(sourceOf);
  const received = (text: string, count: number) =>
    answerBlocks({ text, sources: sources.slice(0, count), model: null, isStreaming: true });
  expect(received("Two things.\n", 1)).toEqual([{ kind: "text", text: "Two things." }]);
  expect(received(`Two things.\n${parts[0]?.text}`, 2)).toMatchObject([
    { kind: "text", text: "Two things." },
    { kind: "cards", cards: [{ number: 1 }] },
  ]);
  // Cards below a text appear once the text is complete; otherwise it would push them down.
  const sentence = { text: "Yes, it is free.", sources, model: null };
  expect(answerBlocks({ ...sentence, isStreaming: true })).toMatchObject([{ kind: "text" }]);
  expect(answerBlocks({ ...sentence, isStreaming: false })).toHaveLength(2);
});

function blocksOf(text: string, sources: readonly Source[]) {
  return answerBlocks({ text, sources, model: null, isStreaming: false });
}

function sourceOf({ items }: { items: readonly Retrieved[] }): Source {
  const [item] = items;
  if (item === undefined) throw new Error("A part without an item.");
  return item.source;
}

function hit(key: string, kind: "resource" | "memory" = "resource"): Retrieved {
  return {
    source: {
      sourceId: `${kind}:${key}`,
      kind,
      title: `Quiet ${key}`,
      place: "7:30 & E",
      distanceM: 140,
      excerpt: "Runs *all* night.\ngear\npower",
    },
    body: "Runs *all* night.\ngear\npower",
    score: 1,
    at: null,
    keywordShare: 1,
    cosine: null,
  };
}
