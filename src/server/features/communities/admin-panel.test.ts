import { afterAll, beforeAll, expect, test } from "vitest";
import {
  authenticateCommunity,
  changeCommunityPhoto,
  getCommunity,
  issueCommunityLogin,
  saveCommunity,
  saveCommunityForm,
} from "#shared/features/communities/contract.ts";
import { operatorToken } from "#server/http/operator.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ADMIN_PASSWORD, makeCommunity } from "#server/testing/test-community.ts";
import { saveTestPhoto, testPicture } from "#server/testing/test-photos.ts";

let app: TestApp;
let communityId: string;
let params: { communityId: string };

beforeAll(async () => {
  app = await startTestApp();
  communityId = await makeCommunity(app, { admins: ["Ada"], members: ["Mo"] });
  params = { communityId };
  await app.signUp("Stranger");
});
afterAll(() => app[Symbol.asyncDispose]());

test("elevates a user by the admin login for hours, in one session and community", async () => {
  const eve = await app.signUp("Eve");
  const otherId = await makeCommunity(app, { admins: ["Otto"] });
  const wrong = { code: "invalid-credentials", error: "Invalid credentials", status: 401 };
  const login = { username: communityId, password: ADMIN_PASSWORD };
  expect(await eve.refusal(authenticateCommunity, { body: { ...login, password: "not it" } })).toEqual(wrong);
  expect(await eve.refusal(authenticateCommunity, { body: { ...login, username: "nobody" } })).toEqual(wrong);
  expect(await eve.refusal(authenticateCommunity, { body: { ...login, loobricateId: otherId } })).toEqual(
    wrong,
  );
  expect(await eve.refusal(authenticateCommunity, { body: { username: communityId } })).toMatchObject({
    status: 400,
    error: "Please enter username and password.",
  });
  expect(await app.as("a visitor").refusal(authenticateCommunity, { body: login })).toMatchObject({
    status: 401,
  });

  const lifted = await eve.call(authenticateCommunity, {
    body: { ...login, username: communityId.toUpperCase() },
  });
  expect(lifted).toMatchObject({
    id: communityId,
    role: "admin",
    adminUsername: communityId,
    memberCount: 2,
  });
  expect(new Date(lifted.elevatedUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  expect(JSON.stringify(lifted)).not.toContain("argon2");
  await eve.call(saveCommunity, { params, body: { city: "Dust City" } });
  expect(
    (await eve.refusal(saveCommunity, { params: { communityId: otherId }, body: { city: "x" } })).status,
  ).toBe(403);
  // It is not a membership, and it expires.
  expect((await app.as("Mo").call(getCommunity, { params })).admins).toEqual(["Ada"]);
  await app.database.kysely
    .updateTable("community_elevations")
    .set({ until: new Date(0) })
    .execute();
  expect((await eve.refusal(saveCommunity, { params, body: { city: "x" } })).status).toBe(403);
  expect(await eve.call(getCommunity, { params })).toMatchObject({
    role: null,
    admins: [],
    elevatedUntil: null,
  });
});

test("checks the role, and grants no rights, at a login without a password", async () => {
  const body = { username: communityId, loobricateId: communityId };
  expect(await app.as("Mo").call(authenticateCommunity, { body })).toMatchObject({ role: "member" });
  expect(await app.as("Ada").call(authenticateCommunity, { body })).toMatchObject({ role: "admin" });
  expect(await app.as("Stranger").refusal(authenticateCommunity, { body })).toMatchObject({
    status: 401,
    error: "Invalid credentials",
  });
  expect((await app.as("Mo").refusal(saveCommunity, { params, body: { city: "x" } })).status).toBe(403);
});

test("hides the people and the login from strangers, the login from members", async () => {
  const secrets = ["adminUsername", "passwordHash", "argon2"];
  for (const name of ["Stranger", "a visitor", "Mo", "Ada"]) {
    const seen = await app.as(name).call(getCommunity, { params });
    const isOfIt = name === "Mo" || name === "Ada";
    expect([name, seen.members, seen.admins]).toEqual([name, isOfIt ? ["Mo"] : [], isOfIt ? ["Ada"] : []]);
    expect(seen.memberCount).toBe(2);
    const leaked = secrets.filter((secret) => JSON.stringify(seen).includes(secret));
    expect([name, leaked]).toEqual([name, name === "Ada" ? ["adminUsername"] : []]);
  }
});

test("saves an admin's record without the fields they cannot change", async () => {
  const ada = app.as("Ada");
  const before = await ada.call(getCommunity, { params });
  const saved = await ada.call(saveCommunity, {
    params,
    body: {
      ...before,
      name: "Lantern Works II",
      addressLine1: "7:30 & Enchant",
      tags: " power , light,, power",
      joinQuestions: ["What do you bring?"],
      id: "another-id",
      createdAt: "1999-01-01T00:00:00Z",
      memberCount: 99,
      adminPassword: "",
    },
  });
  expect(saved).toMatchObject({
    id: communityId,
    name: "Lantern Works II",
    address: "7:30 & Enchant",
    tags: ["power", "light"],
    joinQuestions: ["What do you bring?"],
    memberCount: 2,
    createdAt: before.createdAt,
    version: before.version + 1,
  });
  expect(saved.latitude).not.toBeNull();
  // Nothing changed: no new version, no history entry.
  expect((await ada.call(saveCommunity, { params, body: { ...saved } })).version).toBe(saved.version);
});

test("returns the current record with the conflict after a stale change", async () => {
  const ada = app.as("Ada");
  const base = await ada.call(getCommunity, { params });
  await ada.call(saveCommunity, { params, body: { description: "First." } });
  for (const stale of [{ version: base.version }, { updatedAt: base.updatedAt }]) {
    expect(
      await ada.refusal(saveCommunity, { params, body: { ...stale, description: "Second." } }),
    ).toMatchObject({
      status: 409,
      code: "conflict",
      current: { description: "First.", version: base.version + 1 },
    });
  }
  const byHeader = await ada.request(`/api/loobricates/${communityId}`, {
    method: "PUT",
    headers: { "content-type": "application/json", "if-match": `"${base.version}"` },
    body: JSON.stringify({ description: "Third." }),
  });
  expect(byHeader.status).toBe(409);
  const fresh = await ada.request(`/api/loobricates/${communityId}`);
  expect(fresh.headers.get("etag")).toBe(`"${base.version + 1}"`);
});

test.each([
  ["a name of two lines", { name: "Lantern\r\nBcc: all" }, "Please keep this on one line."],
  ["no name", { name: "  " }, "Loobricate name is required"],
  ["a city of two lines", { city: "Dust\nCity" }, "Please keep this on one line."],
  [
    "a short password",
    { adminUsername: "lantern", adminPassword: "short" },
    "Password must be at least 8 characters long",
  ],
  [
    "a password anybody tries",
    { adminUsername: "lantern", adminPassword: "password1234" },
    "first passwords",
  ],
  ["no admin username", { adminUsername: " " }, "Admin username is required"],
  ["a script for a photo", { profilePhoto: "javascript:alert(1)" }, "That is not a photo link."],
  ["a path that climbs", { coverPhotoPath: "covers/../../secret/1.webp" }, "That is not a photo."],
  [
    "a camp that is not there",
    { campId: "no-such-camp" },
    "This camp is not on the map. Please choose another.",
  ],
  ["somebody who is not here", { members: ["Mo", "Nobody at all"] }, "One of these people could not"],
  ["a field nobody knows", { owner: "me" }, ""],
])("rejects %s in words and saves no change", async (_, body, words) => {
  const ada = app.as("Ada");
  const before = await ada.call(getCommunity, { params });
  const refusal = await ada.refusal(saveCommunity, { params, body: { description: "Not saved.", ...body } });
  expect(refusal.status).toBe(400);
  expect(refusal.error).toContain(words);
  expect(await ada.call(getCommunity, { params })).toEqual(before);
});

test("ends the sessions elevated by the old password after a change", async () => {
  const ada = app.as("Ada");
  const otherId = await makeCommunity(app, { admins: ["Olga"] });
  expect(
    await ada.refusal(saveCommunity, { params, body: { adminUsername: otherId.toUpperCase() } }),
  ).toMatchObject({ status: 409, code: "already-taken" });
  const guest = await app.signUp("Guest admin");
  const body = { username: communityId, password: ADMIN_PASSWORD };
  await guest.call(authenticateCommunity, { body });
  await ada.call(saveCommunity, {
    params,
    body: { adminUsername: "lantern", adminPassword: "eight lanterns in the dust" },
  });
  expect((await guest.refusal(saveCommunity, { params, body: { city: "x" } })).status).toBe(403);
  expect((await guest.refusal(authenticateCommunity, { body })).status).toBe(401);
  await guest.call(authenticateCommunity, {
    body: { username: "Lantern", password: "eight lanterns in the dust" },
  });
});

test("issues a new admin login only to the operator, with a generated password", async () => {
  const id = await makeCommunity(app, { admins: ["Opa"] });
  const body = { loobricateId: id, username: "opa's tent" };
  expect((await app.as("Opa").refusal(issueCommunityLogin, { body })).status).toBe(401);
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${operatorToken(app.deps.secret)}`,
  };
  const send = (input: unknown) =>
    app
      .as("the operator")
      .request(issueCommunityLogin.path, { method: "POST", headers, body: JSON.stringify(input) });
  const { password } = issueCommunityLogin.response.parse(await (await send(body)).json());
  const login = { username: "Opa's tent", password };
  expect(await app.as("Stranger").call(authenticateCommunity, { body: login })).toMatchObject({ id });
  expect((await send({ ...body, loobricateId: "nowhere" })).status).toBe(404);
  expect((await send({ ...body, loobricateId: communityId })).status).toBe(409);
});

test("accepts only the user's own photos, uploaded for this purpose", async () => {
  const ada = app.as("Ada");
  const [mine, theirs, entry] = [
    await saveTestPhoto(ada, "profile"),
    await saveTestPhoto(app.as("Stranger"), "profile"),
    await saveTestPhoto(ada, "entry"),
  ];
  const shown = await ada.call(changeCommunityPhoto, {
    params,
    body: { profilePhoto: mine.url, profilePhotoPath: mine.path },
  });
  expect(shown).toMatchObject({ profilePhotoPath: mine.path });
  expect((await app.as("anybody").request(shown.profilePhoto ?? "")).status).toBe(200);
  for (const { path } of [theirs, entry])
    expect(
      (await ada.refusal(changeCommunityPhoto, { params, body: { profilePhotoPath: path } })).status,
    ).not.toBe(200);
  expect(
    (await ada.refusal(changeCommunityPhoto, { params, body: { coverPhotoPath: mine.path } })).status,
  ).toBe(403);
  expect(
    (await app.as("Mo").refusal(changeCommunityPhoto, { params, body: { profilePhotoPath: null } })).status,
  ).toBe(403);
  expect((await ada.refusal(changeCommunityPhoto, { params, body: {} })).status).toBe(400);
  expect((await ada.call(getCommunity, { params })).profilePhotoPath).toBe(mine.path);

  const file = new File([new Uint8Array(await testPicture())], "cover.jpg", { type: "image/jpeg" });
  const formed = await ada.call(saveCommunityForm, {
    params,
    body: { name: "Lantern Works III", description: "By form.", coverPhoto: file, profilePhotoPath: "" },
  });
  expect(formed).toMatchObject({
    name: "Lantern Works III",
    description: "By form.",
    profilePhotoPath: mine.path,
  });
  expect((await ada.request(formed.coverPhoto ?? "")).status).toBe(200);
  const text = new File(["no picture"], "cover.jpg", { type: "image/jpeg" });
  expect((await ada.refusal(saveCommunityForm, { params, body: { coverPhoto: text } })).status).toBe(415);
});

test("links a map camp to at most one community", async () => {
  await app.database.kysely
    .insertInto("camps")
    .values({ id: "camp-1", year: "2026", name: "The Camp", data: "{}" })
    .execute();
  const ada = app.as("Ada");
  expect((await ada.call(saveCommunity, { params, body: { campId: "camp-1" } })).campId).toBe("camp-1");
  const otherId = await makeCommunity(app, { admins: ["Ole"] });
  expect(
    await app
      .as("Ole")
      .refusal(saveCommunity, { params: { communityId: otherId }, body: { campId: "camp-1" } }),
  ).toMatchObject({ status: 409, code: "already-taken" });
  await ada.call(saveCommunity, { params, body: { campId: null } });
  await app.as("Ole").call(saveCommunity, { params: { communityId: otherId }, body: { campId: "camp-1" } });
});
