import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel } from "#server/platform/llm/scripted-model.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import { emptyConversation } from "./chat-snapshot.ts";
import { ended, newStore, stubPage, unstubPage, until, networkFor } from "../testing/store-fixture.ts";

beforeEach(stubPage);
afterEach(unstubPage);

test("an own message is edited, and one walks back to what was said first and goes on there", async () => {
  const model = scriptedModel(["Yes."]);
  await using app = await startChatApp({ languageModel: model });
  networkFor(app.as("ada"), []);
  const store = newStore();
  const texts = () => store.getSnapshot().conversation.messages.map(({ text }) => text);
  store.send("watter?");
  await ended(store);
  store.send("and ice?");
  await ended(store);
  store.changeDraft("something else");
  store.edit();
  expect(store.getSnapshot()).toMatchObject({ draft: "and ice?" });
  store.edit(store.getSnapshot().conversation.messages[0]?.id);
  expect(store.getSnapshot()).toMatchObject({ draft: "watter?" });
  store.cancelEdit();
  expect(store.getSnapshot()).toMatchObject({ draft: "something else", editedId: null });

  const original = store.getSnapshot().conversation.messages[0]?.id ?? "";
  store.edit(original);
  store.send("water?");
  expect(store.getSnapshot()).toMatchObject({ draft: "something else", editedId: null });
  await ended(store);
  expect(texts()).toEqual(["water?", "Yes."]);
  const edited = store.getSnapshot().conversation.messages[0];
  expect(edited?.versions).toEqual([original, edited?.id]);
  await store.showVersion(original);
  expect(texts()).toEqual(["watter?", "Yes.", "and ice?", "Yes."]);
  expect(store.getSnapshot().conversation.messages[0]?.versions).toEqual(edited?.versions);
  store.send("thanks");
  await ended(store);
  store.edit(store.getSnapshot().conversation.messages[2]?.id);
  store.send("and cold ice?");
  await ended(store);
  expect(texts()).toEqual(["watter?", "Yes.", "and cold ice?", "Yes."]);
  expect(model.prompts.at(-1)?.map(({ content }) => content.split("\n").at(-1))).toEqual([
    expect.anything(),
    "watter?",
    "Yes.",
    "and cold ice?",
  ]);
});

test("a message edited before it ever arrived is simply sent in its new words", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Here."]) });
  const network = networkFor(app.as("ada"), []);
  network.isDown = true;
  const store = newStore();
  store.send("anyonne?");
  await ended(store);
  network.isDown = false;
  store.edit();
  store.send("anyone?");
  await ended(store);
  expect(store.getSnapshot().conversation.messages).toMatchObject([
    { text: "anyone?", versions: [expect.any(String)] },
    { status: "done" },
  ]);
  expect((await app.database.pool.query("select text from messages where role = 'user'")).rows).toEqual([
    { text: "anyone?" },
  ]);
});

test("a new chat and another companion clear the view; what was said before is opened again, also while it is answered", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Well.", { pauseMs: 60_000 }]) });
  networkFor(app.as("ada"), []);
  const memory = new Map<string, string>();
  const store = newStore(memory);
  store.becomes("user-ada");
  store.send("first");
  await until(() => store.getSnapshot().conversation.messages[1]?.text === "Well.");
  const { threadId } = store.getSnapshot().conversation;
  const { epoch } = store.getSnapshot();
  store.changeCompanion("ash");
  expect(store.getSnapshot()).toMatchObject({
    companionId: "ash",
    conversation: { messages: [], answering: null },
  });
  expect(store.getSnapshot().epoch).toBeGreaterThan(epoch);
  expect(memory.size).toBe(0);

  void store.open(threadId ?? "");
  expect(store.getSnapshot().opening).toEqual({ threadId, problem: null });
  await until(() => store.getSnapshot().conversation.messages[1]?.text === "Well.");
  expect(store.getSnapshot()).toMatchObject({ companionId: "base-looby", opening: null });
  await store.stop();
  await ended(store);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({ status: "stopped", text: "Well." });
  store.forget("another");
  expect(store.getSnapshot().conversation.threadId).toBe(threadId);
  store.forget(threadId ?? "");
  expect(store.getSnapshot().conversation).toEqual(emptyConversation);
});

test("without a signal a conversation says why it does not open, and opens on the next try", async () => {
  await using app = await startChatApp();
  const network = networkFor(app.as("ada"), []);
  const memory = new Map<string, string>();
  const first = newStore(memory);
  first.send("hello");
  await ended(first);
  const threadId = memory.get("chat.thread") ?? "";
  network.isDown = true;
  const store = newStore(memory);
  store.becomes("anon-ada");
  await until(() => typeof store.getSnapshot().opening?.problem === "string");
  expect(store.getSnapshot().opening).toMatchObject({
    threadId,
    problem: expect.stringContaining("No signal"),
  });
  network.isDown = false;
  await store.open(threadId);
  expect(store.getSnapshot()).toMatchObject({ opening: null, conversation: { threadId } });
  expect(memory.get("chat.thread")).toBe(threadId);
});

test("a long conversation is fetched page by page", async () => {
  await using app = await startChatApp();
  networkFor(app.as("ada"), []);
  const memory = new Map<string, string>();
  const first = newStore(memory);
  for (let turn = 0; turn < 28; turn += 1) {
    first.send(`turn ${turn}`);
    await ended(first);
  }
  const store = newStore(memory);
  await store.open(memory.get("chat.thread") ?? "");
  expect(store.getSnapshot().conversation).toMatchObject({ hasEarlier: true });
  expect(store.getSnapshot().conversation.messages).toHaveLength(50);
  await store.loadEarlier();
  await store.loadEarlier();
  const { messages, hasEarlier } = store.getSnapshot().conversation;
  expect(messages.map(({ text }) => text)).toEqual(
    first.getSnapshot().conversation.messages.map(({ text }) => text),
  );
  expect(hasEarlier).toBe(false);
});

test("with an account and another companion a resource is added by talking; the server hears none of it", async () => {
  await using app = await startChatApp();
  networkFor(app.as("ada"), []);
  const drafts: unknown[] = [];
  const store = newStore(new Map(), { openResourceForm: (draft) => drafts.push(draft) });
  store.becomes("user-ada");
  store.changeCompanion("ash");
  const tell = async (text: string) => {
    const before = store.getSnapshot().conversation.messages.length;
    store.send(text);
    await until(() => store.getSnapshot().conversation.messages.length === before + 2);
    await ended(store);
    return store.getSnapshot().conversation.messages.at(-1);
  };
  expect(await tell("I have a venue and gear to share")).toMatchObject({ isLocal: true, status: "done" });
  expect((await tell("hm"))?.text).toMatch(/venue.*gear.*talent/);
  await tell("equipment");
  await tell("Quiet generator");
  await tell("2 kW, runs on propane");
  expect(drafts).toEqual([{ type: "gear", title: "Quiet generator", description: "2 kW, runs on propane" }]);
  expect((await app.database.pool.query("select from messages")).rowCount).toBe(0);
  store.edit(); // nothing of it can be edited
  expect(store.getSnapshot().editedId).toBeNull();

  // In the middle of it: danger is always said to the server, and nobody is asked for a title then.
  await tell("venue");
  await tell("my friend is unconscious");
  expect(store.getSnapshot().conversation.messages.at(-2)).toMatchObject({ isLocal: false });
  await tell("who has gear?");
  expect(store.getSnapshot().conversation.messages.at(-2)).toMatchObject({ isLocal: false });

  const visitor = newStore();
  visitor.becomes("anon-1");
  visitor.changeCompanion("ash");
  visitor.send("I have gear to share");
  await ended(visitor);
  expect(visitor.getSnapshot().conversation.messages[0]).toMatchObject({ isLocal: false });
});

test("the base companion shows how a resource is added, and what was added is said in the conversation", async () => {
  await using app = await startChatApp();
  networkFor(app.as("ada"), []);
  const store = newStore();
  for (const text of ["How do I upload resource?", "ADD RESOURCE", "share resources"]) {
    store.send(text);
    expect(store.getSnapshot().isHintShown, text).toBe(true);
    await ended(store);
  }
  store.send("thanks");
  expect(store.getSnapshot().isHintShown).toBe(false);
  await ended(store);
  store.send("add resource");
  await ended(store);
  store.notes.tell("A lamp was added to the library.");
  expect(store.getSnapshot()).toMatchObject({ isHintShown: false });
  expect(store.getSnapshot().conversation.messages.at(-1)).toMatchObject({
    isDone: true,
    text: "A lamp was added to the library.",
  });
});
