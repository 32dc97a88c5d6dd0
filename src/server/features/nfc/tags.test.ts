import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { issueCompanionTag, meetCompanion } from "#shared/features/companions/contract.ts";
import { findTag, getTag, removeTag, setTag } from "#shared/features/nfc/contract.ts";
import {
  newTagCode,
  readTagText,
  spelledTagCode,
  tagAddress,
  tagMark,
} from "#shared/features/nfc/tag-code.ts";
import { addResource, editEntry, getResource, listResources } from "#shared/features/resources/contract.ts";
import { prepareCompanions } from "#server/features/companions/prepare-companions.ts";
import { listCodes } from "#server/features/companions/repository.ts";
import { isWrongTag } from "./routes.ts";
import { operatorToken } from "#server/http/operator.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let app: TestApp;
let owner: TestClient;
let admin: TestClient;
let ada: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  const db = app.database.kysely;
  await db.insertInto("communities").values({ id: "circle", name: "Circle" }).execute();
  owner = await app.signUp("Olga");
  admin = await app.signUp("Amy");
  ada = await app.signUp("Ada");
  const { userId } = (await admin.call(getSession, {})).user;
  await db
    .insertInto("community_people")
    .values({ community_id: "circle", user_id: userId, role: "admin" })
    .execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test("opens a tagged thing for any visitor, but shows its code only to its managers", async () => {
  const params = { entryId: await addLamp() };
  expect(await owner.call(getTag, { params })).toEqual({ code: null, madeAt: null });
  const code = newTagCode();
  const tag = await owner.call(setTag, { params, body: { code } });
  expect(tag).toEqual({ code, madeAt: expect.any(String) });
  // The outbox retries it.
  expect(await owner.call(setTag, { params, body: { code } })).toEqual(tag);
  expect(await app.as("a passer-by").call(findTag, { params: { code } })).toEqual({
    resourceId: params.entryId,
  });
  expect(await admin.call(getTag, { params })).toEqual(tag);
  expect(await ada.refusal(getTag, { params })).toMatchObject({ status: 404 });
  expect(await ada.refusal(setTag, { params, body: { code: newTagCode() } })).toMatchObject({ status: 404 });

  const seen = await ada.call(getResource, { params: { resourceId: params.entryId } });
  expect(seen.tagMark).toBe(await tagMark(code));
  const all = await ada.call(listResources, { query: {} });
  expect(all.listings.find(({ id }) => id === params.entryId)?.tagMark).toBe(seen.tagMark);
  expect(JSON.stringify([seen, all])).not.toContain(code);
});

test("invalidates the old tag when a new one is written or the tag is removed", async () => {
  const params = { entryId: await addLamp() };
  const [first, second] = [newTagCode(), newTagCode()];
  await admin.call(setTag, { params, body: { code: first } });
  await owner.call(setTag, { params, body: { code: second } });
  const gone = { status: 404, error: expect.stringContaining("Nothing here has this tag") };
  expect(await ada.refusal(findTag, { params: { code: first } })).toMatchObject(gone);
  expect(await ada.call(findTag, { params: { code: second } })).toEqual({ resourceId: params.entryId });
  const other = { entryId: await addLamp() };
  expect(await owner.refusal(setTag, { params: other, body: { code: second } })).toMatchObject({
    status: 409,
    error: "Another item has this tag. Please make a new one.",
  });
  expect(await owner.call(removeTag, { params })).toEqual({ code: null, madeAt: null });
  expect(await ada.refusal(findTag, { params: { code: second } })).toMatchObject(gone);
  const { tagMark: mark } = await ada.call(getResource, { params: { resourceId: params.entryId } });
  expect(mark).toBeNull();
});

test("opens an archived listing only for its owner", async () => {
  const params = { entryId: await addLamp() };
  const code = newTagCode();
  await owner.call(setTag, { params, body: { code } });
  await owner.call(editEntry, { params, body: { status: "archived" } });
  expect(await ada.refusal(findTag, { params: { code } })).toMatchObject({ status: 404 });
  expect(await owner.call(findTag, { params: { code } })).toEqual({ resourceId: params.entryId });
});

test("rejects an address without a thing, however its code is written", async () => {
  const params = { entryId: await addLamp() };
  const code = newTagCode();
  const isWrong = (path: string) => isWrongTag(app.database.kysely, path);
  expect(await isWrong(`/t/${code}`)).toBe(true);
  await owner.call(setTag, { params, body: { code } });
  const spelled = spelledTagCode(code).toLowerCase().replaceAll("-", "–");
  for (const path of [
    `/t/${code}`,
    `/t/${code}.`,
    `/t/${code}/`,
    `/t/${encodeURIComponent(spelled)}`,
    `/t/${code}/more`,
    `/T/${code}`,
    "/library",
    "/topics",
  ])
    expect(await isWrong(path), path).toBe(false);
  for (const path of [
    "/t/",
    "/t/%E0%A4%A",
    `/t/${"7".repeat(9_000)}`,
    `/t/${code}/../me`,
    "/t",
    "/T/x",
    "//t/x",
    "/t//x",
  ])
    expect(await isWrong(path), path).toBe(true);
  expect(await isWrong("/t/abcdefghijklmnopqrstuv")).toBe(true);
  await prepareCompanions(app.deps);
  const [companion = ""] = (await listCodes(app.database.kysely)).values();
  expect(await isWrong(`/t/${companion}`)).toBe(false);
  await owner.call(editEntry, { params, body: { status: "archived" } });
  expect(await isWrong(`/t/${code}`)).toBe(true);
});

test("rejects an invalid code", async () => {
  const params = { entryId: await addLamp() };
  for (const code of [
    "",
    "short",
    "7k3mq9td0xvf2b8c",
    "7K3MQ9TD0XVF2B8U",
    "7".repeat(17),
    "../../../../etcpa",
  ]) {
    expect(await owner.refusal(setTag, { params, body: { code } })).toMatchObject({ status: 400 });
    if (code !== "") expect((await ada.refusal(findTag, { params: { code } })).status).toBe(400);
  }
  expect(await owner.call(getTag, { params })).toEqual({ code: null, madeAt: null });
});

test("prints a companion's tag, which opens the companion at a tap", async () => {
  await prepareCompanions(app.deps);
  const asked = { body: { companion: "nexus" } };
  expect(await ada.refusal(issueCompanionTag, asked)).toMatchObject({ status: 401 });
  const issue = async (companion: string) => {
    const response = await app.as("the command line").request(issueCompanionTag.path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${operatorToken(app.deps.secret)}`,
      },
      body: JSON.stringify({ companion }),
    });
    return (await response.json()) as { code: string; error?: string };
  };
  const { code } = await issue("nexus");
  expect(readTagText(tagAddress("https://looby.example", code))).toEqual({ kind: "companion", code });
  expect((await issue("looby")).error).toMatch(/Please choose logis, harmoni, nexus, or ash\.$/);
  const tap = { body: { kind: "tag", code } } as const;
  expect(await ada.call(meetCompanion, tap)).toEqual({ discovered: ["nexus"], known: [] });
  expect(await ada.call(meetCompanion, tap)).toEqual({ discovered: [], known: ["nexus"] });
  expect(await app.as("a visitor").refusal(meetCompanion, tap)).toMatchObject({
    status: 401,
    error: "Please sign in to discover companions.",
  });
});

async function addLamp(): Promise<string> {
  const { id } = await owner.call(addResource, {
    body: { loobricateId: "circle", title: "A lamp", description: "It glows.", offeringType: "gear" },
  });
  return id;
}
