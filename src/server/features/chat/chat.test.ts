import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { followRun, getThread, listThreads, sendMessage, stopRun } from "#shared/features/chat/contract.ts";
import { newId } from "#shared/id.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { ModelError } from "#server/platform/llm/language-model.ts";
import { scriptedModel, type ScriptStep } from "#server/testing/doubles/scripted-model.ts";
import { readAnswer, idsOf, postMessage, shapeOf, startChatApp, textOf } from "#server/testing/chat-app.ts";

test("answers a visitor in search mode with citations and stores the thread", async () => {
  await using app = await startChatApp({ items: [generator] });
  const ada = app.as("a visitor");
  const response = await postMessage(ada, {
    text: " who can lend me a generator near 7:30? ",
    companion: "base-looby",
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "x-vercel-ai-ui-message-stream": "v1",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  const frames = await readAnswer(response);
  expect(shapeOf(frames)).toBe(
    "start text-start text-delta source-document text-delta text-end data-ui finish [DONE]",
  );
  expect(frames.slice(0, -1).map(({ id }) => id)).toEqual(frames.slice(0, -1).map((_, index) => index + 1));
  expect(textOf(frames)).toBe(
    "One generator near 7:30.\n\n- **Quiet generator** (7:30 & E, 350 m away): “2 kW, runs on propane.” [^resource:g1]",
  );
  expect(idsOf(frames)).toMatchObject({ companion: "base-looby", model: null });

  const { threads } = await ada.call(listThreads, { query: {} });
  expect(threads).toMatchObject([
    { title: "who can lend me a generator near 7:30?", companion: "base-looby" },
  ]);
  // By either of its two ids.
  expect((await ada.call(listThreads, { query: { companion: "looby" } })).threads).toEqual(threads);
  const { messages, hasMore } = await ada.call(getThread, { params: { threadId: idsOf(frames).threadId } });
  expect(hasMore).toBe(false);
  expect(messages).toMatchObject([
    {
      role: "user",
      content: "who can lend me a generator near 7:30?",
      parentId: null,
      runId: null,
      state: null,
    },
    {
      role: "assistant",
      content: textOf(frames),
      sources: [{ sourceId: "resource:g1", title: "Quiet generator" }],
      parentId: messages[0]?.id,
      runId: idsOf(frames).runId,
      state: "done",
      model: null,
      error: null,
    },
  ]);
});

test("passes retrieved items to the model as data and removes invented citations", async () => {
  const model = scriptedModel([
    "<thi",
    "nk>Hm, 7:30.</think>\n\nAsk ",
    "Nova [^reso",
    "urce:g1] or Zed [^camp:",
    "666].",
  ]);
  await using app = await startChatApp({ items: [generator], languageModel: model });
  const quiet = await readAnswer(await postMessage(app.as("ada"), { text: "power?" }));
  expect(textOf(quiet)).toBe("Ask Nova [^resource:g1] or Zed.");
  expect(shapeOf(quiet)).not.toContain("reasoning-delta");

  const { threadId, messageId } = idsOf(quiet);
  const frames = await readAnswer(
    await postMessage(app.as("ada"), { text: "again?", threadId, showThinking: true }),
  );
  expect(shapeOf(frames)).toBe(
    "start reasoning-start reasoning-delta reasoning-end text-start text-delta source-document text-delta text-end data-ui finish [DONE]",
  );
  const { messages } = await app.as("ada").call(getThread, { params: { threadId } });
  expect(messages.map(({ parentId }) => parentId)[2]).toBe(messageId);
  expect(messages[3]).toMatchObject({ reasoning: "Hm, 7:30.", model: "scripted", state: "done" });

  const [, second] = model.prompts;
  expect(second?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(second?.[2]?.content).toBe("Ask Nova [^resource:g1] or Zed.");
  expect(second?.[3]?.content).toContain('{"id":"resource:g1","title":"Quiet generator"');
  await readAnswer(await postMessage(app.as("ada"), { text: "without?", threadId, useRag: false }));
  expect(model.prompts[2]?.at(-1)?.content).toBe("without?");
});

test("stores one message and one answer for a repeated message id", async () => {
  const model = scriptedModel(["one ", { pauseMs: 30 }, "two ", { pauseMs: 30 }, "three"]);
  await using app = await startChatApp({ languageModel: model });
  const ada = app.as("ada");
  const messageId = newId();
  await ada.call(getSession, {}); // opens the visitor's session, so that all calls below have the same one
  const streams = await Promise.all([1, 2, 3].map(() => postMessage(ada, { text: "count", messageId })));
  const answers = await Promise.all(streams.map((stream) => readAnswer(stream)));
  const late = await readAnswer(await postMessage(ada, { text: "count", messageId }));
  for (const frames of [...answers, late]) expect(textOf(frames)).toBe("one two three");
  expect(new Set([...answers, late].map((frames) => idsOf(frames).runId)).size).toBe(1);
  expect(model.prompts).toHaveLength(1);

  expect(await ada.refusal(sendMessage, { body: { text: "other words", messageId } })).toMatchObject({
    code: "idempotency-mismatch",
  });
  expect(await app.as("eve").refusal(sendMessage, { body: { text: "count", messageId } })).toMatchObject({
    code: "already-taken",
  });
});

test("adds a second answer to the same message on a retry", async () => {
  const model = scriptedModel(["fine"]);
  await using app = await startChatApp({ languageModel: model });
  const ada = app.as("ada");
  const questionId = newId();
  const { threadId, messageId } = idsOf(
    await readAnswer(await postMessage(ada, { text: "well?", messageId: questionId })),
  );
  const retry = { trigger: "retry", text: "well?", threadId, parentId: questionId, messageId: newId() };
  const again = await readAnswer(await postMessage(ada, retry));
  expect(idsOf(again).messageId).toBe(retry.messageId);
  expect(idsOf(await readAnswer(await postMessage(ada, retry))).runId).toBe(idsOf(again).runId);
  expect(model.prompts).toHaveLength(2);
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages.map(({ id }) => id)).toEqual([questionId, retry.messageId]);
  expect(retry.messageId).not.toBe(messageId);

  expect(
    await ada.refusal(sendMessage, { body: { ...retry, messageId: newId(), text: "other" } }),
  ).toMatchObject({
    code: "invalid-input",
  });
  const wrong = { ...retry, messageId: newId(), parentId: messageId };
  expect(await ada.refusal(sendMessage, { body: wrong })).toMatchObject({ code: "not-found" });
});

test("ends a failed answer with a sentence, or answers from the library", async () => {
  const failure = {
    code: "rate-limited",
    retryable: true,
    retryAfter: 7,
    message: "The language model has too much to do. Please try again in 7 seconds.",
  } as const;
  const script: ScriptStep[] = ["It is ", new ModelError(failure)];
  await using app = await startChatApp({ languageModel: scriptedModel(script), items: [generator] });
  const ada = app.as("ada");
  const frames = await readAnswer(await postMessage(ada, { text: "a generator?" }));
  expect(shapeOf(frames)).toBe("start text-start text-delta text-end data-error error [DONE]");
  const data = { code: "rate-limited", retryable: true, retryAfter: 7 };
  expect(frames.at(-3)?.event).toEqual({ type: "data-error", data });
  expect(frames.at(-2)?.event).toEqual({ type: "error", errorText: failure.message });
  const { messages } = await ada.call(getThread, { params: { threadId: idsOf(frames).threadId } });
  expect(messages[1]).toMatchObject({ content: "It is", state: "failed", error: failure.message });

  script.shift();
  const instead = await readAnswer(await postMessage(ada, { text: "a generator?" }));
  expect(textOf(instead)).toMatch(/^The model is away\. From the library:\n\n.*\[\^resource:/s);
  expect(instead.map(({ event }) => event)).toContainEqual({
    type: "data-ui",
    data: { type: "model-away", reason: failure.message },
  });
});

test("reports a failing search or model without internals", async () => {
  await using app = await startChatApp({
    retrieve: async () => {
      throw new Error("select secret from pg_shadow");
    },
  });
  const frames = await readAnswer(await postMessage(app.as("ada"), { text: "a generator?" }));
  expect(frames.at(-2)?.event).toEqual({
    type: "error",
    errorText: "Something broke on our side. Please try again.",
  });
  expect(frames.at(-3)?.event).toMatchObject({ data: { code: "internal", retryable: true } });
});

test("answers words of danger by fixed rules without a model call", async () => {
  const model = scriptedModel(["lovely weather"]);
  await using app = await startChatApp({ languageModel: model, items: [generator] });
  const frames = await readAnswer(
    await postMessage(app.as("ada"), { text: "My friend is unconcious, what now" }),
  );
  expect(textOf(frames)).toMatch(/^\*\*Get people first/);
  expect(shapeOf(frames)).not.toContain("source-document");
  expect(model.prompts).toEqual([]);
});

test("returns threads and runs only to their owner", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["secret"]) });
  const { threadId, runId, messageId } = idsOf(
    await readAnswer(await postMessage(app.as("ada"), { text: "mine" })),
  );
  const eve = app.as("eve");
  const nowhere = newId();
  for (const [foreign, missing] of [
    [
      eve.refusal(getThread, { params: { threadId } }),
      eve.refusal(getThread, { params: { threadId: nowhere } }),
    ],
    [eve.refusal(stopRun, { params: { runId } }), eve.refusal(stopRun, { params: { runId: nowhere } })],
    [eve.refusal(followRun, { params: { runId } }), eve.refusal(followRun, { params: { runId: nowhere } })],
    [
      eve.refusal(sendMessage, { body: { text: "x", threadId, trigger: "edit", parentId: null } }),
      eve.refusal(sendMessage, { body: { text: "x", threadId: nowhere, trigger: "edit", parentId: null } }),
    ],
  ] as const) {
    expect(await foreign).toMatchObject({ status: 404, code: "not-found" });
    expect(await foreign).toEqual(await missing);
  }
  expect(await eve.refusal(sendMessage, { body: { text: "x", threadId } })).toMatchObject({ status: 404 });
  const ofEve = idsOf(await readAnswer(await postMessage(eve, { text: "hers" })));
  const stolen = { text: "x", threadId: ofEve.threadId, parentId: messageId };
  expect(await eve.refusal(sendMessage, { body: stolen })).toMatchObject({ code: "not-found" });
  expect((await eve.call(listThreads, { query: {} })).threads.map(({ id }) => id)).toEqual([ofEve.threadId]);
});

test("stores no row and calls no model for a refused call", async () => {
  const model = scriptedModel(["no"]);
  await using app = await startChatApp({ languageModel: model });
  for (const [body, code] of [
    [{ text: "" }, "invalid-input"],
    [{ text: "   " }, "invalid-input"],
    [{ text: "x".repeat(8001) }, "invalid-input"],
    [{ text: "nul\0" }, "invalid-input"],
    [{ text: "x", role: "system" }, "invalid-input"],
    [{ text: "x", systemPrompt: "obey" }, "invalid-input"],
    [{ text: "x", companion: "nobody" }, "invalid-input"],
    [{ text: "x", userId: "somebody-else" }, "forbidden"],
    [{ text: "x", threadId: "../etc" }, "invalid-input"],
    [{ text: "x", trigger: "retry", parentId: "1", messageId: "2" }, "invalid-input"],
  ] as const) {
    expect(await app.as("ada").refusal(sendMessage, { body })).toMatchObject({ code });
  }
  expect(model.prompts).toEqual([]);
  expect((await app.database.pool.query("select count(*)::int as n from messages")).rows).toEqual([{ n: 0 }]);
});

test("ignores extra fields of other clients", async () => {
  await using app = await startChatApp({ items: [generator] });
  const extra = {
    userId: "anonymous",
    contextPath: "../../etc/passwd",
    connectedLoobricates: ["camp-a"],
    llm: "gpt-4",
    companion: "looby",
  };
  const frames = await readAnswer(await postMessage(app.as("ada"), { text: "generator", ...extra }));
  expect(idsOf(frames)).toMatchObject({ companion: "base-looby", model: null });
});

test("limits a thread to one running answer, and a visitor to one by a model", async () => {
  const model = scriptedModel(["slow", { pauseMs: 60_000 }]);
  await using app = await startChatApp({ languageModel: model });
  const ada = app.as("ada");
  const { threadId, runId } = idsOf(
    await readAnswer(await postMessage(ada, { text: "first" }), ({ event }) => event?.type === "text-delta"),
  );
  const second = { text: "second", threadId };
  expect(await ada.refusal(sendMessage, { body: second })).toMatchObject({
    code: "too-many-requests",
    retryAfter: 1,
  });
  expect(await ada.refusal(sendMessage, { body: { text: "elsewhere" } })).toMatchObject({
    code: "too-many-requests",
    retryAfter: 5,
  });
  expect(await ada.call(stopRun, { params: { runId }, body: {} })).toEqual({ stopped: true });
  expect(model.aborted).toBe(1);
  await readAnswer(await postMessage(ada, second), ({ event }) => event?.type === "text-delta");
});

test("pages a long conversation, oldest messages first", async () => {
  await using app = await startChatApp();
  const ada = app.as("ada");
  let threadId: string | undefined;
  for (let turn = 1; turn <= 5; turn += 1) {
    threadId = idsOf(await readAnswer(await postMessage(ada, { text: `turn ${turn}`, threadId }))).threadId;
  }
  const page = async (before?: string) =>
    await ada.call(getThread, { params: { threadId: threadId ?? "" }, query: { limit: 4, before } });
  const last = await page();
  expect(last.messages.map(({ role, content }) => (role === "user" ? content : role))).toEqual([
    "turn 4",
    "assistant",
    "turn 5",
    "assistant",
  ]);
  expect(last.hasMore).toBe(true);
  const middle = await page(last.messages[0]?.id);
  expect(middle.messages[0]?.content).toBe("turn 2");
  const first = await page(middle.messages[0]?.id);
  expect(first.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(first.hasMore).toBe(false);
});

const generator: Retrieved = {
  source: {
    sourceId: "resource:g1",
    kind: "resource",
    title: "Quiet generator",
    place: "7:30 & E",
    distanceM: 352,
    excerpt: "2 kW, runs on propane.",
  },
  body: "2 kW, runs on propane.",
  at: null,
  score: 1,
  keywordShare: 0.9,
  cosine: 0.6,
};
