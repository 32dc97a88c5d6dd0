import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAnswer, postMessage, textOf } from "#server/testing/chat-app.ts";
import { calls, type ModelWorld, openModelWorld, resultsIn, words } from "#server/testing/model-world.ts";
import {
  callChunk,
  completionChunk,
  streamCalls,
  streamWords,
  type UpstreamCall,
} from "#server/testing/doubles/upstream-model.ts";

// Misbehaving models: the user gets a good answer, whichever tools the model calls and wherever it stops.

let world: ModelWorld;
beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("reports invalid tool calls to the model, which can correct them", async () => {
  const { upstream, ada, script, stored } = world;
  script([
    calls([
      { name: "find", arguments: '{"what": "ladder' },
      { name: "sudo", arguments: { rm: "-rf" } },
      { name: "__proto__", arguments: {} },
      { name: "my", arguments: { which: "secrets" } },
      { name: "directions", arguments: {} },
      { name: "borrow", arguments: {} },
      { name: "directions", arguments: [] as unknown as Record<string, unknown> },
    ]),
    calls([{ name: "find", arguments: { what: "ladder" } }]),
    words("There is one."),
  ]);
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "a ladder?" }));
  expect(textOf(frames)).toMatch(/^There is one\.From the library:\n\n- \*\*Telescopic ladder/);
  const errors = resultsIn(upstream.asked[before + 1]).map(({ result }) => result.error);
  expect(errors).toEqual([
    expect.stringContaining("not JSON"),
    expect.stringMatching(/no such tool.*find, details/),
    expect.stringContaining("no such tool"),
    expect.stringMatching(/^which: /),
    expect.stringMatching(/^to: /),
    "Give the item's id, or its name.",
    expect.stringContaining("JSON object"),
  ]);
  expect((await stored(frames)).steps).toEqual(["find"]);
  expect(upstream.refused).toEqual([]);
});

test.each<[string, (round: number) => UpstreamCall[], number]>([
  ["new calls without end", (round) => [{ name: "find", arguments: { what: `thing ${round}` } }], 5],
  ["the same call without end", () => [{ name: "find", arguments: { what: "ladder" } }], 4],
  ["nonsense without end", () => [{ name: "find", arguments: "{" }], 3],
  [
    "very many calls at once",
    () => Array.from({ length: 30 }, (_, index) => ({ name: "find", arguments: { what: `thing ${index}` } })),
    2,
  ],
])("ends endless tool calls (%s) with an answer from the library", async (_, call, rounds) => {
  const { upstream, ada, stored } = world;
  let round = 0;
  upstream.answer = (response) => {
    round += 1;
    streamCalls(response, call(round));
  };
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  const asked = upstream.asked.slice(before);
  expect(asked).toHaveLength(rounds);
  expect(asked.map(({ tool_choice: choice }) => choice ?? "any")).toEqual([
    ...asked.slice(1).map(() => "any"),
    "none",
  ]);
  expect(textOf(frames)).toMatch(/^The model is away\. From the library:\n\n\S/);
  const { state, steps = [] } = await stored(frames);
  expect(state).toBe("done");
  expect(steps.length).toBeLessThanOrEqual(8);
  expect(upstream.refused).toEqual([]);
});

test("shows the answer of a model that reached its limit of rounds", async () => {
  const { upstream, ada } = world;
  upstream.answer = (response, { tool_choice: choice }) =>
    choice === "none"
      ? streamWords(response, ["I looked long enough."])
      : streamCalls(response, [{ name: "find", arguments: { what: "ladder" } }]);
  expect(textOf(await readAnswer(await postMessage(ada, { text: "who has a ladder?" })))).toMatch(
    /^I looked long enough\.From the library:\n\n- \*\*Telescopic ladder/,
  );
});

test("shows text before a tool call, then the ability's text if no more follows", async () => {
  const { ada, ladder, tomorrow, script, stored } = world;
  script([
    (response) =>
      streamCalls(
        response,
        [{ name: "availability", arguments: { item: `resource:${ladder}`, firstDay: tomorrow } }],
        ["Let me see."],
      ),
    words(),
  ]);
  const frames = await readAnswer(await postMessage(ada, { text: "is the ladder free tomorrow?" }));
  const { content, sources } = await stored(frames);
  expect(content).toMatch(/^Let me see\.\n\nNo, \*\*Telescopic ladder, 4 m\*\* is taken/);
  expect(sources.map(({ sourceId }) => sourceId)).toEqual([`resource:${ladder}`]);
});

test.each<[string, (response: ServerResponse) => unknown, RegExp]>([
  [
    "is cut",
    (response) => response.destroy(),
    /^The model is away\. From the library:\n\nNo, \*\*Telescopic/,
  ],
  [
    "refuses",
    (response) => response.writeHead(400).end("{}"),
    /^The model is away\. From the library:\n\nNo, \*\*Telescopic/,
  ],
  [
    "is cut in a call",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(callChunk({ index: 0, id: "a", function: { name: "find", arguments: '{"what":"la' } }));
      setTimeout(() => response.destroy(), 50);
    },
    /^The model is away\. From the library:\n\nNo, \*\*Telescopic/,
  ],
])("shows the abilities' results when the second round %s", async (_, second, expected) => {
  const { ada, ladder, tomorrow, script, stored } = world;
  script([
    calls([{ name: "availability", arguments: { item: `resource:${ladder}`, firstDay: tomorrow } }]),
    second,
  ]);
  const frames = await readAnswer(await postMessage(ada, { text: "is the ladder free tomorrow?" }));
  expect(textOf(frames)).toMatch(expected);
  expect(await stored(frames)).toMatchObject({ state: "done", model: null, ui: { type: "model-away" } });
});

test("shows the received text after a lost connection", async () => {
  const { ada, script, stored } = world;
  script([
    calls([{ name: "find", arguments: { what: "ladder" } }]),
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(completionChunk({ content: "Half of an ans" }));
      setTimeout(() => response.destroy(), 50);
    },
  ]);
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  expect(await stored(frames)).toMatchObject({ content: "Half of an ans", state: "failed", steps: ["find"] });
});
