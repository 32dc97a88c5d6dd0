import fc from "fast-check";
import { expect, test } from "vitest";
import { createReasoningSplitter, type AnswerDelta } from "./reasoning.ts";

/** Whole tags, parts of tags and text that looks like a tag, so that chunk borders fall in the difficult places. */
const answer = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<think>",
        "</think>",
        "<thi",
        "nk>",
        "</",
        "<",
        "<<think>",
        "</think",
        "think>",
        "<Think>",
        "\n",
      ),
      fc.string({ unit: "grapheme", maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("the split does not depend on the chunks a stream arrives in", () => {
  fc.assert(
    fc.property(answer, fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 8 }), (text, sizes) => {
      expect(split(cut(text, sizes))).toEqual(splitWhole(text));
    }),
    { seed: 20260701, numRuns: 2_000 },
  );
});

test("no delta is empty, and nothing but the tags is removed", () => {
  fc.assert(
    fc.property(answer, fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 8 }), (text, sizes) => {
      const splitter = createReasoningSplitter();
      const deltas = [...cut(text, sizes).flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
      expect(deltas.every(({ delta }) => delta.length > 0)).toBe(true);
      const length = deltas.reduce((sum, { delta }) => sum + delta.length, 0);
      const borders = tagBorders(text);
      expect(length + borders).toBe(text.length);
    }),
    { seed: 20260702, numRuns: 500 },
  );
});

test("text is emitted at once; only a possible start of a tag is held back", () => {
  const splitter = createReasoningSplitter();
  expect(splitter.push("Water is at 7:30 <")).toEqual([{ kind: "text", delta: "Water is at 7:30 " }]);
  expect(splitter.push("thin")).toEqual([]);
  expect(splitter.push("ly spread>")).toEqual([{ kind: "text", delta: "<thinly spread>" }]);
  expect(splitter.end()).toEqual([]);
});

test("a block that never closes is reasoning, including a half-written closing tag", () => {
  const splitter = createReasoningSplitter();
  expect(splitter.push("<think>where is ")).toEqual([{ kind: "reasoning", delta: "where is " }]);
  expect(splitter.push("shade</thi")).toEqual([{ kind: "reasoning", delta: "shade" }]);
  expect(splitter.end()).toEqual([{ kind: "reasoning", delta: "</thi" }]);
});

function split(chunks: string[]): AnswerDelta[] {
  const splitter = createReasoningSplitter();
  return joined([...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]);
}

/** The same rule in another form: a regular expression over the whole answer. */
function splitWhole(text: string): AnswerDelta[] {
  const deltas: AnswerDelta[] = [];
  let from = 0;
  for (const block of text.matchAll(/<think>([\s\S]*?)(?:<\/think>|$)/g)) {
    deltas.push({ kind: "text", delta: text.slice(from, block.index) });
    deltas.push({ kind: "reasoning", delta: block[1] ?? "" });
    from = block.index + block[0].length;
  }
  deltas.push({ kind: "text", delta: text.slice(from) });
  return joined(deltas.filter(({ delta }) => delta !== ""));
}

function tagBorders(text: string): number {
  let length = 0;
  for (const block of text.matchAll(/<think>[\s\S]*?(<\/think>|$)/g)) {
    length += "<think>".length + (block[1] ?? "").length;
  }
  return length;
}

function joined(deltas: AnswerDelta[]): AnswerDelta[] {
  const result: AnswerDelta[] = [];
  for (const { kind, delta } of deltas) {
    const last = result.at(-1);
    if (last?.kind === kind) {
      last.delta += delta;
    } else {
      result.push({ kind, delta });
    }
  }
  return result;
}

/** Cuts `text` into pieces of the given sizes, repeating the sizes; a size of 0 gives an empty chunk. */
function cut(text: string, sizes: number[]): string[] {
  const chunks: string[] = [];
  const steps = sizes.some((size) => size > 0) ? sizes : [1];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = steps[turn % steps.length] ?? 1;
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}
