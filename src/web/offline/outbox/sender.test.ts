import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CALLS_VERSION, nextAttemptAt, type Operation } from "#shared/outbox/operation.ts";
import { fillDevice, freshBrowser, KeyServer, made, openTab, UNKNOWN_CALL } from "./outbox-fixture.ts";
import { RandomStory, steps } from "./random-story.ts";

// A user's writes reach the server once and in order, despite failures of the connection, the server, the windows and the device's
// storage. The outbox and its sender are the page's own; the database is an in-memory IndexedDB.

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await freshBrowser("ada");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("delivers every stored write exactly once and in order in any interleaving", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async (story) => {
      await freshBrowser("ada");
      const world = await RandomStory.begin();
      for (const step of story) await world.live(step);
      expect(await world.end()).toEqual({
        twice: [],
        lost: [],
        unasked: [],
        outOfOrder: [],
        left: [],
        odd: [],
      });
    }),
    { seed: 20260812, numRuns: 20, endOnFailure: true },
  );
});

test("sends writes in the order they were made, also across entities", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  server.slownesses.push(9, 1, 7, 1, 5);
  for (let index = 0; index < 12; index += 1) {
    // A message that no page waits for is sent in order, too.
    const endpoint = index % 5 === 3 ? { endpointId: "chat.send" } : {};
    await tab.append([{ ...made(`thing-${index}`, index), ...endpoint }]);
  }
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual(Array.from({ length: 12 }, (_, n) => ({ n })));
});

test("queues writes made before the first session and sends them as its visitor", async () => {
  await freshBrowser(null);
  const server = new KeyServer();
  const tab = await openTab(server);
  await tab.append([made("a", 1)]);
  await tab.drain();
  const queued = await tab.outbox.listOperations();
  expect(queued).toMatchObject([{ entity: "a", state: "queued", tries: 0 }]);
  expect(nextAttemptAt(queued)).toBeNull();
  expect(server.done).toEqual([]);
  tab.kill();

  const next = await openTab(server);
  const { setUser } = await import("../user/set-user.ts");
  await setUser("anon-1");
  expect(await next.outbox.listOperations()).toMatchObject([{ entity: "a", userId: "anon-1" }]);
  await next.drain();
  expect(server.done.map(({ body }) => body)).toEqual([{ n: 1 }]);
  // After an account has signed out, its writes do not pass to the next visitor.
  await setUser("ada");
  server.isReachable = false;
  await next.append([made("b", 2)]);
  await setUser(null);
  expect(await next.outbox.listOperations()).toEqual([]);
  await setUser("anon-2");
  expect(await next.outbox.listOperations()).toEqual([]);
});

test("drops cached data on a full device before refusing a user's write", async () => {
  const tab = await openTab(new KeyServer());
  const { openDatabase } = await import("../database.ts");
  const database = await openDatabase();
  await database.put("queries", { userId: "ada", query: {} }, "old");
  const mend = fillDevice(0, true);
  await tab.append([made("a", 1)]);
  mend();
  expect(await database.count("queries")).toBe(0);
  expect(await tab.outbox.listQueued()).toMatchObject([{ entity: "a", body: { n: 1 } }]);
  // Permanently full: the write fails with a message, and no part of it is stored.
  const mendAgain = fillDevice(1);
  await expect(tab.append([made("b", 2)])).rejects.toThrow("no room left on this device");
  mendAgain();
  expect([await database.count("outbox"), await database.count("bodies")]).toEqual([1, 1]);
});

test("fails a removed call once and delays a call of a newer version", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  const [gone, newer] = await tab.append([
    { ...made("a", 1), endpointId: UNKNOWN_CALL },
    { ...made("b", 2), endpointId: UNKNOWN_CALL },
    made("c", 3),
  ]);
  const { openDatabase } = await import("../database.ts");
  const database = await openDatabase();
  if (gone === undefined || newer === undefined) throw new Error("nothing was kept");
  const { version: _, ...unversioned } = gone;
  await database.put("outbox", unversioned);
  await database.put("outbox", { ...newer, version: CALLS_VERSION + 1 });
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual([{ n: 3 }]);
  expect(await tab.outbox.listQueued()).toMatchObject([
    { state: "failed", problem: { code: "gone-call" }, body: { n: 1 } },
    { state: "queued", problem: { code: "unknown-call" }, body: { n: 2 }, tries: 1 },
  ]);
  // There are no immediate retries: the first waits for the user, the second for its time.
  expect(nextAttemptAt(await tab.outbox.listOperations())).toBeGreaterThan(Date.now());
  await tab.outbox.discard(gone.id);
  expect(await tab.outbox.listQueued()).toMatchObject([{ body: { n: 2 } }]);
});

test("sends the other rows when some are malformed, without losing any", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  const { openDatabase } = await import("../database.ts");
  const database = await openDatabase();
  // Another version of the page has other types.
  const plant = async (row: object) => await database.add("outbox", row as Operation);
  await plant({ userId: "ada", endpointId: "things.make", id: "bare" });
  await plant({ userId: "ada", endpointId: "things.make", id: "odd", state: "asleep", dependsOn: "x" });
  await plant({ userId: "ada", label: "No call at all", id: "callless" });
  await plant({ id: "nobody's", label: "Whose is it?" });
  await database.put("bodies", { n: 1 }, "bare");
  await database.put("bodies", { n: 2 }, "odd");
  await tab.append([made("c", 3)]);
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 3 }]);
  expect(await tab.outbox.listQueued()).toMatchObject([
    { id: "odd", state: "failed", body: { n: 2 } },
    { id: "callless", state: "failed", problem: { code: "lost-file" } },
  ]);
  const { setUser } = await import("../user/set-user.ts");
  await setUser(null);
  expect(await database.count("outbox")).toBe(3);
  await setUser("ada");
  await tab.outbox.retry(["odd"]);
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 3 }, { n: 2 }]);
});

test("stores the whole body of a refused write", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  server.faults.push("invalid-input");
  await tab.append([{ ...made("a", 1), body: { n: 1, aFieldOfLastYear: true } }]);
  await tab.drain();
  expect(await tab.outbox.listQueued()).toMatchObject([
    { state: "failed", problem: { code: "invalid-input" }, body: { aFieldOfLastYear: true } },
  ]);
});

test("sends other writes while something on the way blocks a photo, and what needs it waits", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  const photo = { ...made("photo", 1), id: "photo", endpointId: "photos.upload" };
  server.faults.push("blocked");
  await tab.append([photo, { ...made("entry", 2), dependsOn: ["photo"] }, made("other", 3)]);
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual([{ n: 3 }]);
  server.faults.push("blocked", "blocked", "blocked");
  for (let round = 0; round < 6; round += 1) {
    vi.setSystemTime(Date.now() + 120_000);
    await tab.drain();
  }
  expect(await tab.outbox.listQueued()).toMatchObject([
    { state: "failed", tries: 4, problem: { code: "blocked" } },
    { state: "queued", tries: 0, body: { n: 2 } },
  ]);
  await tab.changing.sendChanged("photo", { n: 0 });
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual([{ n: 3 }, { n: 0 }, { n: 2 }]);
});

test("sends a smaller copy of a photo whose upload arrived although its answer was lost", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  server.faults.push("cut-after", "blocked", "blocked", "blocked");
  await tab.append([{ ...made("photo", 1), id: "photo", endpointId: "photos.upload" }]);
  for (let round = 0; round < 6; round += 1) {
    vi.setSystemTime(Date.now() + 120_000);
    await tab.drain();
  }
  await tab.changing.sendChanged("photo", { n: 0 });
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 0 }]);
  expect(await tab.outbox.listQueued()).toEqual([]);
});

test("changes a write only while it waits for its user", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  await tab.append([{ ...made("a", 1), id: "sending" }]);
  await tab.changing.sendChanged("sending", { n: 0 }); // the second of two taps
  expect(await tab.outbox.findBody("sending")).toEqual({ n: 1 });
  await tab.outbox.discard("sending");
  await tab.changing.sendChanged("sending", { n: 0 });
  expect(await tab.outbox.findBody("sending")).toBeUndefined();
});
