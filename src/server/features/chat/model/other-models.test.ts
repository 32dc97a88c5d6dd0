import { afterAll, beforeAll, expect, test } from "vitest";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import { stopRun } from "#shared/features/chat/contract.ts";
import { modelFamilies, refusalAnswer, sendFamilyAnswer } from "#server/testing/doubles/model-families.ts";
import type { UpstreamRequest } from "#server/testing/doubles/upstream-model.ts";
import { calls, type ModelWorld, openModelWorld, words } from "#server/testing/model-world.ts";
import { idsOf, postMessage, readAnswer, textOf } from "#server/testing/chat-app.ts";

// Models and servers that do not behave like OpenAI's, with the whole server.

let world: ModelWorld;
beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const find = { name: "find", arguments: { what: "ladder" } };

test.each(modelFamilies)("looks up and answers with $name", async (family) => {
  const { upstream, ada, ladder, stored } = world;
  const text = `Olga has one [^resource:${ladder}].`;
  upstream.answer = (response, request) => {
    const refusal = family.refuses(request);
    const hasResult = request.messages.some(({ role }) => role === "tool");
    const answer = hasResult ? family.words(text, request) : family.calls([find], request);
    void sendFamilyAnswer(response, refusal === null ? answer : refusalAnswer(refusal));
  };
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  const { content, sources, steps, state } = await stored(frames);
  expect(content.replace(/^Let me look.*\n\n/, "")).toBe(text);
  expect({ state, steps, sources: sources.map(({ sourceId }) => sourceId) }).toEqual({
    state: "done",
    steps: ["find"],
    sources: [`resource:${ladder}`],
  });
});

test.each([
  '<tool_call>{"name": "steal", "arguments": {}}</tool_call>',
  '{"name": "find", "arguments": {"what": "lad',
  "<｜tool▁calls▁begin｜>",
])("answers from the library in place of the broken call %s", async (broken) => {
  const { ada, script, stored } = world;
  script([words(...broken.split(/(?<=[ {])/))]);
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  expect(textOf(frames)).toMatch(/^The model is away\. From the library:\n\n[\s\S]*Telescopic ladder/);
  expect((await stored(frames)).content).not.toMatch(/[<{｜]/);
});

test("learns once that a server refuses null beside calls", async () => {
  await using own = await openModelWorld();
  const { upstream, ada } = own;
  const refused: boolean[] = [];
  upstream.answer = (response, request) => {
    const isNull = request.messages.some(({ content }) => (content as unknown) === null);
    const hasResult = request.messages.some(({ role }) => role === "tool");
    if (hasResult) refused.push(isNull);
    if (isNull)
      response.writeHead(400).end('{"error":{"message":"content: Input should be a valid string"}}');
    else (hasResult ? words("Olga has one.") : calls([find]))(response);
  };
  for (let time = 0; time < 2; time += 1)
    expect(textOf(await readAnswer(await postMessage(ada, { text: "a ladder?" })))).toMatch(
      /^Olga has one\./,
    );
  expect(refused).toEqual([true, false, false]);
});

test("joins a question whose answer was stopped with the next one", async () => {
  const { upstream, ada } = world;
  upstream.answer = () => undefined;
  const frames = await readAnswer(await postMessage(ada, { text: "who has rope?" }), () => true);
  const { threadId, runId } = idsOf(frames);
  await ada.call(stopRun, { params: { runId }, body: {} });
  let asked: UpstreamRequest | undefined;
  upstream.answer = (response, request) => {
    asked = request;
    words("Olga does.")(response);
  };
  await readAnswer(await postMessage(ada, { text: "who has a ladder?", threadId }));
  expect(asked?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(asked?.messages[1]?.content).toMatch(/^who has rope\?[\s\S]*who has a ladder\?$/);
});

test("asks once more with less history when the prompt does not fit", async () => {
  const { upstream, ada, ladder } = world;
  upstream.answer = (response) => words("Noted.")(response);
  const first = idsOf(await readAnswer(await postMessage(ada, { text: "I like red." })));
  for (const text of ["I like blue.", "I like green."])
    await readAnswer(await postMessage(ada, { text, threadId: first.threadId }));
  const lengths: number[] = [];
  upstream.answer = (response, request) => {
    lengths.push(request.messages.length);
    if (request.messages.length > 4)
      response
        .writeHead(400)
        .end('{"error":{"message":"This model\'s maximum context length is 4096 tokens"}}');
    else words(`Here [^resource:${ladder}].`)(response);
  };
  const asked = { text: "who has a ladder?", threadId: first.threadId };
  expect(textOf(await readAnswer(await postMessage(ada, asked)))).toBe(`Here [^resource:${ladder}].`);
  expect(lengths).toEqual([8, 4]);
});

test("does not read a later round's error as a refusal of tools", async () => {
  const { upstream, ada } = world;
  upstream.answer = (response, request) => {
    if (request.messages.some(({ role }) => role === "tool"))
      response.writeHead(400).end('{"error":{"message":"the function call is malformed"}}');
    else calls([find])(response);
  };
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  const away = frames.map(({ event }) => event).find((event) => event?.type === "data-ui")?.data;
  expect(away).toMatchObject({
    type: "model-away",
    reason: expect.stringContaining("the function call is malformed"),
  });
  expect(textOf(frames)).toContain("Telescopic ladder");
  await readAnswer(await postMessage(ada, { text: "who has a rope?" }));
  expect(upstream.asked.at(-2)?.tools).toBeDefined();
});

test("lets an answer cite what an earlier answer of the conversation showed", async () => {
  const { ada, ladder, script, stored } = world;
  script([calls([find]), words(`Olga's [^resource:${ladder}].`), words(`As I said: [^resource:${ladder}].`)]);
  const first = await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  const { threadId } = idsOf(first);
  const frames = await readAnswer(await postMessage(ada, { text: "thanks, hello", threadId }));
  expect((await stored(frames)).sources.map(({ sourceId }) => sourceId)).toEqual([`resource:${ladder}`]);
});

test.each([
  ["a number", (ladder: string) => ["It is Olga's [1].", `It is Olga's [^resource:${ladder}].`]],
  ["a title", () => ["Take the telescopic ladder, 4 m.", "Take the telescopic ladder, 4 m."]],
])("shows the card of an item cited by %s, with the chips of the rules", async (_, wordsWith) => {
  const { ada, ladder, script, stored } = world;
  const [written = "", shown = ""] = wordsWith(ladder);
  script([calls([find]), words(written)]);
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  const { content, sources, ui } = await stored(frames);
  expect(content).toBe(shown);
  expect(sources.map(({ sourceId }) => sourceId)).toEqual([`resource:${ladder}`]);
  expect(labelsOf(ui)).toEqual(expect.arrayContaining(["Ask to borrow", "Take me there"]));
});

test("shows what was found below an answer that cites nothing", async () => {
  const { ada, ladder, script, stored } = world;
  script([calls([find]), words("There is one.\n\n\n   ")]);
  const { content, sources } = await stored(await readAnswer(await postMessage(ada, { text: "a ladder?" })));
  expect(content).toMatch(/^There is one\.\n\nFrom the library:\n\n- \*\*Telescopic ladder, 4 m\*\*/);
  expect(sources.map(({ sourceId }) => sourceId)).toEqual([`resource:${ladder}`]);
});

test("cites the newest results by number", async () => {
  const { ada, toaster, script, stored } = world;
  script([
    calls([find]),
    calls([{ name: "find", arguments: { what: "toaster" } }]),
    words("It is the marshmallow one [1]."),
  ]);
  const { sources } = await stored(
    await readAnswer(await postMessage(ada, { text: "a ladder or a toaster?" })),
  );
  expect(sources.map(({ sourceId }) => sourceId)).toEqual([`resource:${toaster}`]);
});

test("gives help whatever model was chosen", async () => {
  const { ada } = world;
  const asked = { text: "my friend is unconscious", llm: "a model that is gone" };
  expect(textOf(await readAnswer(await postMessage(ada, asked)))).toMatch(/^\*\*Get people first/);
});

test("shows nothing from the library below small talk", async () => {
  const { ada, script, stored } = world;
  script([words("Hello, dusty friend!")]);
  const { content, ui } = await stored(await readAnswer(await postMessage(ada, { text: "hello" })));
  expect({ content, ui }).toEqual({ content: "Hello, dusty friend!", ui: null });
});

function labelsOf(ui: MessageUi | null): string[] {
  return ui !== null && "chips" in ui ? (ui.chips ?? []).map(({ label }) => label) : [];
}
