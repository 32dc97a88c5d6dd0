import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import {
  addNeed,
  answerNeed,
  changeNeed,
  deleteNeed,
  listMyNeeds,
  listNeeds,
} from "#shared/features/needs/contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { queryTimeout } from "#server/db/database-error.ts";
import { matchNeeds } from "./match-job.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let app: TestApp;
let owner: TestClient;
let seeker: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await app.database.kysely.insertInto("communities").values({ id: "circle", name: "Circle" }).execute();
  owner = await app.signUp("Olga");
  seeker = await app.signUp("Sami");
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test("hides a need from the chat until it is shared, then notifies both sides by title", async () => {
  await share("Telescopic ladder", "Up to four metres. For building.");
  await seeker.call(createMemory, {
    body: { type: "looking-for", content: "I'm looking for a ladder of four metres" },
  });
  await matchNeeds(app.deps);
  const [need] = await mine(seeker);
  expect(need).toMatchObject({
    isShared: false,
    isLookedUp: true,
    matches: [{ title: "Telescopic ladder" }],
  });
  expect(await notificationsOf(seeker)).toEqual(["Possible match: Telescopic ladder."]);
  expect(await notificationsOf(owner)).toEqual([]);
  expect((await owner.call(listNeeds, {})).needs).toEqual([]);

  const params = { needId: need?.id ?? "" };
  await seeker.call(changeNeed, { params, body: { isShared: true } });
  await matchNeeds(app.deps);
  await matchNeeds(app.deps);
  expect(await notificationsOf(owner)).toEqual([
    "Someone needs something like your Telescopic ladder: “I'm looking for a ladder of four metres”",
  ]);
  const listed = await app.as("anybody").send(listNeeds, {});
  const body = await listed.text();
  expect(body).toContain("ladder of four metres");
  expect(body).not.toMatch(/Sami|user/i);

  await owner.call(answerNeed, { params, body: { message: "Come to 7:30 & C." } });
  expect((await mine(seeker))[0]?.answers).toMatchObject([{ name: "Olga", message: "Come to 7:30 & C." }]);
  expect((await notificationsOf(seeker))[0]).toBe("Olga can help with what you need: Come to 7:30 & C.");
  expect(await notificationsOf(seeker)).toHaveLength(2);
});

test("matches later available listings with open needs only", async () => {
  await look(seeker, "I'm looking for a zither to play on");
  const closed = await look(seeker, "I'm looking for any zither at all");
  await seeker.call(changeNeed, { params: { needId: closed }, body: { state: "closed" } });
  await matchNeeds(app.deps);
  const before = await notificationsOf(seeker);
  await share("Zither", "An old one.", "unavailable");
  await aWhileAgo();
  await matchNeeds(app.deps);
  expect(await notificationsOf(seeker)).toEqual(before);
  await share("Concert zither", "In tune.");
  await aWhileAgo();
  await matchNeeds(app.deps);
  expect((await notificationsOf(seeker))[0]).toBe("Possible match: Concert zither.");
  expect((await mine(seeker)).find(({ id }) => id === closed)?.matches).toEqual([]);
});

test("ranks the nearer of two equal matches first", async () => {
  await share("Red tandem", "For two.", "available", "10:00 & K");
  await share("Blue tandem", "For two.", "available", "3:00 & Esplanade");
  const { id } = await seeker.call(addNeed, {
    body: { content: "I'm looking for a tandem for two", place: "3:00 & A", isShared: false },
  });
  await matchNeeds(app.deps);
  const found = (await mine(seeker)).find((need) => need.id === id);
  expect(found?.matches.map(({ title }) => title)).toEqual(["Blue tandem", "Red tandem"]);
});

test("postpones a need whose search takes too long without blocking others", async () => {
  await share("Unicycle", "One wheel.");
  await share("Yurt", "Round.");
  const slow = await look(seeker, "I'm looking for a unicycle to ride");
  const quick = await look(seeker, "I'm looking for a yurt to sleep in");
  const searches: string[] = [];
  const world = { ...app.deps, database: { ...app.database, kysely: withSlowSearch("unicycle", searches) } };
  await matchNeeds(world);
  await matchNeeds(world);
  expect(searches).toHaveLength(1);
  const byId = new Map((await mine(seeker)).map((need) => [need.id, need]));
  expect(byId.get(quick)?.matches).toMatchObject([{ title: "Yurt" }]);
  expect(byId.get(slow)).toMatchObject({ isLookedUp: false, matches: [] });
  await app.database.pool.query(
    "update needs set aside_until = now() - interval '1 second' where aside_until is not null",
  );
  await matchNeeds(app.deps);
  expect((await mine(seeker)).find(({ id }) => id === slow)?.matches).toMatchObject([{ title: "Unicycle" }]);
});

test("deletes a need with its memory", async () => {
  const needId = await look(seeker, "I'm looking for a mirror ball, large");
  await seeker.call(deleteNeed, { params: { needId } });
  expect((await mine(seeker)).some(({ id }) => id === needId)).toBe(false);
  const left = await app.database.pool.query("select from memories where content like '%mirror ball%'");
  expect(left.rowCount).toBe(0);
});

test("hides an unshared need from other users' changes", async () => {
  const params = { needId: await look(seeker, "I'm looking for a disco ball, large") };
  expect((await owner.refusal(changeNeed, { params, body: { state: "closed" } })).code).toBe("not-found");
  expect((await owner.refusal(deleteNeed, { params })).code).toBe("not-found");
  expect((await owner.refusal(answerNeed, { params, body: { message: "Me!" } })).code).toBe("not-found");
});

test("rejects a need of the wrong length or form", async () => {
  const refused = async (body: object) => (await seeker.refusal(addNeed, { body })).code;
  expect(await refused({ content: "too short", isShared: true })).toBe("invalid-input");
  expect(await refused({ content: "x".repeat(5_000), isShared: true })).toBe("invalid-input");
  expect(await refused({ content: "I'm looking for a kite, red", isShared: "yes" })).toBe("invalid-input");
});

test("stores a need once when its call is repeated", async () => {
  const id = newId();
  const body = { id, content: "I'm looking for a kite, a red one", isShared: true };
  await Promise.all([1, 2].map(async () => seeker.call(addNeed, { body }, { idempotencyKey: "need-key-1" })));
  expect((await mine(seeker)).filter((need) => need.id === id)).toHaveLength(1);
});

test("rejects an own or too long answer to a need", async () => {
  const content = "I'm looking for a kite, a blue one";
  const { id: needId } = await seeker.call(addNeed, { body: { content, isShared: true } });
  const refused = async (client: TestClient, message: string) =>
    (await client.refusal(answerNeed, { params: { needId }, body: { message } })).code;
  expect(await refused(seeker, "x")).toBe("invalid-input");
  expect(await refused(owner, "x".repeat(5_000))).toBe("invalid-input");
});

async function share(
  title: string,
  description: string,
  status: "available" | "unavailable" = "available",
  location = "6:00 & C",
): Promise<void> {
  const body = {
    loobricateId: "circle",
    title,
    description,
    offeringType: "gear",
    status,
    location,
  } as const;
  await owner.call(addResource, { body });
}

async function look(client: TestClient, content: string): Promise<string> {
  return (await client.call(addNeed, { body: { content, isShared: false } })).id;
}

async function mine(client: TestClient) {
  return (await client.call(listMyNeeds, {})).needs;
}

/** Simulates that the needs were matched some time before the last resource was added. */
async function aWhileAgo(): Promise<void> {
  await app.database.pool.query("update needs set looked_at = now() - interval '10 seconds'");
}

/** Newest first. */
async function notificationsOf(client: TestClient): Promise<string[]> {
  return (await client.call(listNotifications, { query: {} })).notifications
    .filter(({ kind }) => kind === "need")
    .map(({ text }) => text);
}

/** The database, with searches for `word` taking too long. */
function withSlowSearch(word: string, searches: string[]) {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes(word)) {
        searches.push(word);
        throw queryTimeout();
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return app.database.kysely.withPlugin(plugin);
}
