import "fake-indexeddb/auto";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { newId } from "#shared/id.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { readAnswer, postMessage, startChatApp } from "#server/testing/chat-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { fillOutboxView } from "#web/offline/outbox/fill-outbox-view.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { setUser } from "#web/offline/user/set-user.ts";
import { networkFor, stubPage, unstubPage } from "../testing/store-fixture.ts";
import { openMessageOutbox } from "./message-outbox.ts";

// The page's own outbox against the real server.

const browser = vi.hoisted(() => ({ storesNothing: false }));
vi.mock("#web/offline/database.ts", async (load) => ({
  ...(await load<typeof import("#web/offline/database.ts")>()),
  storesNothing: () => browser.storesNothing,
}));

const position = { latitude: 40.78, longitude: -119.2, accuracyM: 9, at: "2026-09-01T18:00:00Z" };
const outbox = openMessageOutbox(Promise.resolve());
/** The user stays in the conversation. */
const { signal } = new AbortController();

beforeAll(() => fillOutboxView(async () => undefined));
beforeEach(stubPage);
afterEach(unstubPage);

test("stores a message before the device has found its position, and sends it with it", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const { posted } = await networkTo(app.as("ada"));
  const body = message("where is ice?");
  const stored = Promise.withResolvers<unknown>();
  const found = Promise.withResolvers<typeof position>();
  const sending = outbox.send(
    { ...body, position: found.promise },
    { isBehind: false, signal, onStored: () => stored.resolve(listQueued()) },
  );
  expect(await stored.promise).toMatchObject([{ id: body.messageId, body }]);
  expect(posted).toEqual([]);
  found.resolve(position);
  const sent = await sending;
  expect(JSON.stringify(await stored.promise)).not.toContain("40.78");
  if (sent.status !== "sent") throw new Error(sent.problem?.error);
  expect(await sent.response?.text()).toContain(sent.runId);
  expect(posted).toMatchObject([{ ...body, position }]);
  await expect.poll(listQueued).toEqual([]);
  expect(outboxView.get().bundles).toEqual([]);
});

test("does not count a message in the memory of a page as stored while it is being sent", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  await networkTo(app.as("ada"));
  const onStored = vi.fn<() => void>();
  browser.storesNothing = true;
  const sent = await outbox.send(message("where is ice?"), { isBehind: false, signal, onStored });
  browser.storesNothing = false;
  expect(sent.status).toBe("sent");
  expect(onStored).not.toHaveBeenCalled();
});

test("leaves an offline message to the outbox, which sends it once back online", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const { network, posted } = await networkTo(app.as("ada"));
  network.isDown = true;
  const body = message("where is ice?");
  const sent = await outbox.send(
    { ...body, position: Promise.resolve(position) },
    { isBehind: false, signal, onStored: () => undefined },
  );
  expect(sent).toMatchObject({ status: "queued", problem: { code: "unreachable" } });
  const arrived: string[] = [];
  outbox.follow((_waiting, threads) => arrived.push(...threads));
  await expect.poll(() => outboxView.get().bundles).toHaveLength(1);
  expect(await outbox.has(body.threadId)).toBe(true);
  network.isDown = false;
  await outbox.hurry(body.messageId);
  await drain();
  await expect.poll(() => arrived).toEqual([body.threadId]);
  // The user's position is outdated by then.
  expect(posted).toEqual([body]);
});

test("lists a message in transit from a conversation that the user left", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const { network } = await networkTo(app.as("ada"));
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  network.delivered = async () => {
    asked.resolve();
    await answered.promise;
  };
  const [waiting, arrived] = [new Set<string>(), new Set<string>()];
  outbox.follow((messages, threads) => {
    for (const { id } of messages) waiting.add(id);
    for (const id of threads) arrived.add(id);
  });
  const body = message("where is ice?");
  const left = new AbortController();
  void outbox.send(body, { isBehind: false, signal: left.signal, onStored: () => undefined });
  await asked.promise;
  expect(waiting).not.toContain(body.messageId);
  left.abort();
  await expect.poll(() => waiting).toContain(body.messageId);
  answered.resolve();
  await expect.poll(() => arrived).toContain(body.threadId);
});

test("reports why the server refuses a message and removes it from the outbox", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  await networkTo(app.as("ada"));
  const body = { ...message("where is ice?"), llm: "no such model" };
  const sent = await outbox.send(body, { isBehind: false, signal, onStored: () => undefined });
  expect(sent).toMatchObject({ status: "refused", problem: { error: expect.stringContaining("model") } });
  expect(await listQueued()).toEqual([]);
});

test("leaves a refused message in the outbox when the user has left its conversation", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const { network } = await networkTo(app.as("ada"));
  const left = new AbortController();
  network.delivered = async () => left.abort();
  const body = { ...message("where is ice?"), llm: "no such model" };
  await outbox.send(body, { isBehind: false, signal: left.signal, onStored: () => undefined });
  expect(await listQueued()).toMatchObject([{ id: body.messageId, state: "failed" }]);
});

function message(text: string) {
  return { messageId: newId(), threadId: newId(), text };
}

/** The user of this phone is the client's user. @returns the network and the bodies sent over it */
async function networkTo(client: TestClient) {
  const { user } = await client.call(getSession, {});
  await setUser(user.userId);
  await readAnswer(await postMessage(client, message("hello"))); // the first response of a new server is slow
  const posted: unknown[] = [];
  const request = (path: string, init?: RequestInit) => {
    posted.push(JSON.parse(init?.body as string));
    return client.request(path, init);
  };
  return { network: networkFor({ request }, []), posted };
}
