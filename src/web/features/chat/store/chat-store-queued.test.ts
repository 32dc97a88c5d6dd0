import { afterEach, beforeEach, expect, test } from "vitest";
import { getThread } from "#shared/features/chat/contract.ts";
import { leaveMessage } from "#shared/features/chat/leave-contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import { scriptedModel } from "#server/platform/llm/scripted-model.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import type { QueuedMessage, QueuedMessages } from "../transport/queued-messages.ts";
import { ended, newStore, stubPage, unstubPage, until, networkFor } from "../testing/store-fixture.ts";

// What is said without a signal: the page's own store against the real server, with an outbox that sends when the story says so.

beforeEach(stubPage);
afterEach(unstubPage);

test("two messages without a signal, a page that dies: both are answered, once and in order, in one conversation", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const ada = app.as("ada");
  const { network, outbox, store } = withoutSignal(ada);
  for (const [index, words] of ["where is ice?", "and water?"].entries()) {
    store.send(words);
    await until(() => outbox.waiting().length === index + 1);
    await ended(store);
  }
  expect(shown(store)).toEqual(["where is ice?", "queued", "and water?", "queued"]);

  // Another page finds them where they belong, and hears what became of them.
  const reopened = newStore(new Map(), { queue: async () => outbox });
  reopened.becomes("user-ada");
  await until(() => shown(reopened).length === 4);
  expect(shown(reopened)).toEqual(["where is ice?", "queued", "and water?", "queued"]);
  network.isDown = false;
  await outbox.send(ada);
  await until(() => shown(reopened).join() === "where is ice?,done,and water?,done");

  // The same again, from a phone that has not heard the answers.
  const before = await outbox.resend(ada);
  const { threadId } = before[0] as { threadId: string };
  expect(new Set(before.map((answer) => answer.threadId))).toEqual(new Set([threadId]));
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages.map(({ content }) => content)).toEqual(["where is ice?", "Aye.", "and water?", "Aye."]);

  // With the line back it is said at once, and nothing is left behind.
  reopened.send("thanks");
  await ended(reopened);
  expect(shown(reopened).slice(-2)).toEqual(["thanks", "done"]);
  expect(outbox.waiting()).toEqual([]);
});

test("a page of the conversation that comes late does not hide what was said meanwhile", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const ada = app.as("ada");
  const { network, outbox, store } = withoutSignal(ada);
  store.send("where is ice?");
  await until(() => outbox.waiting().length === 1);
  await ended(store);

  network.isDown = false;
  const late = Promise.withResolvers<void>();
  let page: Response | undefined;
  network.delivered = async (path, response) => {
    if (!path.startsWith("/api/threads/") || page !== undefined) return;
    page = response;
    await late.promise;
  };
  await outbox.send(ada);
  await until(() => page !== undefined);
  store.send("and water?");
  await ended(store);
  late.resolve();
  await until(() => page?.bodyUsed === true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown(store)).toContain("and water?");
  // It is asked for again.
  await until(() => shown(store).join() === "where is ice?,done,and water?,done");
});

test("a device that is slow to forget a message does not end the next answer", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const network = networkFor(app.as("ada"), []);
  const forgotten = Promise.withResolvers<void>();
  const outbox = Object.assign(new PaperOutbox(), { drop: async () => forgotten.promise });
  const store = newStore(new Map(), { queue: async () => outbox });
  store.becomes("user-ada");
  store.send("where is ice?");
  await until(() => shown(store)[1] === "done");
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  network.delivered = async (path) => {
    if (!path.startsWith("/api/chat")) return;
    asked.resolve();
    await answered.promise;
  };
  store.retry(store.getSnapshot().conversation.messages[1]?.id ?? "");
  await asked.promise;
  forgotten.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(store.getSnapshot().conversation.answering).not.toBeNull();
  answered.resolve();
  await ended(store);
  expect(shown(store)).toEqual(["where is ice?", "done"]);
});

test("while the answer before is being written it comes later; a stranger's conversation stays the stranger's", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Well.", { pauseMs: 60_000 }]) });
  const [ada, eve] = [app.as("ada"), app.as("eve")];
  const body = { messageId: newId(), threadId: newId(), text: "tell me a long one" };
  await ada.call(leaveMessage, { body });
  const next = { ...body, messageId: newId(), text: "another" };
  expect(await ada.refusal(leaveMessage, { body: next })).toMatchObject({
    code: "too-many-requests",
    retryAfter: 1,
  });
  expect((await eve.refusal(leaveMessage, { body: { ...next, messageId: newId() } })).code).toBe("not-found");
  expect((await ada.refusal(leaveMessage, { body: { ...body, text: "other words" } })).code).toBe(
    "idempotency-mismatch",
  );
  const edit = { ...next, threadId: newId(), trigger: "edit" as const };
  expect((await ada.refusal(leaveMessage, { body: edit })).code).toBe("not-found");
  for (const bad of [{ text: " " }, { threadId: "../x" }, { trigger: "retry" }, { extra: 1 }])
    expect(
      (await ada.refusal(leaveMessage, { body: { ...next, ...bad } as BodyOf<typeof leaveMessage> })).code,
    ).toBe("invalid-input");
});

test("the help card waits until the words are stored on the device", async () => {
  const stored = Promise.withResolvers<boolean>();
  const outbox = Object.assign(new PaperOutbox(), { add: async () => stored.promise });
  networkFor({ request: () => new Promise(() => undefined) }, []);
  const store = newStore(new Map(), { queue: async () => outbox });
  const isCardShown = () => JSON.stringify(store.getSnapshot().conversation.messages).includes("help-card");
  store.send("My friend collapsed and will not wake up");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isCardShown()).toBe(false);
  stored.resolve(true);
  await until(isCardShown);
});

/** A page without a signal that has just been opened. */
function withoutSignal(client: TestClient) {
  const network = networkFor(client, []);
  network.isDown = true;
  const outbox = new PaperOutbox();
  const store = newStore(new Map(), { queue: async () => outbox });
  store.becomes("user-ada");
  return { network, outbox, store };
}

function shown(store: ReturnType<typeof newStore>): string[] {
  return store
    .getSnapshot()
    .conversation.messages.map((message) => (message.role === "user" ? message.text : message.status));
}

type Body = BodyOf<typeof leaveMessage>;

/** Keeps bodies in memory, and sends them one after the other. */
class PaperOutbox implements QueuedMessages {
  readonly #bodies = new Map<string, Body>();
  readonly #held = new Set<string>();
  readonly #sent: Body[] = [];
  readonly #listeners: Parameters<QueuedMessages["follow"]>[0][] = [];

  add = async ({ beginsThread: _, ...body }: Parameters<QueuedMessages["add"]>[0]): Promise<boolean> => {
    const { messageId = "", threadId = "" } = body;
    this.#bodies.set(messageId, { ...body, messageId, threadId } as Body);
    this.#held.add(messageId);
    return true;
  };

  drop = async (messageId: string): Promise<void> => {
    this.#bodies.delete(messageId);
    this.#tell();
  };

  release = async (messageId: string): Promise<void> => {
    this.#held.delete(messageId);
    this.#tell();
  };

  has = async (threadId: string): Promise<boolean> =>
    [...this.#bodies.values()].some((body) => body.threadId === threadId);

  follow = (listener: Parameters<QueuedMessages["follow"]>[0]): void => {
    this.#listeners.push(listener);
    listener(this.waiting(), new Set());
  };

  waiting(): QueuedMessage[] {
    const bodies = [...this.#bodies.values()].filter(({ messageId }) => !this.#held.has(messageId));
    return bodies.map(({ messageId: id, threadId, text, companion = null }) => ({
      id,
      threadId,
      text,
      companion,
    }));
  }

  async send(client: TestClient): Promise<void> {
    for (const body of this.#bodies.values()) {
      for (;;) {
        const response = await post(client, body);
        if (response.ok) break;
        // The answer before it is still being written.
        if (response.status !== 429) throw new Error(await response.text());
      }
      this.#bodies.delete(body.messageId);
      this.#sent.push(body);
      this.#tell(body.threadId);
    }
  }

  async resend(client: TestClient): Promise<{ threadId: string }[]> {
    const responses = await Promise.all(this.#sent.map((body) => post(client, body)));
    return await Promise.all(
      responses.map(async (response) => (await response.json()) as { threadId: string }),
    );
  }

  #tell(...arrived: string[]): void {
    for (const listener of this.#listeners) listener(this.waiting(), new Set(arrived));
  }
}

async function post(client: TestClient, body: Body): Promise<Response> {
  return await client.request("/api/chat/messages", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
