import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#shared/features/account/contract.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { addNeed, changeNeed, listNeeds } from "#shared/features/needs/contract.ts";
import { type Fault, freshBrowser, KeyServer, made, openTab } from "./outbox-fixture.ts";

// Results a form gets for its write, and the writes that compile.

const options = { entity: "need:1", label: "Ice" };
const need = { params: { needId: "need-1" }, body: { state: "closed" } } as const;

beforeEach(async () => freshBrowser("ada"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends one change of a need while the server has this fault. */
async function change(fault: Fault, staysWhenRefused = false) {
  const server = new KeyServer();
  server.faults.push(fault);
  const tab = await openTab(server);
  const [{ queue }, { onChange }] = await Promise.all([import("./queue.ts"), import("../changes.ts")]);
  const drains: Promise<void>[] = [];
  const stop = onChange(() => void drains.push(tab.drain()));
  const result = await queue(changeNeed, need, { ...options, staysWhenRefused });
  stop();
  await Promise.all(drains);
  return { result, left: await tab.outbox.listQueued() };
}

test("returns the server's code and message of a refusal to the form", async () => {
  const { result, left } = await change("not-found");
  expect(result).toMatchObject({
    status: "refused",
    error: { code: "not-found", status: 404, message: "No." },
  });
  expect(left).toEqual([]);
  const conflict = await change("conflict", true);
  expect(conflict.result).toMatchObject({ error: { code: "conflict", current: { version: 1 } } });
  expect(conflict.left).toMatchObject([{ id: conflict.result.operationId, state: "conflict" }]);
});

test("queues an offline write unchanged", async () => {
  const { result, left } = await change("cut-before");
  expect(result).toMatchObject({ status: "queued", problem: { code: "unreachable" } });
  expect(left).toMatchObject([{ id: result.operationId, endpointId: changeNeed.id, ...need, ...options }]);
});

test("queues a write at once that something on the way blocks, however many retries its form waits for", async () => {
  const server = new KeyServer();
  server.faults.push("blocked");
  const tab = await openTab(server);
  const [{ storeAndWait }, { onChange }] = await Promise.all([import("./queue.ts"), import("../changes.ts")]);
  const stop = onChange(() => void tab.drain());
  const result = await storeAndWait([{ ...made("a", 1), id: "photo", retries: 3 }]);
  stop();
  expect(result).toMatchObject({ status: "queued", problem: { code: "blocked" } });
});

test("queues a write at once behind one that is waiting", async () => {
  const tab = await openTab(new KeyServer());
  const { storeAndWait } = await import("./queue.ts");
  await tab.outbox.append([{ ...made("a", 1), id: "first" }]);
  const [first] = await tab.outbox.listOperations();
  const problem = { code: "unreachable" as const, error: "No signal." };
  await tab.outbox.update({ ...(first as Operation), problem, tries: 1 });
  expect(await storeAndWait([{ ...made("a", 2), id: "second" }])).toEqual({
    status: "queued",
    operationId: "second",
    problem,
  });
});

test("lists a visitor's write while the first session is being created", async () => {
  await freshBrowser(null);
  const { outbox } = await openTab(new KeyServer());
  const { setUser } = await import("../user/set-user.ts");
  await outbox.append([{ ...made("a", 1), id: "first" }]);
  const [operations] = await Promise.all([outbox.listOperations(), setUser("visitor-1")]);
  expect(operations.map(({ id }) => id)).toEqual(["first"]);
});

test("rejects at compile time a write that breaks its contract or may not be queued", async () => {
  const { operation } = await import("./queue.ts");
  // @ts-expect-error -- a misspelled field
  operation(changeNeed, { params: { needId: "1" }, body: { sate: "closed" } }, options);
  // @ts-expect-error -- a value the contract does not know
  operation(changeNeed, { params: { needId: "1" }, body: { state: "gone" } }, options);
  // @ts-expect-error -- a missing param
  operation(changeNeed, { body: { state: "closed" } }, options);
  // @ts-expect-error -- a missing field
  operation(addNeed, { body: { id: "1" } }, options);
  // @ts-expect-error -- a read
  operation(listNeeds, {}, options);
  // @ts-expect-error -- a secret is never stored on a device
  operation(signIn, { body: { pseudonym: "ada", password: "secret" } }, options);
  const path = { $resultOf: "upload", field: "path" };
  expect(operation(addNeed, { body: { id: "1", content: path, isShared: true } }, options)).toMatchObject({
    body: { content: path },
  });
});

test("finishes a form as soon as the connection is known to hang", async () => {
  const tab = await openTab(new KeyServer());
  const { storeAndWait } = await import("./queue.ts");
  const { reportUnreachable } = await import("#web/lib/server/reachability.ts");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ended: string[] = [];
  const hand = async (entity: string) => {
    const result = await storeAndWait([{ ...made(entity, 1), id: entity }]);
    ended.push(`${entity} ${result.status} ${result.status === "queued" ? result.problem?.code : ""}`);
  };
  // Nothing sends it, as on a connection that accepts it and never answers.
  void hand("a");
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(3000);
  // Without a connection, the first attempt fails on its own.
  reportUnreachable("silent");
  await vi.advanceTimersByTimeAsync(3000);
  expect(ended).toEqual([]);
  reportUnreachable("silent", true);
  const handed = ["a queued unreachable", "b queued unreachable"];
  await vi.waitFor(() => expect(ended).toEqual(handed.slice(0, 1)));
  void hand("b");
  await vi.waitFor(() => expect(ended).toEqual(handed));
  expect(await tab.outbox.listOperations()).toMatchObject([{ id: "a" }, { id: "b" }]);
});

test("sends writes without browser storage and never reports them as queued", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  });
  const server = new KeyServer();
  const tab = await openTab(server);
  const { queue, storeAndWait } = await import("./queue.ts");
  await (await import("../user/set-user.ts")).setUser("ada");
  const online = storeAndWait([{ ...made("a", 1), id: "a" }]);
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await tab.drain();
  expect(await online).toMatchObject({ status: "sent" });
  expect(server.done).toHaveLength(1);

  const inMemory = queue(changeNeed, need, options);
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await tab.drain();
  await inMemory.catch(() => undefined); // this server's answer is no need
  expect(server.done).toHaveLength(2);

  server.isReachable = false;
  const cut = storeAndWait([{ ...made("b", 1), id: "b" }]);
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await tab.drain();
  expect(await cut).toMatchObject({
    status: "refused",
    error: { message: expect.stringMatching(/^It may not have arrived, and this browser cannot store it/) },
  });
  const { reportUnreachable } = await import("#web/lib/server/reachability.ts");
  reportUnreachable("silent");
  expect(await storeAndWait([{ ...made("c", 1), id: "c" }])).toMatchObject({ status: "refused" });
  expect(await tab.outbox.listOperations()).toEqual([]);
});

test("never calls a write queued that a browser without storage could not send", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  });
  const server = new KeyServer();
  server.isReachable = false;
  const tab = await openTab(server);
  const { enqueue } = await import("./queue.ts");
  await (await import("../user/set-user.ts")).setUser("ada");
  const queueing = enqueue(changeNeed, need, options);
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await tab.drain();
  await expect(queueing).rejects.toThrow(tab.outbox.NotQueued);
  expect(await tab.outbox.listOperations()).toEqual([]);
});

test("calls a write queued whose user has left in another window", async () => {
  const server = new KeyServer();
  server.isReachable = false;
  await openTab(server);
  const { storeAndWait } = await import("./queue.ts");
  const { setUser } = await import("../user/set-user.ts");
  await setUser("ada");
  const { promise: isStored, resolve } = Promise.withResolvers<void>();
  const writing = storeAndWait([{ ...made("a", 1), id: "a" }], { onStored: resolve });
  await isStored;
  await setUser("bob");
  expect(await writing).toMatchObject({ status: "queued", problem: { code: "unauthenticated" } });
});
