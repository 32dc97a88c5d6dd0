import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  createOmiConversation,
  createOmiMemory,
  dropOmiWrite,
  endOmiLink,
  getOmiLink,
  retryOmiWrite,
} from "#shared/features/omi/contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { sendDue } from "./send.ts";
import { type OmiWorld, openOmiWorld } from "#server/testing/doubles/omi-world.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let world: OmiWorld;
let app: OmiWorld["app"];
let omi: OmiWorld["omi"];
beforeAll(async () => {
  world = await openOmiWorld();
  ({ app, omi } = world);
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => world.refresh());

test("sends memories and conversations to Omi once, in its format", async () => {
  const bea = await world.link("Bea", "uid-bea");
  const body = {
    id: "write-1",
    content: "  Water at 7:30  ",
    tags: [" water ", "", "map"],
    source: "other" as const,
  };
  const sent = { id: "write-1", state: "sent", waitSeconds: 0 };
  expect(await bea.call(createOmiMemory, { body })).toEqual(sent);
  expect(await bea.call(createOmiMemory, { body })).toEqual(sent);
  expect(omi.taken).toEqual([
    {
      uid: "uid-bea",
      path: "memories",
      body: {
        text: null,
        text_source: "other",
        text_source_spec: "looby",
        memories: [{ content: "Water at 7:30", tags: ["water", "map"], source_id: "write-1" }],
      },
    },
  ]);
  await bea.call(createOmiConversation, { body: { content: "We met at the Man.", source: "message" } });
  await bea.call(createOmiConversation, { body: { content: "Again.", title: "Second night" } });
  expect(omi.taken.slice(1).map(({ body }) => (body as { text: string }).text)).toEqual([
    "Conversation from Looby\nWe met at the Man.",
    "Second night\nAgain.",
  ]);
});

test("retries writes Omi cannot accept yet and reports refusals in Omi's own words", async () => {
  const cleo = await world.link("Cleo", "uid-cleo");
  omi.mood.status = 429;
  omi.mood.headers = { "retry-after": "90" };
  const waiting = await cleo.call(createOmiMemory, {
    body: { id: "waits", content: "The shade tent moved" },
  });
  expect(waiting).toEqual({ id: "waits", state: "waiting", waitSeconds: expect.closeTo(90, -1) as number });
  expect(await cleo.call(getOmiLink, {})).toMatchObject({ waiting: 1 });
  expect(await sendDue(app.deps)).toBe(0);
  omi.mood.status = null;
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await Promise.all([sendDue(app.deps), sendDue(app.deps)]);
  expect(omi.taken).toHaveLength(1);
  expect(await cleo.call(getOmiLink, {})).toMatchObject({ waiting: 0 });
  const stored = await app.database.pool.query("select * from omi_writes where id = 'waits'");
  expect(JSON.stringify(stored.rows)).not.toContain("shade");

  omi.mood.status = 403;
  omi.mood.body = { detail: "App is not enabled by the user" };
  expect(await cleo.refusal(createOmiMemory, { body: { content: "Never" } })).toMatchObject({
    status: 502,
    error: "App is not enabled by the user",
  });
  expect(await cleo.call(getOmiLink, {})).toMatchObject({ waiting: 0 });
});

test("stores a later refused write with its reason until the user decides", async () => {
  const ida = await world.link("Ida", "uid-ida");
  omi.mood.status = 429;
  omi.mood.headers = {};
  const words = { id: "promised", content: "The shade tent moved", tags: ["camp"] };
  expect(await ida.call(createOmiMemory, { body: words })).toMatchObject({ state: "waiting" });
  omi.mood.status = null;
  omi.account("uid-ida").isEnabled = false;
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await sendDue(app.deps);
  const stored = { id: "promised", kind: "memory", title: null, content: "The shade tent moved" };
  const reason = "App is not enabled for this user";
  expect(await ida.call(getOmiLink, {})).toMatchObject({ waiting: 0, refused: [{ ...stored, reason }] });
  expect((await ida.call(listNotifications, { query: {} })).notifications).toMatchObject([
    { kind: "omi", text: expect.stringContaining(reason) as string },
  ]);

  const retry = async (client: TestClient) =>
    client.call(retryOmiWrite, { params: { writeId: "promised" }, body: {} });
  expect(await retry(ida)).toMatchObject({ state: "refused", reason, link: { refused: [stored] } });
  const jon = await world.link("Jon", "uid-jon");
  const gone = { status: 404 };
  expect(await jon.refusal(retryOmiWrite, { params: { writeId: "promised" }, body: {} })).toMatchObject(gone);
  expect(await jon.refusal(dropOmiWrite, { params: { writeId: "promised" } })).toMatchObject(gone);

  omi.account("uid-ida").isEnabled = true;
  expect(await retry(ida)).toMatchObject({ state: "sent", reason: null, link: { refused: [] } });
  expect(omi.taken).toMatchObject([
    { uid: "uid-ida", body: { memories: [{ content: words.content, tags: ["camp"] }] } },
  ]);
  expect(await ida.refusal(retryOmiWrite, { params: { writeId: "promised" }, body: {} })).toMatchObject(gone);

  omi.mood.status = 500;
  await ida.call(createOmiMemory, { body: { id: "other", content: "Never mind" } });
  omi.mood.status = 422;
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await sendDue(app.deps);
  expect((await ida.call(getOmiLink, {})).refused).toHaveLength(1);
  expect((await ida.call(dropOmiWrite, { params: { writeId: "other" } })).refused).toEqual([]);
  const rows = await app.database.pool.query("select * from omi_writes");
  expect(JSON.stringify(rows.rows)).not.toContain("Never mind");
});

test("postpones the eleventh conversation of an hour to the next hour", async () => {
  const dora = await world.link("Dora", "uid-dora");
  for (let count = 1; count <= 10; count += 1)
    await dora.call(createOmiConversation, { body: { content: `Talk ${count}` } });
  const eleventh = await dora.call(createOmiConversation, { body: { content: "Talk 11" } });
  expect(eleventh.state).toBe("waiting");
  expect(eleventh.waitSeconds).toBeGreaterThan(3500);
  expect(eleventh.waitSeconds).toBeLessThanOrEqual(3600);
  expect(omi.taken).toHaveLength(10);
  await dora.call(endOmiLink, {});
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await sendDue(app.deps);
  expect(omi.taken).toHaveLength(10);
});
