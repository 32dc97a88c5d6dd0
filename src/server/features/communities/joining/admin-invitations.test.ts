import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticateCommunity, getCommunity, saveCommunity } from "#shared/features/communities/contract.ts";
import {
  answerAdminInvitation,
  changeMembership,
  listHistory,
} from "#shared/features/communities/people-contract.ts";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { ADMIN_PASSWORD, idOf, makeCommunity } from "#server/testing/test-community.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => await app[Symbol.asyncDispose]());

test("grants admin rights only after the invited user accepts", async () => {
  const id = await makeCommunity(app, { admins: ["Ann"], members: ["Ben"] });
  const [ann, ben] = [app.as("Ann"), app.as("Ben")];
  expect(await makeAdmin(ann, ben, id)).toMatchObject({ role: "member", isAskedToBeAdmin: true });
  expect(await seen(ben, id)).toMatchObject({ role: "member", isAskedToBeAdmin: true, admins: ["Ann"] });
  expect(await seen(ann, id)).toMatchObject({ isAskedToBeAdmin: false, askedAdminIds: [await idOf(ben)] });
  expect(
    (await ben.refusal(saveCommunity, { params: { communityId: id }, body: { name: "Mine" } })).status,
  ).toBe(403);
  expect((await ben.refusal(listHistory, { params: { communityId: id } })).status).toBe(403);
  const refusal = await ann.refusal(changeMembership, leaving(id, await idOf(ann)));
  expect(refusal).toMatchObject({ code: "conflict" });
  expect(refusal.error).toContain("once they accept");

  expect(await answer(ben, id, "accept")).toEqual({ loobricateId: id, role: "admin" });
  // A lost response is requested again.
  expect(await answer(ben, id, "accept")).toEqual({ loobricateId: id, role: "admin" });
  expect(await seen(ben, id)).toMatchObject({ role: "admin", isAskedToBeAdmin: false, askedAdminIds: [] });
  await ann.call(changeMembership, leaving(id, await idOf(ann)));
  const { events } = await ben.call(listHistory, { params: { communityId: id } });
  expect(events.map(({ event, by, person }) => [event, by, person])).toEqual([
    ["left", "Ann", "Ann"],
    ["became-admin", "Ben", "Ben"],
    ["asked-to-be-admin", "Ann", "Ben"],
  ]);
});

test("notifies both sides once", async () => {
  const id = await makeCommunity(app, { admins: ["Cia"], members: ["Dov", "Eli"] }, { name: "Dust Dome" });
  const [cia, dov, eli] = [app.as("Cia"), app.as("Dov"), app.as("Eli")];
  for (const person of [dov, dov, eli]) await makeAdmin(cia, person, id);
  const asked = "You are asked to be an admin of Dust Dome. Accept or decline on its page.";
  expect(await notificationsOf(dov)).toEqual([[asked, `/community/${id}`]]);
  await answer(dov, id, "accept");
  await answer(eli, id, "decline");
  expect((await notificationsOf(cia)).map(([text]) => text)).toEqual([
    "Eli has declined to be an admin of Dust Dome.",
    "Dov is an admin of Dust Dome now.",
  ]);
  expect(await seen(eli, id)).toMatchObject({ role: "member", isAskedToBeAdmin: false });
  expect(
    await dov.refusal(answerAdminInvitation, { params: { communityId: id }, body: { decision: "decline" } }),
  ).toMatchObject({ code: "gone" });
});

test("lets an invited user leave or delete the account, even as the last one", async () => {
  const id = await makeCommunity(app, { admins: ["Fox"], members: ["Gil", "Hal"] });
  const [fox, gil, hal] = [app.as("Fox"), app.as("Gil"), app.as("Hal")];
  const outsider = await app.signUp("Ivo");
  for (const person of [gil, hal, outsider]) await makeAdmin(fox, person, id);
  expect(await seen(outsider, id)).toMatchObject({ role: "member", isAskedToBeAdmin: true });
  await gil.call(changeMembership, leaving(id, await idOf(gil)));
  expect(await seen(gil, id)).toMatchObject({ role: null, isAskedToBeAdmin: false });
  await hal.call(deleteAccount, { body: { password: TEST_PASSWORD } });
  expect(await seen(fox, id)).toMatchObject({ askedAdminIds: [await idOf(outsider)], memberCount: 2 });
  const { rows } = await app.database.pool.query(
    "select user_id from community_admin_invitations where community_id = $1",
    [id],
  );
  expect(rows).toHaveLength(1);
});

test("invites and withdraws by saving the full record, only on a change", async () => {
  const id = await makeCommunity(app, { admins: ["Jan"], members: ["Kim"] });
  const [jan, kim] = [app.as("Jan"), app.as("Kim")];
  const params = { communityId: id };
  const asked = await jan.call(saveCommunity, {
    params,
    body: { ...(await seen(jan, id)), admins: ["Jan", "Kim"] },
  });
  expect(asked).toMatchObject({ admins: ["Jan"], members: ["Kim"], askedAdminIds: [await idOf(kim)] });
  await jan.call(saveCommunity, { params, body: asked });
  expect(await seen(kim, id)).toMatchObject({ isAskedToBeAdmin: true });
  // Adding an existing person changes nothing; naming them a member withdraws the invitation.
  const add = { params: { personId: await idOf(kim) }, body: { loobricateId: id, action: "add" } } as const;
  expect(await jan.call(changeMembership, add)).toMatchObject({ role: "member", isAskedToBeAdmin: true });
  await jan.call(changeMembership, { ...add, body: { ...add.body, role: "member" } });
  expect(await seen(kim, id)).toMatchObject({ isAskedToBeAdmin: false });
  expect((await kim.refusal(answerAdminInvitation, { params, body: { decision: "accept" } })).status).toBe(
    410,
  );
});

test("lets an elevated user become an admin directly, others by invitation", async () => {
  const id = await makeCommunity(app, { admins: ["Lou"], members: ["Mo"] });
  const [lou, mo] = [app.as("Lou"), app.as("Mo")];
  const nan = await app.signUp("Nan");
  await nan.call(authenticateCommunity, { body: { username: id, password: ADMIN_PASSWORD } });
  await makeAdmin(nan, mo, id);
  expect(await makeAdmin(nan, nan, id)).toMatchObject({ role: "admin" });
  // The inviting admin is removed, and the shared password has changed: the invitations have ended.
  await lou.call(changeMembership, {
    params: { personId: await idOf(nan) },
    body: { loobricateId: id, action: "remove" },
  });
  expect(await seen(mo, id)).toMatchObject({ isAskedToBeAdmin: false });
});

test("withdraws invitations made with the old admin password", async () => {
  const id = await makeCommunity(app, { admins: ["Olu"], members: ["Pam", "Raj"] });
  const [olu, pam, raj] = [app.as("Olu"), app.as("Pam"), app.as("Raj")];
  const thief = await app.signUp("Quy");
  await thief.call(authenticateCommunity, { body: { username: id, password: ADMIN_PASSWORD } });
  await makeAdmin(thief, pam, id);
  await makeAdmin(olu, raj, id);
  const body = { adminUsername: id, adminPassword: "nine lanterns in the dust" };
  await olu.call(saveCommunity, { params: { communityId: id }, body });
  expect(await seen(pam, id)).toMatchObject({ isAskedToBeAdmin: false });
  expect(await seen(raj, id)).toMatchObject({ isAskedToBeAdmin: true });
});

test("rejects invalid answers and those of strangers", async () => {
  const id = await makeCommunity(app, { admins: ["Sue"], members: ["Tim"] });
  const [sue, tim] = [app.as("Sue"), app.as("Tim")];
  await makeAdmin(sue, tim, id);
  const params = { communityId: id };
  for (const body of [{}, { decision: "maybe" }, { decision: "accept", userId: "x", role: "admin" }, []])
    expect((await tim.refusal(answerAdminInvitation, { params, body })).status).toBe(400);
  const accept = { params, body: { decision: "accept" } };
  expect((await (await app.signUp("Uma")).refusal(answerAdminInvitation, accept)).status).toBe(410);
  expect((await app.as("a visitor").refusal(answerAdminInvitation, accept)).status).toBe(401);
  const nowhere = { params: { communityId: "nowhere" }, body: { decision: "accept" } };
  expect((await tim.refusal(answerAdminInvitation, nowhere)).status).toBe(410);
  expect(await seen(tim, id)).toMatchObject({ role: "member", isAskedToBeAdmin: true });
});

async function makeAdmin(by: TestClient, person: TestClient, loobricateId: string) {
  const params = { personId: await idOf(person) };
  return await by.call(changeMembership, { params, body: { loobricateId, action: "add", role: "admin" } });
}

async function answer(person: TestClient, communityId: string, decision: "accept" | "decline") {
  return await person.call(answerAdminInvitation, { params: { communityId }, body: { decision } });
}

async function seen(viewer: TestClient, communityId: string) {
  return await viewer.call(getCommunity, { params: { communityId } });
}

async function notificationsOf(person: TestClient) {
  return (await person.call(listNotifications, { query: {} })).notifications.map(({ text, link }) => [
    text,
    link,
  ]);
}

function leaving(loobricateId: string, personId: string) {
  return { params: { personId }, body: { loobricateId, action: "remove" } } as const;
}
