import { expect, test } from "vitest";
import type { Egress } from "#server/platform/egress.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import {
  type FamilyAnswer,
  modelFamilies,
  type ModelFamily,
} from "#server/testing/doubles/model-families.ts";
import { RoundReader } from "./round-reader.ts";

const CALLS = [
  { name: "find", arguments: { what: "ladder – Ünïcode", near: "me" } },
  { name: "distance", arguments: { to: "The Temple" } },
];
const WORDS = "The **ladder** is at 7:30 & E [^resource:1].\n\nAsk `Ann` there: it costs < 3 beers.";
const request = { model: "test", messages: [{ role: "user", content: "who has a ladder?" }] };
/** Families that call one tool at a time. */
const oneCall = /channel after the tool's name|harmony|recipient/;
/** Some write a sentence before their calls. */
const BEFORE = /^(?:Let me look(?: that up)?\.)?$/;

test.each(modelFamilies)("takes the calls of $name, cut at every byte", async (family: ModelFamily) => {
  const expected = CALLS.slice(0, oneCall.test(family.name) ? 1 : 2);
  for (const size of [1, 3, 1_000_000]) {
    const { round, shown } = await listen(family.calls(expected, request), size);
    expect(
      round.calls.map(({ name, arguments: json }) => ({ name, arguments: JSON.parse(json) as unknown })),
    ).toEqual(expected);
    expect(shown.trim()).toMatch(BEFORE);
    expect(new Set(round.calls.map(({ id }) => id)).size).toBe(expected.length);
  }
});

test.each(modelFamilies)("shows the words of $name, cut at every byte", async (family: ModelFamily) => {
  for (const size of [1, 3, 1_000_000]) {
    const { round, shown } = await listen(family.words(WORDS, request), size);
    expect(shown.trim()).toBe(WORDS);
    expect(round.calls).toEqual([]);
  }
});

/** @param size bytes of each piece in which the body arrives */
async function listen({ status = 200, contentType, body }: FamilyAnswer, size: number) {
  const bytes = new TextEncoder().encode(body);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  );
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const egress: Egress = async () =>
    new Response(stream, { status, headers: { "content-type": contentType } });
  const model = openaiCompatibleModel(egress, {
    baseUrl: "http://model.test/v1",
    apiKey: null,
    model: "test",
  });
  const { deltas } = await model.generate({ messages: [], signal: new AbortController().signal });
  const round = new RoundReader();
  const shown = { text: "", reasoning: "" };
  const take = (pieces: ReturnType<RoundReader["read"]>) => {
    for (const { kind, delta, isTurned } of pieces) {
      const other = kind === "text" ? "reasoning" : "text";
      if (isTurned) shown[other] = shown[other].slice(0, -delta.length);
      shown[kind] += delta;
    }
  };
  for await (const delta of deltas) take(round.read(delta));
  take(round.end(true));
  return { round, shown: shown.text };
}
