import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteThread, listThreads } from "#shared/features/chat/contract.ts";
import { newId } from "#shared/id.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import { emptyConversation } from "./chat-state.ts";
import { PaperOutbox } from "../testing/paper-outbox.ts";
import { ended, newStore, stubPage, unstubPage, until, networkFor } from "../testing/store-fixture.ts";

beforeEach(stubPage);
afterEach(unstubPage);

test("lets a user edit a message, return to its first version and continue there", async () => {
  const model = scriptedModel(["Yes."]);
  await using app = await startChatApp({ languageModel: model });
  networkFor(app.as("ada"), []);
  const store = newStore();
  const texts = () => store.state.get().conversation.messages.map(({ text }) => text);
  store.send("watter?");
  await ended(store);
  store.send("and ice?");
  await ended(store);
  store.changeDraft("something else");
  store.edit();
  expect(store.state.get()).toMatchObject({ draft: "and ice?" });
  store.edit(store.state.get().conversation.messages[0]?.id);
  expect(store.state.get()).toMatchObject({ draft: "watter?" });
  store.cancelEdit();
  expect(store.state.get()).toMatchObject({ draft: "something else", editedId: null });

  const original = store.state.get().conversation.messages[0]?.id ?? "";
  store.edit(original);
  store.send("water?");
  expect(store.state.get()).toMatchObject({ draft: "something else", editedId: null });
  await ended(store);
  expect(texts()).toEqual(["water?", "Yes."]);
  const edited = store.state.get().conversation.messages[0];
  expect(edited?.versions).toEqual([original, edited?.id]);
  await store.showVersion(original);
  expect(texts()).toEqual(["watter?", "Yes.", "and ice?", "Yes."]);
  expect(store.state.get().conversation.messages[0]?.versions).toEqual(edited?.versions);
  store.send("thanks");
  await ended(store);
  store.edit(store.state.get().conversation.messages[2]?.id);
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

test("sends only the new text of a message edited before it arrived", async () => {
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
  expect(store.state.get().conversation.messages).toMatchObject([
    { text: "anyone?", versions: [expect.any(String)] },
    { status: "done" },
  ]);
  expect((await app.database.pool.query("select text from messages where role = 'user'")).rows).toEqual([
    { text: "anyone?" },
  ]);
});

test("clears the view for a new chat or companion and opens earlier conversations", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Well.", { pauseMs: 60_000 }]) });
  networkFor(app.as("ada"), []);
  const memory = new Map<string, string>();
  const store = newStore(memory);
  store.becomes("user-ada");
  store.send("first");
  await until(() => store.state.get().conversation.messages[1]?.text === "Well.");
  const { threadId } = store.state.get().conversation;
  const { epoch } = store.state.get();
  store.changeCompanion("ash");
  expect(store.state.get()).toMatchObject({
    companionId: "ash",
    conversation: { messages: [], answering: null },
  });
  expect(store.state.get().epoch).toBeGreaterThan(epoch);
  expect(memory.size).toBe(0);

  void store.open(threadId ?? "");
  expect(store.state.get().opening).toEqual({ threadId, problem: null });
  await until(() => store.state.get().conversation.messages[1]?.text === "Well.");
  expect(store.state.get()).toMatchObject({ companionId: "base-looby", opening: null });
  await store.stop();
  await ended(store);
  expect(store.state.get().conversation.messages[1]).toMatchObject({ status: "stopped", text: "Well." });
  store.forget("another");
  expect(store.state.get().conversation.threadId).toBe(threadId);
  store.forget(threadId ?? "");
  expect(store.state.get().conversation).toEqual(emptyConversation);
});

test("begins a new conversation with a message to one that was deleted on another device", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const ada = app.as("ada");
  networkFor(ada, []);
  const complaints: string[] = [];
  const store = newStore(new Map(), { complain: (problem) => complaints.push(problem) });
  store.send("where is ice?");
  await ended(store);
  const { threadId } = store.state.get().conversation;
  await ada.call(deleteThread, { params: { threadId: threadId ?? "" } }, { idempotencyKey: newId() });
  store.changeDraft("and water?");
  store.send("and water?");
  const texts = () => store.state.get().conversation.messages.map(({ text }) => text);
  await until(() => texts().join() === "and water?,Aye.");
  expect(store.state.get().conversation.threadId).not.toBe(threadId);
  expect(store.state.get()).toMatchObject({ draft: "", unstored: [] });
  expect(complaints).toEqual(["This conversation has ended. Your message begins a new one."]);
  expect((await ada.call(listThreads, { query: {} })).threads).toMatchObject([{ title: "and water?" }]);
});

test("closes a conversation whose deletion waits in the outbox", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  networkFor(app.as("ada"), []);
  const listeners: Parameters<PaperOutbox["follow"]>[0][] = [];
  const outbox = Object.assign(new PaperOutbox(), {
    follow: (listener: (typeof listeners)[number]) => void listeners.push(listener),
  });
  const store = newStore(new Map(), { outbox: async () => outbox });
  store.becomes("user-ada");
  store.send("where is ice?");
  await ended(store);
  const { threadId } = store.state.get().conversation;
  store.changeDraft("and wat");
  listeners[0]?.([], new Set(), new Set(["another"]));
  expect(store.state.get().conversation.threadId).toBe(threadId);
  listeners[0]?.([], new Set(), new Set([threadId ?? ""]));
  expect(store.state.get()).toMatchObject({ conversation: emptyConversation, draft: "and wat" });
});

test("shows why a conversation does not open offline and opens it on the next try", async () => {
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
  await until(() => typeof store.state.get().opening?.problem === "string");
  expect(store.state.get().opening).toMatchObject({
    threadId,
    problem: expect.stringContaining("No signal"),
  });
  network.isDown = false;
  await store.open(threadId);
  expect(store.state.get()).toMatchObject({ opening: null, conversation: { threadId } });
  expect(memory.get("chat.thread")).toBe(threadId);
});

test("fetches a long conversation page by page", async () => {
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
  expect(store.state.get().conversation).toMatchObject({ hasEarlier: true });
  expect(store.state.get().conversation.messages).toHaveLength(50);
  await store.loadEarlier();
  await store.loadEarlier();
  const { messages, hasEarlier } = store.state.get().conversation;
  expect(messages.map(({ text }) => text)).toEqual(
    first.state.get().conversation.messages.map(({ text }) => text),
  );
  expect(hasEarlier).toBe(false);
});

test("adds a resource in the chat without sending the words to the server", async () => {
  await using app = await startChatApp();
  networkFor(app.as("ada"), []);
  const drafts: unknown[] = [];
  const store = newStore();
  store.becomes("user-ada");
  store.changeCompanion("ash");
  const sendText = async (text: string) => {
    const before = store.state.get().conversation.messages.length;
    store.send(text, (draft) => drafts.push(draft));
    await until(() => store.state.get().conversation.messages.length === before + 2);
    await ended(store);
    return store.state.get().conversation.messages.at(-1);
  };
  expect(await sendText("I have a venue and gear to share")).toMatchObject({ isLocal: true, status: "done" });
  expect((await sendText("hm"))?.text).toMatch(/venue.*gear.*talent/);
  await sendText("equipment");
  await sendText("Quiet generator");
  await sendText("2 kW, runs on propane");
  expect(drafts).toEqual([{ type: "gear", title: "Quiet generator", description: "2 kW, runs on propane" }]);
  expect((await app.database.pool.query("select from messages")).rowCount).toBe(0);
  store.edit(); // these messages cannot be edited
  expect(store.state.get().editedId).toBeNull();

  // In the middle of the wizard: messages about danger always go to the server, and the user is not asked for a title.
  await sendText("venue");
  await sendText("my friend is unconscious");
  expect(store.state.get().conversation.messages.at(-2)).toMatchObject({ isLocal: false });
  await sendText("who has gear?");
  expect(store.state.get().conversation.messages.at(-2)).toMatchObject({ isLocal: false });

  const visitor = newStore();
  visitor.becomes("anon-1");
  visitor.changeCompanion("ash");
  visitor.send("I have gear to share");
  await ended(visitor);
  expect(visitor.state.get().conversation.messages[0]).toMatchObject({ isLocal: false });
});

test("shows with the base companion how to add a resource", async () => {
  await using app = await startChatApp();
  networkFor(app.as("ada"), []);
  const store = newStore();
  for (const text of ["How do I upload resource?", "ADD RESOURCE", "share resources"]) {
    store.send(text);
    expect(store.state.get().isHintShown, text).toBe(true);
    await ended(store);
  }
  store.send("thanks");
  expect(store.state.get().isHintShown).toBe(false);
  await ended(store);
  store.send("add resource");
  await ended(store);
  store.notes.show("A lamp was added to the library.");
  expect(store.state.get()).toMatchObject({ isHintShown: false });
  expect(store.state.get().conversation.messages.at(-1)).toMatchObject({
    isDone: true,
    text: "A lamp was added to the library.",
  });
});

test("shows a new conversation in place of a deleted one when the outbox does not load", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Yes."]) });
  networkFor(app.as("ada"), []);
  const store = newStore(new Map(), { outbox: async () => Promise.reject(new TypeError("not loaded")) });
  await store.open("0198a7b0-0000-7000-8000-000000000000");
  expect(store.state.get()).toMatchObject({ opening: null, conversation: emptyConversation });
});

test("opens a conversation at a message that is older than its first page", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Yes."]) });
  const { store, threadId, first } = await longConversation(app.as("ada"));
  const reopened = newStore();
  await reopened.open(threadId);
  const shown = () => reopened.state.get().conversation.messages.map(({ id }) => id);
  expect(shown()).not.toContain(first);
  await reopened.openAt(threadId, first);
  expect(shown()[0]).toBe(first);
  expect(reopened.state.get().sought).toEqual({ id: first });

  // Not in this conversation: it opens at its end.
  store.newChat();
  await store.openAt(threadId, newId());
  expect(store.state.get().conversation.threadId).toBe(threadId);
  expect(store.state.get().sought).toBeUndefined();
  // Another conversation is not moved.
  await reopened.openAt(threadId, shown().at(-1) ?? "");
  reopened.newChat();
  expect(reopened.state.get().sought).toBeUndefined();
});

test("ends the search for a message when the signal is lost", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Yes."]) });
  const { network, threadId, first } = await longConversation(app.as("ada"));
  const complaints: string[] = [];
  const store = newStore(undefined, { complain: (problem) => complaints.push(problem) });
  await store.open(threadId);
  network.isDown = true;
  await store.openAt(threadId, first);
  expect(complaints).toHaveLength(1);
  expect(store.state.get().sought).toBeUndefined();
});

/** A conversation of 52 messages: a page has 50. */
async function longConversation(client: Parameters<typeof networkFor>[0]) {
  const network = networkFor(client, []);
  const store = newStore();
  for (let turn = 0; turn < 26; turn += 1) {
    store.send(`Question ${turn}`);
    await ended(store);
  }
  const { threadId, messages } = store.state.get().conversation;
  return { network, store, threadId: threadId ?? "", first: messages[0]?.id ?? "" };
}
