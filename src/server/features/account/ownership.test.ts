import { expect, test } from "vitest";
import { getSession, signIn, signUp } from "#shared/features/account/contract.ts";
import { ownedColumns } from "#server/owned-columns.ts";
import { moveOwnership } from "./arrival.ts";
import { listOwnerColumns } from "./repository.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";

test("lists every column with the owner of a row in owned-columns.ts", async () => {
  await using app = await startTestApp();
  const listed = ownedColumns.map(({ table, column }) => `${table}.${column}`);
  const present = (await listOwnerColumns(app.database.kysely)).map(
    ({ table, column }) => `${table}.${column}`,
  );
  expect(present.filter((name) => !listed.includes(name))).toEqual([]);
  expect(present).toContain("idempotency_keys.user_id");
});

test("moves a visitor's data to the account at sign-up and deletes the visitor", async () => {
  await using app = await startTestApp();
  const page = app.as("the page");
  const { user: visitor } = await page.call(getSession, {});
  await savePhoto(app, visitor.userId, "entries/1");
  await storeAnswer(app, visitor.userId, "key-00001");

  const { user: ada } = await page.call(signUp, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });

  expect(await photosOf(app, ada.userId)).toEqual(["entries/1"]);
  expect(await keysOf(app, ada.userId)).toEqual(["key-00001"]);
  expect(await userIds(app)).toEqual([ada.userId]);
});

test("moves the data at sign-in and keeps the account's idempotent responses", async () => {
  await using app = await startTestApp();
  const ada = (await (await app.signUp("Ada")).call(getSession, {})).user;
  await storeAnswer(app, ada.userId, "key-00001", "the account's");
  const phone = app.as("Ada's phone");
  const { user: visitor } = await phone.call(getSession, {});
  await storeAnswer(app, visitor.userId, "key-00001", "the visitor's");
  await storeAnswer(app, visitor.userId, "key-00002", "the visitor's");

  await phone.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });

  const rows = await app.database.kysely
    .selectFrom("idempotency_keys")
    .select(["user_id", "key", "answer"])
    .orderBy("key")
    .execute();
  expect(rows).toEqual([
    { user_id: ada.userId, key: "key-00001", answer: "the account's" },
    { user_id: ada.userId, key: "key-00002", answer: "the visitor's" },
  ]);
  expect(await userIds(app)).toEqual([ada.userId]);
});

test("moves everything once when two tabs sign in at the same time", async () => {
  await using app = await startTestApp();
  const ada = (await (await app.signUp("Ada")).call(getSession, {})).user;
  const phone = app.as("Ada's phone");
  const { user: visitor } = await phone.call(getSession, {});
  await savePhoto(app, visitor.userId, "entries/1");

  const body = { pseudonym: "Ada", password: TEST_PASSWORD };
  await Promise.all([phone.call(signIn, { body }), phone.call(signIn, { body })]);

  expect(await photosOf(app, ada.userId)).toEqual(["entries/1"]);
  expect((await phone.call(getSession, {})).user).toEqual(ada);
});

test("creates no account and loses no data when moving fails at sign-up", async () => {
  await using app = await startTestApp();
  const page = app.as("the page");
  const { user: visitor } = await page.call(getSession, {});
  await savePhoto(app, visitor.userId, "entries/1");
  const broken = { table: "photos", column: "no_such_column" };
  Object.assign(app.deps.accounts, { ownedColumns: [...ownedColumns, broken] });

  const body = { pseudonym: "Ada", password: TEST_PASSWORD };
  expect(await page.refusal(signUp, { body })).toMatchObject({ status: 500 });
  expect(await userIds(app)).toEqual([visitor.userId]);
  expect(await photosOf(app, visitor.userId)).toEqual(["entries/1"]);
  expect((await page.call(getSession, {})).user).toEqual(visitor);

  Object.assign(app.deps.accounts, { ownedColumns });
  const { user: ada } = await page.call(signUp, { body });
  expect(await photosOf(app, ada.userId)).toEqual(["entries/1"]);
});

test("never moves one account into another", async () => {
  await using app = await startTestApp();
  const ada = (await (await app.signUp("Ada")).call(getSession, {})).user;
  const grace = (await (await app.signUp("Grace")).call(getSession, {})).user;
  await savePhoto(app, ada.userId, "entries/1");

  expect(await moveOwnership(app.database.kysely, ada.userId, grace.userId, ownedColumns)).toBe(false);
  await app.as("Ada").call(signIn, { body: { pseudonym: "Grace", password: TEST_PASSWORD } });

  expect(await photosOf(app, ada.userId)).toEqual(["entries/1"]);
  expect(await userIds(app)).toEqual([ada.userId, grace.userId].toSorted());
});

test("deletes only visitors without data", async () => {
  await using app = await startTestApp();
  const { kysely } = app.database;
  const ids: string[] = [];
  for (const name of ["gone", "gone with a photo", "still here"]) {
    ids.push((await app.as(name).call(getSession, {})).user.userId);
  }
  const [gone = "", photographer = "", present = ""] = ids;
  const ada = (await (await app.signUp("Ada")).call(getSession, {})).user;
  await savePhoto(app, photographer, "entries/1");
  const ended = [gone, photographer, ada.userId];
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await kysely.updateTable("users").set({ created_at: twoDaysAgo }).execute();
  await kysely
    .updateTable("sessions")
    .set({ expires_at: twoDaysAgo })
    .where("user_id", "in", ended)
    .execute();

  await app.deps.accounts.forgetExpired();

  expect(await userIds(app)).toEqual([photographer, present, ada.userId].toSorted());
  expect((await kysely.selectFrom("sessions").select("user_id").execute()).map((row) => row.user_id)).toEqual(
    [present],
  );
});

async function savePhoto(app: TestApp, ownerId: string, path: string): Promise<void> {
  const size = { size: 1, width: 1, height: 1 };
  await app.database.kysely
    .insertInto("photos")
    .values({ path, owner_id: ownerId, purpose: "entry", sha256: "", used_by: null, ...size })
    .execute();
}

async function storeAnswer(app: TestApp, userId: string, key: string, answer = "an answer"): Promise<void> {
  await app.database.kysely
    .insertInto("idempotency_keys")
    .values({
      user_id: userId,
      key,
      endpoint_id: "test",
      request_hash: "",
      status: 200,
      answer: JSON.stringify(answer),
    })
    .execute();
}

async function photosOf(app: TestApp, ownerId: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("photos")
    .select("path")
    .where("owner_id", "=", ownerId)
    .execute();
  return rows.map((row) => row.path);
}

async function keysOf(app: TestApp, userId: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("idempotency_keys")
    .select("key")
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => row.key);
}

async function userIds(app: TestApp): Promise<string[]> {
  const rows = await app.database.kysely.selectFrom("users").select("id").execute();
  return rows.map((row) => row.id).toSorted();
}
