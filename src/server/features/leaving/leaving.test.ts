import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addPasskey,
  getSession,
  passkeyRegistrationOptions,
  passkeySignInOptions,
} from "#shared/features/account/contract.ts";
import { sendMessage } from "#shared/features/chat/contract.ts";
import { getQuest, shareThought } from "#shared/features/daily/contract.ts";
import { markCamp } from "#shared/features/explore/contract.ts";
import { deleteAccount, exportAccount } from "#shared/features/leaving/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { storageKeyOf } from "#server/features/photos/signed-link.ts";
import { createSoftwareAuthenticator } from "#server/testing/doubles/software-authenticator.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import { makeCommunity } from "#server/testing/test-community.ts";
import { saveTestPhoto } from "#server/testing/test-photos.ts";

const WORD = "xanthophyll";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app[Symbol.asyncDispose]());

/** Creates a row for the user in every table. @returns the path of their photo */
async function furnish(client: TestClient, communityId: string): Promise<string> {
  await client.call(createMemory, { body: { type: "want-to-know", content: `Remember the ${WORD}.` } });
  await client.call(shareThought, { body: { content: `A day of ${WORD}.` } });
  await client.call(getQuest, { query: {} });
  await (await client.send(sendMessage, { body: { text: `Where is ${WORD}?` } })).text();
  const { path } = await saveTestPhoto(client);
  await client.call(addResource, {
    body: {
      loobricateId: communityId,
      title: `${WORD} lamp`,
      description: `Glows like ${WORD}.`,
      offeringType: "gear",
      email: `${WORD}@example.org`,
      photos: [path],
    },
  });
  await app.database.pool.query(
    "insert into camps (id, year, name, data) values ('camp-of-leaves', '2024', 'Leaves', '{}') on conflict do nothing",
  );
  await client.call(markCamp, { params: { campId: "camp-of-leaves" }, body: { note: `They have ${WORD}.` } });
  return path;
}

const today = dayOf(new Date());

test("exports the user's data in one file, then deletes all of it", async () => {
  const communityId = await makeCommunity(app, { admins: ["Bob"], members: [`Ada ${WORD}`] });
  const ada = app.as(`Ada ${WORD}`);
  const path = await furnish(ada, communityId);
  const { user } = await ada.call(getSession, {});
  await app.as("Bob").call(shareThought, { body: { content: "Bob's own thought." } });
  expect((await tablesWith(WORD, app.database)).length).toBeGreaterThan(6);

  const response = await ada.send(exportAccount, {});
  expect(response.headers.get("content-type")).toBe("application/zip");
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual(["looby.json", `photos/${path}`]);
  const json = JSON.parse(new TextDecoder().decode(files["looby.json"])) as {
    account: { pseudonym: string };
    tables: Record<string, Record<string, unknown>[]>;
  };
  expect(json.account.pseudonym).toBe(`Ada ${WORD}`);
  expect(json.tables).toMatchObject({
    memories: [{ content: `Remember the ${WORD}.` }, { content: `A day of ${WORD}.` }],
    resources: [{ title: `${WORD} lamp` }],
    daily_quests: [{ quest: expect.any(String) }],
    camp_marks: [{ note: `They have ${WORD}.` }],
  });
  expect(json.tables["messages"]?.[0]).toMatchObject({ text: `Where is ${WORD}?` });
  expect(JSON.stringify(json)).not.toMatch(/argon2|Bob's own/);

  for (const body of [{}, { password: "not the password" }, { credential: { id: "nothing" } }])
    expect((await ada.refusal(deleteAccount, { body })).status).toBe(401);
  expect(await ada.call(deleteAccount, { body: { password: TEST_PASSWORD } })).toEqual({ deleted: true });

  expect(await tablesWith(WORD, app.database)).toEqual([]);
  expect(await app.deps.storage.head(storageKeyOf(path, "full"))).toBeNull();
  expect(await app.deps.storage.head(storageKeyOf(path, "thumb"))).toBeNull();
  const left = await tablesWith(user.userId, app.database);
  expect(left.filter((name) => name !== "audit_log" && name !== "rate_limits")).toEqual([]);
  const again = await ada.call(getSession, {});
  expect(again.user).toMatchObject({ isAnonymous: true });
  expect(await tablesWith("Bob's own thought", app.database)).toContain("memories");
  // The name can be used again, and restores no data.
  const other = await app.signUp(`Ada ${WORD}`);
  expect((await other.call(getSession, {})).user.userId).not.toBe(user.userId);
});

test("accepts the user's own passkey like the password, and no other passkey", async () => {
  const authenticator = createSoftwareAuthenticator("http://localhost:3000");
  const [hal, ivy] = [await app.signUp("Hal"), await app.signUp("Ivy")];
  const creation = await hal.call(passkeyRegistrationOptions, { body: {} });
  await hal.call(addPasskey, { body: { credential: authenticator.create(creation) } });
  const confirm = async (client: TestClient) => ({
    body: { credential: authenticator.get(await client.call(passkeySignInOptions, { body: {} })) },
  });
  expect(await ivy.refusal(deleteAccount, await confirm(ivy))).toMatchObject({ code: "invalid-credentials" });
  expect((await ivy.call(getSession, {})).user.pseudonym).toBe("Ivy");
  expect(await hal.call(deleteAccount, await confirm(hal))).toEqual({ deleted: true });
  expect((await hal.call(getSession, {})).user.isAnonymous).toBe(true);
});

test("requires another admin before the last one leaves people behind", async () => {
  const others = await makeCommunity(app, { admins: ["Cleo"], members: ["Dan"] }, { name: "Lantern Works" });
  const body = { password: TEST_PASSWORD };
  const cleo = app.as("Cleo");
  expect(await cleo.refusal(deleteAccount, { body })).toMatchObject({
    code: "conflict",
    error: "You are the last admin of Lantern Works. Please make another member an admin first.",
  });
  expect((await cleo.call(getSession, {})).user.pseudonym).toBe("Cleo");
  await app.database.pool.query("update community_people set role = 'admin' where community_id = $1", [
    others,
  ]);
  await cleo.call(deleteAccount, { body });
  const alone = await makeCommunity(app, { admins: ["Eve"] });
  await app.as("Eve").call(deleteAccount, { body });
  const { rows } = await app.database.pool.query("select id, status from communities where id in ($1, $2)", [
    others,
    alone,
  ]);
  expect(rows.toSorted((one, two) => one.status.localeCompare(two.status))).toEqual([
    { id: others, status: "active" },
    { id: alone, status: "archived" },
  ]);
});

test("requires a user to return a borrowed thing first", async () => {
  const communityId = await makeCommunity(app, { admins: ["Fay"], members: ["Gus"] });
  const { id } = await app.as("Fay").call(addResource, {
    body: { loobricateId: communityId, title: "Big tent", description: "Sleeps six.", offeringType: "gear" },
  });
  const { user } = await app.as("Gus").call(getSession, {});
  await app.database.pool.query(
    `insert into loans (id, resource_id, borrower_id, borrower_name, state, first_day, last_day)
     values ('loan', $1, $2, 'Gus', 'handed-over', '2026-08-30', '2026-08-31')`,
    [id, user.userId],
  );
  const body = { password: TEST_PASSWORD };
  expect(await app.as("Gus").refusal(deleteAccount, { body })).toMatchObject({
    code: "conflict",
    error: "You still have “Big tent”. Please give it back first.",
  });
  await app.database.pool.query("update loans set state = 'returned'");
  expect(await app.as("Gus").call(deleteAccount, { body })).toEqual({ deleted: true });
});

test("settles the loans of a leaving user and notifies every other side", async () => {
  const communityId = await makeCommunity(app, { admins: ["Lena", "Mia"], members: ["Bea", "Cem"] });
  const add = (title: string, who: string) =>
    app.as(who).call(addResource, {
      body: { loobricateId: communityId, title, description: "To share.", offeringType: "gear" },
    });
  const drill = await add("Drill", "Lena");
  const fan = await add("Fan", "Bea");
  const lamp = await add("Lamp", "Lena");
  const asks = (who: string, resourceId: string) =>
    app.as(who).call(requestLoan, { body: { resourceId, first: today, last: addDays(today, 3) } });
  const take = (who: string, loanId: string, step: LoanStep) =>
    app.as(who).call(stepLoan, { params: { loanId }, body: { step } });
  const out = await asks("Cem", drill.id);
  await take("Lena", out.id, "approve");
  await take("Lena", out.id, "hand-over");
  const promised = await asks("Lena", fan.id);
  await take("Bea", promised.id, "approve");
  await asks("Cem", fan.id);
  await asks("Bea", lamp.id);
  const body = { password: TEST_PASSWORD };
  expect(await app.as("Lena").refusal(deleteAccount, { body })).toMatchObject({
    code: "conflict",
    error:
      "Others still have things of yours: “Drill” (Cem has it). Please say under Borrowing that they are back first.",
  });

  await take("Lena", out.id, "return");
  await app.as("Lena").call(deleteAccount, { body });
  expect(await notificationsOf("Bea")).toEqual(
    expect.arrayContaining([
      "Lamp cannot be borrowed any more: its owner has left Looby.",
      "Lena has left Looby and does not need Fan any more.",
      expect.stringMatching(/^Cem is next in the queue for Fan/),
    ]),
  );
  expect(await notificationsOf("Cem")).toContainEqual(expect.stringMatching(/^Fan is free again/));

  async function notificationsOf(who: string) {
    const { notifications } = await app.as(who).call(listNotifications, { query: {} });
    return notifications.map(({ text }) => text);
  }
});

test("rejects a visitor's export and deletion", async () => {
  const visitor = app.as("visitor");
  expect(await visitor.refusal(exportAccount, {})).toMatchObject({ code: "unauthenticated" });
  expect(await visitor.refusal(deleteAccount, { body: {} })).toMatchObject({ code: "unauthenticated" });
});
