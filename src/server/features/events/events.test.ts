import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession, signOut } from "#shared/features/account/contract.ts";
import { followEvents, type LiveEvent } from "#shared/features/events/contract.ts";
import { EventHub } from "#server/events/event-hub.ts";
import { publishToEntity, publishToPerson } from "#server/events/publish.ts";
import { createApp } from "#server/http/create-app.ts";
import { createLog } from "#server/log.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { createTestClient, type TestClient } from "#server/testing/test-client.ts";
import { eventRoutes } from "./routes.ts";
import { forgetOldEvents } from "#server/events/event-repository.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const db = app.database.kysely;
  await db.insertInto("communities").values({ id: "circle", name: "Circle" }).execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test("sends a user's events in order to all their pages, and to no other user", async () => {
  const ada = await app.signUp("Ada");
  const bob = await app.signUp("Bob");
  const adaId = await idOf(ada);
  await using one = await listen(ada);
  await using two = await listen(ada);
  await using foreign = await listen(bob);
  for (let count = 1; count <= 20; count += 1)
    await publishToPerson(app.database.kysely, adaId, { event: "count", data: { count } });
  await publishToPerson(app.database.kysely, await idOf(bob), { event: "end", data: {} });

  const expected = Array.from({ length: 20 }, (_, index) => ({ count: index + 1 }));
  expect((await one.take(20)).map(({ data }) => data)).toEqual(expected);
  expect((await two.take(20)).map(({ channel }) => channel)).toEqual(Array(20).fill("me"));
  expect(await foreign.take(1)).toMatchObject([{ event: "end" }]);
});

test("sends missed events once after a reconnect, including long ones", async () => {
  const cleo = await app.signUp("Cleo");
  const cleoId = await idOf(cleo);
  const db = app.database.kysely;
  const line = await listen(cleo);
  await publishToPerson(db, cleoId, { event: "heard", data: {} });
  await publishToPerson(db, cleoId, { event: "long", data: { text: "é".repeat(9_000) } });
  const received = await line.take(2);
  expect(received[1]?.data).toEqual({ text: "é".repeat(9_000) });
  await line[Symbol.asyncDispose]();

  await publishToPerson(db, cleoId, { event: "missed", data: { number: 1 } });
  await db
    .transaction()
    .execute(async (tx) => {
      await publishToPerson(tx, cleoId, { event: "never", data: {} });
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  await publishToPerson(db, cleoId, { event: "missed", data: { number: 2 } });
  await using back = await listen(cleo, { after: line.lastId });
  await publishToPerson(db, cleoId, { event: "live", data: {} });
  expect((await back.take(3)).map(({ event, data }) => [event, data])).toEqual([
    ["missed", { number: 1 }],
    ["missed", { number: 2 }],
    ["live", {}],
  ]);
});

test("sends a reset to a client that reconnects too late or to another database", async () => {
  const dora = await app.signUp("Dora");
  const doraId = await idOf(dora);
  await using early = await listen(dora);
  await publishToPerson(app.database.kysely, doraId, { event: "old", data: {} });
  await early.take(1); // the server has processed it, too
  await using ahead = await listen(dora, { after: 9_000_000 });
  expect(ahead.first).toMatchObject({ event: "reset" });
  await forgetOldEvents(app.database.kysely, new Date(Date.now() + 60_000));
  await using late = await listen(dora, { after: 1 });
  expect(late.first).toMatchObject({ event: "reset" });
  await publishToPerson(app.database.kysely, doraId, { event: "new", data: {} });
  expect(await late.take(1)).toMatchObject([{ event: "new" }]);
});

test("ends a channel for a removed member, and the stream at sign-out", async () => {
  const eve = await app.signUp("Eve");
  const eveId = await idOf(eve);
  const db = app.database.kysely;
  await db
    .insertInto("community_people")
    .values({ community_id: "circle", user_id: eveId, role: "member" })
    .execute();
  await using line = await listen(eve, { entities: `circle,${eveId},another` });
  await using outsider = await listen(app.as("Ada"), { entities: "circle" });
  await publishToEntity(db, "circle", { event: "vibe-update", data: { entityId: "circle" } });
  expect(await line.take(1)).toMatchObject([{ channel: "user-circle", event: "vibe-update" }]);

  await db.deleteFrom("community_people").where("user_id", "=", eveId).execute();
  expect(await line.take(1)).toEqual([{ channel: "user-circle", event: "channel-closed" }]);
  await publishToEntity(db, "circle", { event: "vibe-update", data: { entityId: "circle" } });
  await publishToEntity(db, eveId, { event: "vibe-update", data: { entityId: eveId } });
  expect(await line.take(1)).toMatchObject([{ channel: `user-${eveId}` }]);

  await eve.call(signOut, { body: {} });
  expect(await line.ended()).toBe(true);
  await publishToPerson(db, await idOf(app.as("Ada")), { event: "end", data: {} });
  expect(await outsider.take(1)).toMatchObject([{ event: "end" }]);
});

test("sends the same events from another server on the database", async () => {
  const log = createLog("silent");
  const second = await EventHub.open({ database: app.database, log });
  const server = createApp(app.deps, eventRoutes(second), null);
  const fay = await app.signUp("Fay");
  const elsewhere = createTestClient(async (request) => server.fetch(request));
  for (const [name, value] of fay.cookies) elsewhere.cookies.set(name, value);
  await using line = await listen(elsewhere);
  await publishToPerson(app.database.kysely, await idOf(fay), { event: "hello", data: {} });
  expect(await line.take(1)).toMatchObject([{ event: "hello" }]);
  await second.close();
  expect(await line.ended()).toBe(false);
});

test("rejects bad calls with a sentence, and calls without a session", async () => {
  const ada = app.as("Ada");
  const refused = async (query: Record<string, string>) => (await ada.refusal(followEvents, { query })).code;
  expect(await refused({ after: "-1" })).toBe("invalid-input");
  expect(await refused({ after: "NaN" })).toBe("invalid-input");
  expect(await refused({ for: "1e9" })).toBe("invalid-input");
  expect(await refused({ entities: "x".repeat(5_000) })).toBe("invalid-input");
  const response = await ada.request("/api/events", { headers: { "last-event-id": "first" } });
  expect(response.status).toBe(400);
  expect((await app.as("nobody").refusal(followEvents, {})).code).toBe("unauthenticated");
});

interface Line extends AsyncDisposable {
  first: LiveEvent;
  lastId: number;
  take(count: number): Promise<LiveEvent[]>;
  /** Reads to the end. @returns whether the server ended the stream permanently */
  ended(): Promise<boolean>;
}

/** Opens a stream and reads its first frame. */
async function listen(client: TestClient, query: { after?: number; entities?: string } = {}): Promise<Line> {
  const response = await client.send(followEvents, { query });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("a stream has a body");
  let rest = "";
  let lastId = 0;
  const next = async (): Promise<LiveEvent | "for good" | "cut"> => {
    while (!rest.includes("\n\n")) {
      const { done, value } = await reader.read();
      if (done) return "cut";
      rest += value;
    }
    const block = rest.slice(0, rest.indexOf("\n\n"));
    rest = rest.slice(block.length + 2);
    lastId = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? lastId);
    const data = /^data: (.*)$/m.exec(block)?.[1] ?? "";
    return data === "[DONE]" ? "for good" : followEvents.response.parse(JSON.parse(data));
  };
  const nextEvent = async () => {
    const event = await next();
    if (typeof event === "string") throw new Error("the stream is over");
    return event;
  };
  return {
    first: await nextEvent(),
    get lastId() {
      return lastId;
    },
    async take(count) {
      const taken: LiveEvent[] = [];
      while (taken.length < count) taken.push(await nextEvent());
      return taken;
    },
    async ended() {
      for (;;) {
        const event = await next();
        if (typeof event === "string") return event === "for good";
      }
    },
    async [Symbol.asyncDispose]() {
      await reader.cancel();
    },
  };
}

async function idOf(client: TestClient): Promise<string> {
  return (await client.call(getSession, {})).user.userId;
}
