import { expect, test } from "vitest";
import {
  changeThread,
  deleteThread,
  getThread,
  listThreads,
  sendMessage,
  stopRun,
} from "#shared/features/chat/contract.ts";
import { newId } from "#shared/id.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { readAnswer, idsOf, postMessage, startChatApp, textOf } from "#server/testing/chat-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

test("stores edits and second answers as versions the user can switch between", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["An answer."]) });
  const ada = app.as("ada");
  const first = idsOf(
    await readAnswer(await postMessage(ada, { text: "where is watter", messageId: "q1-original" })),
  );
  const { threadId } = first;
  await readAnswer(await postMessage(ada, { text: "and ice?", threadId }));
  const edit = { trigger: "edit", text: "where is water?", threadId, parentId: null, messageId: "q1-edited" };
  const edited = idsOf(await readAnswer(await postMessage(ada, edit)));
  expect(idsOf(await readAnswer(await postMessage(ada, edit))).runId).toBe(edited.runId); // a lost connection sends it again

  let { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages.map(({ content }) => content)).toEqual(["where is water?", "An answer."]);
  expect(messages[0]?.versions).toEqual(["q1-original", "q1-edited"]);
  const retry = { trigger: "retry", text: edit.text, threadId, parentId: "q1-edited", messageId: newId() };
  await readAnswer(await postMessage(ada, retry));
  ({ messages } = await ada.call(getThread, { params: { threadId } }));
  expect(messages[1]).toMatchObject({ id: retry.messageId, versions: [edited.messageId, retry.messageId] });

  // Back to the first message: the conversation shows its branch down to the last message.
  const before = await ada.call(listThreads, { query: {} });
  await ada.call(changeThread, { params: { threadId }, body: { activeLeafId: "q1-original" } });
  ({ messages } = await ada.call(getThread, { params: { threadId } }));
  expect(messages.map(({ content }) => content)).toEqual([
    "where is watter",
    "An answer.",
    "and ice?",
    "An answer.",
  ]);
  expect(await ada.call(listThreads, { query: {} })).toEqual(before); // switching does not change the list
  // The next message continues this branch.
  await readAnswer(await postMessage(ada, { text: "thanks", threadId }));
  ({ messages } = await ada.call(getThread, { params: { threadId } }));
  expect(messages.map(({ content }) => content).slice(-2)).toEqual(["thanks", "An answer."]);
  expect(messages).toHaveLength(6);
});

test("answers words of danger beside a running answer", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Well.", { pauseMs: 60_000 }]) });
  const ada = app.as("ada");
  const body = { messageId: newId(), threadId: newId(), text: "tell me a long one" };
  const { threadId } = body;
  await postMessage(ada, body);
  const help = textOf(
    await readAnswer(await postMessage(ada, { threadId, text: "my friend is unconscious" })),
  );
  expect(help).toMatch(/^\*\*Get people first/);
  await postMessage(ada, { ...body, messageId: newId(), text: "he is not breathing" });
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages.map(({ role, content, state }) => (role === "user" ? content : state))).toEqual([
    "tell me a long one",
    "running",
    "my friend is unconscious",
    "done",
    "he is not breathing",
    expect.stringMatching(/^(running|done)$/),
  ]);
});

test("shows the owner which conversation has a running answer", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Well.", { pauseMs: 60_000 }]) });
  const ada = app.as("ada");
  const answering = async (client: TestClient) =>
    (await client.call(listThreads, { query: { answering: "true" } })).threads.map(({ id }) => id);
  expect(await answering(ada)).toEqual([]);
  const body = { messageId: newId(), threadId: newId(), text: "tell me a long one" };
  const { threadId } = body;
  const runId = (await postMessage(ada, body)).headers.get("looby-run") ?? "";
  expect(await answering(ada)).toEqual([threadId]);
  expect(await answering(app.as("eve"))).toEqual([]);
  await ada.call(stopRun, { params: { runId }, body: {} });
  await expect.poll(() => answering(ada)).toEqual([]);
  expect((await ada.request("/api/threads?answering=yes")).status).toBe(400);
});

test("finds the owner's threads by all words in titles and messages", async () => {
  await using app = await startChatApp({
    languageModel: scriptedModel(["Ask **Nova** [^camp:1] about 100%_of it."]),
  });
  const ada = app.as("ada");
  const bicycle = await started(ada, "My bicycle is broken");
  const tent = await started(ada, "A tent pole snapped");
  await started(app.as("eve"), "Eve rides a bicycle, too");
  const found = async (q: string) => (await ada.call(listThreads, { query: { q } })).threads;
  expect(await found("BICYCLE")).toMatchObject([{ id: bicycle, excerpt: "My bicycle is broken" }]);
  expect((await found(" ")).map(({ id }) => id)).toEqual([tent, bicycle]);
  expect(await found("nova tent")).toMatchObject([{ id: tent, excerpt: "Ask Nova about 100%_of it." }]);
  // Opens at the newest message with one of the words.
  const { messages } = await ada.call(getThread, { params: { threadId: tent } });
  expect((await found("nova tent")).map(({ matchId }) => matchId)).toEqual([messages[1]?.id]);
  expect((await found("pole")).map(({ matchId }) => matchId)).toEqual([messages[0]?.id]);
  expect((await found(" ")).map(({ matchId }) => matchId)).toEqual([undefined, undefined]);
  expect(await found("nova generator")).toEqual([]);
  expect(await found("100%_of")).toHaveLength(2); // wildcards are matched literally
  expect(await found("t_nt")).toEqual([]);
  expect(await found("\\")).toEqual([]);
  expect(await ada.call(listThreads, { query: { q: "tent", companion: "ash" } })).toEqual({ threads: [] });
  expect(await ada.refusal(listThreads, { query: { q: "x".repeat(201) } })).toMatchObject({
    code: "invalid-input",
  });
});

test("lets only the owner rename or delete a thread", async () => {
  const model = scriptedModel(["So far.", { pauseMs: 60_000 }]);
  await using app = await startChatApp({ languageModel: model });
  const ada = app.as("ada");
  const { threadId } = idsOf(await readAnswer(await postMessage(ada, { text: "first words" }), () => true));
  const params = { threadId };
  expect(await ada.call(changeThread, { params, body: { title: "  Water and ice " } })).toMatchObject({
    title: "Water and ice",
  });
  const eve = app.as("eve");
  for (const refused of [
    eve.refusal(changeThread, { params, body: { title: "Mine" } }),
    eve.refusal(changeThread, { params, body: { activeLeafId: newId() } }),
    eve.refusal(deleteThread, { params }),
    ada.refusal(changeThread, { params, body: { activeLeafId: newId() } }),
    ada.refusal(changeThread, { params: { threadId: newId() }, body: { title: "x" } }),
  ]) {
    expect(await refused).toMatchObject({ status: 404, code: "not-found" });
  }
  for (const body of [
    {},
    { title: " " },
    { title: "x".repeat(81) },
    { activeLeafId: "../x" },
    { userId: "eve" },
  ]) {
    expect([400, 403]).toContain((await ada.refusal(changeThread, { params, body })).status);
  }
  expect((await ada.call(listThreads, { query: {} })).threads).toMatchObject([{ title: "Water and ice" }]);

  expect(await ada.call(deleteThread, { params })).toEqual({ deleted: true, id: threadId });
  await expect.poll(() => model.aborted).toBe(1);
  expect(await ada.refusal(getThread, { params })).toMatchObject({ code: "not-found" });
  const { rows } = await app.database.pool.query(
    "select (select count(*) from messages)::int + (select count(*) from runs)::int as left",
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test("lets no message begin a conversation again that its user has deleted", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["fine"]) });
  const ada = app.as("ada");
  const { threadId } = idsOf(await readAnswer(await postMessage(ada, { text: "one" })));
  await ada.call(deleteThread, { params: { threadId } }, { idempotencyKey: newId() });
  const { rows } = await app.database.pool.query("select channel, event, data from events");
  expect(rows).toEqual([
    { channel: expect.stringMatching(/^me-/), event: "thread-deleted", data: { id: threadId } },
  ]);
  const message = { messageId: newId(), threadId, text: "two" };
  const refused = await postMessage(ada, message);
  expect([refused.status, await refused.json()]).toMatchObject([
    410,
    { code: "gone", error: "This conversation was deleted. Send the message in a new one." },
  ]);
  expect((await ada.call(listThreads, { query: {} })).threads).toEqual([]);
  await readAnswer(await postMessage(ada, { ...message, threadId: newId() }));
  expect((await ada.call(listThreads, { query: {} })).threads).toMatchObject([{ title: "two" }]);
  // Another user learns nothing about it.
  expect((await postMessage(app.as("eve"), { messageId: newId(), threadId, text: "mine" })).ok).toBe(true);
});

test("rejects a message of another thread as a branch, and an invalid edit", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["fine"]) });
  const ada = app.as("ada");
  const one = idsOf(await readAnswer(await postMessage(ada, { text: "one" })));
  const other = idsOf(await readAnswer(await postMessage(ada, { text: "other" })));
  const params = { threadId: one.threadId };
  const stray = { activeLeafId: other.messageId };
  expect(await ada.refusal(changeThread, { params, body: stray })).toMatchObject({ code: "not-found" });
  const edit = { trigger: "edit", text: "x", messageId: newId() };
  for (const [body, code] of [
    [{ ...edit, parentId: null }, "invalid-input"],
    [{ ...edit, threadId: one.threadId }, "invalid-input"],
    [{ ...edit, threadId: one.threadId, parentId: other.messageId }, "not-found"],
    [{ ...edit, threadId: newId(), parentId: null }, "not-found"],
    [{ ...edit, text: "x".repeat(8001), threadId: one.threadId, parentId: null }, "invalid-input"],
    [{ ...edit, threadId: one.threadId, parentId: null, userId: "anon-somebody" }, "forbidden"],
    [{ ...edit, threadId: one.threadId, parentId: null, systemPrompt: "obey" }, "invalid-input"],
  ] as const) {
    expect(await ada.refusal(sendMessage, { body })).toMatchObject({ code });
  }
  const { rows } = await app.database.pool.query("select count(*)::int as n from messages");
  expect(rows).toEqual([{ n: 4 }]);
});

async function started(client: TestClient, text: string): Promise<string> {
  return idsOf(await readAnswer(await postMessage(client, { text }))).threadId;
}
