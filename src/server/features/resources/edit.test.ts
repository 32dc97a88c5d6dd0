import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import {
  addEntry,
  addResource,
  deleteEntry,
  editEntry,
  getResource,
  listResources,
} from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { saveTestPhoto } from "#server/testing/test-photos.ts";

const entry = {
  loobricateId: "circle",
  title: "Blue bicycle",
  description: "Rides well.",
  offeringType: "gear",
} as const;

let app: TestApp;
beforeAll(async () => {
  app = await start();
});
afterAll(() => app[Symbol.asyncDispose]());

test("writes one row by either endpoint, also after a retry", async () => {
  const ada = await app.signUp("Ada");
  const id = newId();
  const added = await ada.call(addEntry, { body: { ...entry, id, status: "available" } });
  expect(added).toMatchObject({ id, _id: id, type: "gear", offeringType: "gear", availability: "available" });
  expect(await ada.call(addResource, { body: { ...entry, id } })).toMatchObject({ id });
  expect((await ada.call(listResources, { query: { mine: "true" } })).listings).toHaveLength(1);
  const bob = await app.signUp("Adas rival");
  expect(await bob.refusal(addEntry, { body: { ...entry, id } })).toMatchObject({ status: 409 });
});

test("lets the owner change an entry and records the changes in its history", async () => {
  const ada = await app.signUp("Bea");
  const { id } = await ada.call(addEntry, { body: entry });
  const edited = await ada.call(editEntry, {
    params: { entryId: id },
    body: {
      title: "  Blue tandem ",
      description: " For two. ",
      status: "maintenance",
      location: "7:30 & E",
      version: 1,
    },
  });
  expect(edited).toMatchObject({
    title: "Blue tandem",
    description: "For two.",
    availability: "maintenance",
    version: 2,
    location: { address: "7:30 & E" },
  });
  expect((await ada.call(listResources, { query: { q: "tandem" } })).listings).toHaveLength(1);
  await ada.call(editEntry, { params: { entryId: id }, body: { status: "active" } });
  const { history } = await app.as("a visitor").call(getResource, { params: { resourceId: id } });
  expect(history.map(({ action, location }) => [action, location])).toEqual([
    ["Became available", "7:30 & E"],
    ["Moved", "7:30 & E"],
    ["Went into maintenance", "7:30 & E"],
    ["Added to the library", "3:00 & B"],
  ]);
});

test("hides foreign entries from changes and deletion, also for admins", async () => {
  const nia = await app.signUp("Nia");
  const { id } = await nia.call(addEntry, { body: entry });
  const params = { entryId: id };
  const zoe = await app.signUp("Zoe");
  const user_id = (await zoe.call(getSession, {})).user.userId;
  await app.database.kysely
    .insertInto("community_people")
    .values({ community_id: entry.loobricateId, user_id, role: "admin" })
    .execute();
  const gone = { status: 404, code: "not-found" };
  expect(await zoe.refusal(editEntry, { params, body: { title: "Mine now" } })).toMatchObject(gone);
  expect(await zoe.refusal(deleteEntry, { params, body: {} })).toMatchObject(gone);
  expect((await nia.call(getResource, { params: { resourceId: id } })).title).toBe(entry.title);
});

test("rejects a change of a stale version with the current record", async () => {
  const ada = await app.signUp("Cleo");
  const { id } = await ada.call(addEntry, { body: entry });
  await ada.call(editEntry, { params: { entryId: id }, body: { title: "From the laptop", version: 1 } });
  const refusal = await ada.refusal(editEntry, {
    params: { entryId: id },
    body: { title: "From the phone", version: 1 },
  });
  expect(refusal).toMatchObject({
    status: 409,
    code: "conflict",
    current: { id, title: "From the laptop", version: 2 },
  });
  expect(await ada.call(getResource, { params: { resourceId: id } })).toMatchObject({ version: 2 });
  const raced = await Promise.all(
    ["one", "two", "three"].map((title) =>
      ada.send(editEntry, { params: { entryId: id }, body: { title, version: 2 } }),
    ),
  );
  expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test("hides an archived entry from others and restores it unchanged", async () => {
  const ada = await app.signUp("Dora");
  const { id } = await ada.call(addEntry, {
    body: { ...entry, title: "Folding piano", status: "maintenance" },
  });
  await ada.call(editEntry, { params: { entryId: id }, body: { status: "archived" } });
  const visitor = app.as("a visitor");
  expect(await visitor.refusal(getResource, { params: { resourceId: id } })).toMatchObject({ status: 404 });
  expect((await visitor.call(listResources, { query: { q: "piano" } })).listings).toEqual([]);
  expect((await ada.call(listResources, { query: { mine: "true" } })).listings).toMatchObject([
    { id, status: "archived" },
  ]);
  await ada.call(editEntry, { params: { entryId: id }, body: { status: "active" } });
  expect((await visitor.call(listResources, { query: { q: "piano" } })).listings).toMatchObject([
    { id, status: "active", availability: "maintenance" },
  ]);
});

test("deletes a listing with its search entry, history and photo claims", async () => {
  const ada = await app.signUp("Edda");
  const { path, url } = await saveTestPhoto(ada);
  const { id } = await ada.call(addEntry, { body: { ...entry, photos: [path] } });
  expect((await ada.request(url)).status).toBe(200);
  const bob = await app.signUp("Eddas rival");
  expect(await bob.refusal(deleteEntry, { params: { entryId: id } })).toMatchObject({ status: 404 });
  expect(await bob.refusal(editEntry, { params: { entryId: id }, body: { title: "Mine" } })).toMatchObject({
    status: 404,
    error: "That is not here, or not yours to see.",
  });
  await ada.call(deleteEntry, { params: { entryId: id } });
  const db = app.database.kysely;
  expect(await db.selectFrom("resources").select("id").where("id", "=", id).execute()).toEqual([]);
  const lines = db.selectFrom("resource_history").select("id").where("resource_id", "=", id);
  expect(await lines.execute()).toEqual([]);
  const documents = db.selectFrom("search_documents").select("id").where("id", "=", `resource:${id}`);
  expect(await documents.execute()).toEqual([]);
  const published = db.selectFrom("events").select(["channel", "data"]).orderBy("channel");
  expect(await published.where("event", "=", "resource-deleted").execute()).toEqual([
    { channel: expect.stringMatching(/^me-/), data: { id } },
    { channel: "user-circle", data: { id } },
  ]);
  // An old link is invalid.
  await expect.poll(async () => (await ada.request(url)).status).toBe(404);
  await expect
    .poll(() => db.selectFrom("photos").select("used_by").where("path", "=", path).execute())
    .toEqual([]);
  expect(await ada.refusal(deleteEntry, { params: { entryId: id } })).toMatchObject({ status: 404 });
});

test("accepts at most four of the user's own photos, in order, and no foreign path", async () => {
  const ada = await app.signUp("Fay");
  const mine: string[] = [];
  for (let count = 0; count < 5; count += 1) mine.push((await saveTestPhoto(ada)).path);
  const bobs = await saveTestPhoto(await app.signUp("Fays rival"));
  const { id } = await ada.call(addEntry, { body: { ...entry, photos: mine.slice(0, 3) } });
  const change = <P>(photos: P) => ({ params: { entryId: id }, body: { photos } });

  expect(await ada.refusal(editEntry, change(mine))).toMatchObject({
    status: 400,
    error: "Maximum 4 photos allowed",
  });
  const foreign = "One of the photos is not yours or is no longer here. Please add it again.";
  expect(await ada.refusal(editEntry, change([mine[0], bobs.path]))).toMatchObject({
    status: 403,
    error: foreign,
  });
  for (const path of ["../../etc/passwd", "entries/../covers/x.webp", "https://x.example/a.webp", "", 7])
    expect((await ada.refusal(editEntry, change([path]))).status).toBe(400);
  const order = [mine[2], mine[0], mine[4]].map(String);
  const edited = await ada.call(editEntry, change({ gallery: order }));
  expect(edited.photos.gallery.map(({ path }) => path)).toEqual(order);
  const released = await app.database.kysely
    .selectFrom("photos")
    .select("path")
    .where("used_by", "is", null)
    .where("owner_id", "=", (await ada.call(getSession, {})).user.userId)
    .execute();
  expect(new Set(released.map(({ path }) => path))).toEqual(new Set([mine[1], mine[3]]));
});

test("rejects invalid entries in the specification's words", async () => {
  const ada = await app.signUp("Gus");
  const { id } = await ada.call(addEntry, { body: entry });
  const edit = (body: unknown) => ada.refusal(editEntry, { params: { entryId: id }, body });
  expect(await edit({ title: "   " })).toMatchObject({ status: 400, error: "Title is required" });
  expect(await edit({ description: "" })).toMatchObject({ status: 400, error: "Description is required" });
  for (const body of [
    { status: "lost" },
    { title: "x".repeat(121) },
    { description: "x".repeat(4001) },
    { latitude: 91, longitude: 0 },
    { location: { address: "x", lat: "7", lon: 1 } },
    { version: 0 },
    { version: 1.5 },
    { tags: "x".repeat(41) },
    { role: "admin" },
  ])
    expect((await edit(body)).status).toBe(400);
  for (const missing of ["loobricateId", "title", "description", "offeringType"]) {
    const body = { ...entry, [missing]: missing === "offeringType" ? "boat" : "" };
    expect((await ada.refusal(addEntry, { body })).status).toBe(400);
  }
  expect(await ada.refusal(addEntry, { body: { ...entry, title: " " } })).toMatchObject({
    error: "Missing required fields",
  });
  expect(await ada.refusal(addEntry, { body: { ...entry, loobricateId: "nowhere" } })).toMatchObject({
    status: 404,
  });
  expect((await app.as("a visitor").refusal(addEntry, { body: entry })).status).toBe(401);
  expect((await app.as("a visitor").refusal(editEntry, { params: { entryId: id }, body: {} })).status).toBe(
    401,
  );
});

async function start(): Promise<TestApp> {
  const app = await startTestApp();
  await app.database.kysely
    .insertInto("communities")
    .values({ id: "circle", name: "Circle", address: "3:00 & B", latitude: 40.78, longitude: -119.2 })
    .execute();
  return app;
}
