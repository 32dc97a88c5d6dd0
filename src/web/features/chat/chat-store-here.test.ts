import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answerByWords } from "#shared/features/chat/answer-by-words.ts";
import { specCity } from "#shared/features/map/city.ts";
import { indexDocuments } from "#shared/features/search/document-index.ts";
import { campDocument, memoryDocument } from "#shared/features/search/documents.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import type { AnswerHere } from "./answer-here.ts";
import type { LocalExchange } from "./local-exchange.ts";
import { ended, newStore, stubPage, unstubPage, until, useNetwork } from "./store-fixture.ts";

// A phone that answers by itself while there is no signal, against the real server once there is.

let app: Awaited<ReturnType<typeof startChatApp>>;
beforeAll(async () => {
  app = await startChatApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(stubPage);
afterEach(unstubPage);

const SYNCED_AT = Date.parse("2026-11-22T06:00:00Z");

test("without a signal this phone answers and says so; nothing is sent until the person asks again", async () => {
  const network = useNetwork(app.as("ada"), []);
  const memory = new Map<string, string>();
  const { here } = phone();
  const store = newStore(memory, { here: async () => here });
  store.becomes("anon-ada");
  store.send("hello");
  await ended(store);
  network.isDown = true;
  store.send("Velvet Badger");
  await ended(store);
  store.send("my friend collapsed and does not wake up");
  await ended(store);
  const messages = () => store.getSnapshot().conversation.messages;
  expect(messages()[3]).toMatchObject({
    text: expect.stringMatching(/^Here is what I found:\n\n- \*\*Velvet Badger\*\* .*\[\^camp:badger\]$/),
    sources: [{ sourceId: "camp:badger" }],
    status: "done",
    here: { syncedAt: SYNCED_AT },
  });
  expect(messages()[5]).toMatchObject({ ui: { type: "help-card", kind: "emergency" }, status: "done" });

  // A reload, with and without a signal: both stand where they were said, and the server knows of neither.
  const reloaded = newStore(memory, { here: async () => here });
  network.isDown = false;
  reloaded.becomes("anon-ada");
  await until(() => reloaded.getSnapshot().conversation.messages.length === 6);
  expect(reloaded.getSnapshot().conversation.messages.map(({ text }) => text)).toEqual(
    messages().map(({ text }) => text),
  );
  expect(await storedQuestions()).toEqual(["hello"]);

  const [, , question, answer] = reloaded.getSnapshot().conversation.messages;
  reloaded.retry(answer?.id ?? "");
  await ended(reloaded);
  // It stands where the server has heard it: at the end.
  const now = reloaded.getSnapshot().conversation.messages;
  expect(now.map(({ text }) => text).slice(-2)).toEqual([
    "Velvet Badger",
    expect.stringMatching(/^I found nothing/),
  ]);
  expect(now.at(-2)?.id).toBe(question?.id);
  expect(await storedQuestions()).toEqual(["hello", "Velvet Badger"]);
  const again = newStore(memory, { here: async () => here });
  again.becomes("anon-ada");
  await until(() => again.getSnapshot().conversation.messages.length === 6);
  expect(new Set(again.getSnapshot().conversation.messages.map(({ id }) => id)).size).toBe(6);
});

test("a conversation begun without a signal survives a reload, ends with a new chat, and is never another's", async () => {
  const network = useNetwork(app.as("ada"), []);
  network.isDown = true;
  const memory = new Map<string, string>();
  const { here, kept } = phone();
  const store = newStore(memory, { here: async () => here });
  store.becomes("anon-ada");
  store.send("did I note where the bike pump is?");
  await ended(store);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({
    sources: [{ sourceId: "memory:pump" }],
    here: { syncedAt: SYNCED_AT },
  });
  const reloaded = newStore(memory, { here: async () => here });
  reloaded.becomes("anon-ada");
  await until(() => reloaded.getSnapshot().conversation.messages.length === 2);
  reloaded.newChat();
  await until(() => kept.size === 0);

  const other = newStore(new Map(), { here: async () => here });
  other.becomes("user-bea");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(other.getSnapshot().conversation.messages).toEqual([]);
});

test("an answer that had begun is not answered here, and a phone that keeps nothing says what it always said", async () => {
  const network = useNetwork(app.as("ada"), []);
  network.isDown = true;
  const store = newStore(new Map(), { here: () => Promise.reject(new Error("a private window")) });
  store.send("anyone?");
  await ended(store);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({
    status: "failed",
    problem: expect.stringContaining("No signal"),
    here: null,
  });
});

/** What a phone has, with the page's own rules; only its database is made up. */
function phone() {
  const index = indexDocuments([
    campDocument({
      id: "badger",
      name: "Velvet Badger",
      description: "Soft seats and slow songs.",
      landmark: null,
      hometown: null,
      location_string: "7:30 & Enchant",
      latitude: 40.78,
      longitude: -119.2,
    }),
    memoryDocument({
      id: "pump",
      userId: "anon-ada",
      title: null,
      content: "The bike pump is in the blue crate",
    }),
  ]);
  const world = { index, needs: new Set<string>(), city: specCity, companionName: "Looby", connected: [] };
  const kept = new Map<string | null, readonly LocalExchange[]>();
  const here: AnswerHere = {
    answer: async (question) => ({ ...answerByWords(question, world), syncedAt: SYNCED_AT }),
    recall: async (threadId) => kept.get(threadId) ?? [],
    keep: async (threadId, exchanges) => {
      if (exchanges.length === 0) kept.delete(threadId);
      else kept.set(threadId, exchanges);
    },
    forget: async (threadId) => void kept.delete(threadId),
  };
  return { here, kept };
}

async function storedQuestions(): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ text: string }>(
    "select text from messages where role = 'user' order by created_at",
  );
  return rows.map(({ text }) => text);
}
