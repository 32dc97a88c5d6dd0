import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { getCommunity } from "#shared/features/communities/contract.ts";
import { answerAdminInvitation } from "#shared/features/communities/people-contract.ts";
import { addResource, listResources } from "#shared/features/resources/contract.ts";
import { exportCommunity, importCommunity, type TransferPart } from "#shared/features/transfer/contract.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const hostile = '=HYPERLINK("https://evil.example","tea")';

async function startWorld() {
  const app = await startTestApp();
  const ada = await app.signUp("Ada");
  const bob = await app.signUp("Bob");
  await app.signUp("Cleo");
  await app.database.kysely
    .insertInto("communities")
    .values([
      { id: "a", name: "A", address: "7:30 & E", latitude: 40.786, longitude: -119.212 },
      { id: "b", name: "B" },
    ])
    .execute();
  const idOf = async (client: TestClient) => (await client.call(getSession, {})).user.userId;
  await app.database.kysely
    .insertInto("community_people")
    .values([
      { community_id: "a", user_id: await idOf(ada), role: "admin" },
      { community_id: "b", user_id: await idOf(ada), role: "admin" },
      { community_id: "a", user_id: await idOf(bob), role: "member" },
    ])
    .execute();
  const add = async (client: TestClient, title: string, more: object = {}) =>
    await client.call(addResource, {
      body: { loobricateId: "a", title, description: `${title},\n"quoted"`, offeringType: "gear", ...more },
    });
  await add(ada, hostile, {
    tags: "tea, +dust",
    location: { address: "G & 4:30", lat: 40.78, lon: -119.21 },
  });
  await add(ada, "Lamp", { status: "maintenance", email: "secret@example.org" });
  return { app, ada, bob, add };
}

async function exported(client: TestClient, communityId: string, part: TransferPart, format: "csv" | "json") {
  const response = await client.send(exportCommunity, { params: { communityId }, query: { part, format } });
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${part}.${format}"`);
  return await response.text();
}

function orderOf(communityId: string, part: TransferPart, text: string, more: object = {}) {
  return {
    params: { communityId },
    body: { file: new File([text], "x"), part, mode: "import" as const, ...more },
  };
}

const listings = async (app: TestApp, communityId: string) =>
  (await app.as("nobody").call(listResources, { query: { loobricateId: communityId } })).listings;

test("imports exported listings unchanged, from CSV and JSON, with no cell as a formula", async () => {
  const world = await startWorld();
  await using app = world.app;
  const { ada } = world;
  for (const format of ["csv", "json"] as const) {
    const text = await exported(ada, "a", "listings", format);
    expect(text).not.toContain("secret@example.org");
    expect(await ada.call(importCommunity, orderOf("a", "listings", text))).toMatchObject({
      unchanged: 2,
      added: 0,
      changed: 0,
    });
    await app.database.pool.query("delete from search_documents; delete from resources");
    const preview = await ada.call(importCommunity, orderOf("a", "listings", text, { mode: "preview" }));
    expect(preview).toMatchObject({ rows: 2, added: 2, isImported: false });
    expect(await listings(app, "a")).toEqual([]);
    expect(await ada.call(importCommunity, orderOf("a", "listings", text))).toMatchObject({ added: 2 });
    expect(await exported(ada, "a", "listings", format)).toBe(text);
    // The same file for another community creates separate listings, once.
    for (const added of [2, 0])
      expect(await ada.call(importCommunity, orderOf("b", "listings", text))).toMatchObject({ added });
    expect((await listings(app, "b")).map(({ title }) => title).toSorted()).toEqual([hostile, "Lamp"]);
  }
  const csv = await exported(ada, "a", "listings", "csv");
  for (const cell of ["'=HYPERLINK", ",-119.21,"]) expect(csv).toContain(cell);
  expect(csv).not.toMatch(/(?:^|,|")(?:[=+@]|-(?![\d.]+[,\r]))/m);
});

test.for(["json", "csv"])(
  "imports a %s file without the characters that cannot be stored",
  async (format) => {
    const world = await startWorld();
    await using app = world.app;
    const row = { title: "N\0UL", description: "Half \ud83c", type: "gear", tags: "a\0b" };
    const csv = "title,description,type,tags\nN\0UL,Half \ufffd,gear,a\0b\n";
    const text = format === "json" ? JSON.stringify([row]) : csv;
    expect(await world.ada.call(importCommunity, orderOf("a", "listings", text))).toMatchObject({ added: 1 });
    expect(await listings(app, "a")).toContainEqual(
      expect.objectContaining({ title: "NUL", description: "Half \ufffd", tags: ["ab"] }),
    );
  },
);

test("reports every invalid row and changes no listings of other users", async () => {
  const world = await startWorld();
  await using app = world.app;
  const { ada, bob, add } = world;
  const tent = await add(bob, "Tent");
  const rows = [
    { title: "Stove", description: "Hot", type: "gear" },
    { title: "", description: "x", type: "gear" },
    { title: "No text", type: "gear" },
    { title: "Odd type", description: "x", type: "car" },
    { title: "Odd status", description: "x", type: "gear", status: "lost" },
    { title: "Half a point", description: "x", type: "gear", latitude: 40 },
    { title: "Off the earth", description: "x", type: "gear", latitude: 400, longitude: 0 },
    { title: "\0", description: "x", type: "gear" },
    { id: tent.id, title: "My tent now", description: "x", type: "gear" },
    { title: "x".repeat(121), description: "x", type: "gear" },
    { title: "Stove", description: "Hot", type: "gear" },
    7,
  ];
  const text = JSON.stringify({ listings: rows });
  const preview = await ada.call(importCommunity, orderOf("a", "listings", text, { mode: "preview" }));
  expect(preview).toMatchObject({ rows: 12, added: 1, refused: 11 });
  expect(preview.problems.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(preview.problems.find(({ row }) => row === 9)?.message).toBe(
    "It is Bob's: only they can change it.",
  );
  const before = await listings(app, "a");
  expect(await ada.refusal(importCommunity, orderOf("a", "listings", text))).toMatchObject({
    code: "invalid-input",
    error: expect.stringContaining("11 of 12 rows cannot be imported, so nothing was"),
  });
  expect(await listings(app, "a")).toEqual(before);
  expect(await ada.call(importCommunity, orderOf("a", "listings", text, { leaveOut: "true" }))).toMatchObject(
    {
      added: 1,
    },
  );
  expect((await listings(app, "a")).map(({ title }) => title)).toContain("Stove");

  for (const broken of ["", "[", '{"x":[]}', "[]", 'title\n"x', `title\n${"x\n".repeat(5_001)}`]) {
    expect(await ada.refusal(importCommunity, orderOf("a", "listings", broken))).toMatchObject({
      status: 400,
    });
  }
  for (const body of [{ part: "photos" }, { mode: "force" }, { file: "text" }, { extra: "x" }]) {
    expect(await ada.refusal(importCommunity, orderOf("a", "listings", text, body))).toMatchObject({
      status: 400,
    });
  }
  expect(await bob.refusal(importCommunity, orderOf("a", "listings", text))).toMatchObject({ status: 403 });
  const query = { part: "members", format: "csv" };
  expect(await bob.refusal(exportCommunity, { params: { communityId: "a" }, query })).toMatchObject({
    status: 403,
  });
});

test("imports members by name and role, without removing members or the last admin", async () => {
  const world = await startWorld();
  await using app = world.app;
  const { ada } = world;
  const text = await exported(ada, "a", "members", "csv");
  expect(text).toBe("pseudonym,role\r\nAda,admin\r\nBob,member\r\n");
  const file = "pseudonym;role\ncleo;Admin\nNobody;member\nAda;member\nada;admin\nBob;boss\n";
  const report = await ada.call(
    importCommunity,
    orderOf("a", "members", file, { leaveOut: "true", demote: "Ada" }),
  );
  expect(report.problems.map(({ row, message }) => [row, message])).toEqual([
    [3, "No user here has this name."],
    [4, "The last admin has to stay one."],
    [5, "This person is in the file twice."],
    [6, "The role must be admin or member."],
  ]);
  expect(report).toMatchObject({ added: 1, changed: 0, refused: 4 });
  const params = { communityId: "a" };
  expect(await app.as("Cleo").call(getCommunity, { params })).toMatchObject({
    admins: ["Ada"],
    members: ["Bob", "Cleo"],
    isAskedToBeAdmin: true,
  });
  const again = orderOf("a", "members", "pseudonym,role\nCleo,admin");
  expect(await ada.call(importCommunity, again)).toMatchObject({ changed: 0, unchanged: 1 });
  await app.as("Cleo").call(answerAdminInvitation, { params, body: { decision: "accept" } });
  const step = orderOf("a", "members", "pseudonym,role\nAda,member", { demote: "Ada" });
  expect(await ada.call(importCommunity, step)).toMatchObject({ changed: 1 });
  const only = await app
    .as("Cleo")
    .call(importCommunity, orderOf("a", "members", "pseudonym,role\nCleo,member", { mode: "preview" }));
  expect(only.problems[0]?.message).toBe("The last admin has to stay one.");
});
