import { afterAll, beforeAll, expect, test } from "vitest";
import { getCommunity, saveCommunity } from "#shared/features/communities/contract.ts";
import {
  endInviteLink,
  readInvite,
  redeemInvite,
  resetInviteLink,
  showInviteCode,
} from "#shared/features/communities/invite-contract.ts";
import {
  changeMembershipByName,
  decideRequest,
  listRequests,
  requestToJoin,
} from "#shared/features/communities/people-contract.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { makeCommunity } from "#server/testing/test-community.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test("leads a removed person from an older link or code to asking", async () => {
  const { id, removed, admin, makeLink, makeCode, remove } = await communityOf("a");
  const older = [await makeLink(), await makeCode()];
  await remove();
  for (const body of older) {
    expect(await removed.call(readInvite, { body })).toMatchObject({ isMember: false, leadsTo: "ask" });
    expect(await removed.refusal(redeemInvite, { body })).toMatchObject({
      status: 403,
      code: "forbidden",
      error: "You were removed from Lantern Works. Ask to join: an admin decides.",
    });
  }
  expect(await removed.call(getCommunity, { params: { communityId: id } })).toMatchObject({
    role: null,
    joinRequest: null,
  });
  // A second tap, and a tap while the request waits, change neither the request nor its answers.
  await removed.call(requestToJoin, { params: { communityId: id }, body: { answers: [answer] } });
  expect((await removed.refusal(redeemInvite, { body: older[0] ?? none })).status).toBe(403);
  const { requests } = await admin.call(listRequests, { params: { communityId: id } });
  expect(requests).toMatchObject([{ pseudonym: "Removed a", answers: [answer] }]);
});

test("says nothing of a removal to others and lets them join by the older link", async () => {
  const { id, makeLink, remove } = await communityOf("b");
  const body = await makeLink();
  await remove();
  expect(await app.as("a visitor").call(readInvite, { body })).toMatchObject({ leadsTo: "join" });
  const other = await app.signUp("Other b");
  expect(await other.call(readInvite, { body })).toMatchObject({ leadsTo: "join" });
  expect(await other.call(redeemInvite, { body })).toEqual({ loobricateId: id, role: "member" });
});

test("lets a removed person join by an invitation made after the removal", async () => {
  for (const kind of ["makeLink", "makeCode"] as const) {
    const community = await communityOf(`c ${kind}`);
    await community.makeLink();
    await community.remove();
    const body = await community[kind]();
    await community.removed.call(requestToJoin, {
      params: { communityId: community.id },
      body: { answers: [] },
    });
    expect(await community.removed.call(readInvite, { body })).toMatchObject({ leadsTo: "join" });
    expect(await community.removed.call(redeemInvite, { body })).toMatchObject({ role: "member" });
    const waiting = await community.admin.call(listRequests, { params: { communityId: community.id } });
    expect(waiting.requests).toEqual([]);
  }
});

test("lets an older link join again after an admin took the person back", async () => {
  const { id, removed, admin, makeLink, remove, leave } = await communityOf("d");
  const body = await makeLink();
  await remove();
  await admin.call(changeMembershipByName, {
    params: { username: "Removed d" },
    body: { loobricateId: id, action: "add" },
  });
  await leave();
  expect(await removed.call(redeemInvite, { body })).toMatchObject({ role: "member" });

  await remove();
  const params = { communityId: id };
  await removed.call(requestToJoin, { params, body: { answers: [] } });
  const { requests } = await admin.call(listRequests, { params });
  const requestId = requests[0]?.id ?? "";
  await admin.call(decideRequest, { params: { ...params, requestId }, body: { decision: "accept" } });
  expect(await removed.call(readInvite, { body })).toMatchObject({ isMember: true, leadsTo: "join" });
  await leave();
  expect(await removed.call(redeemInvite, { body })).toMatchObject({ role: "member" });
  await remove();
  expect((await removed.refusal(redeemInvite, { body })).status).toBe(403);
});

test("lets those who left by themselves come back by the link", async () => {
  const { id, admin, makeLink } = await communityOf("e", ["Second e"]);
  const body = await makeLink();
  const params = { communityId: id };
  const second = app.as("Second e");
  const record = await second.call(getCommunity, { params });
  // An admin may also leave by taking themselves off the list of a full record.
  await second.call(saveCommunity, { params, body: { ...record, admins: ["Admin e"] } });
  expect((await admin.call(getCommunity, { params })).admins).toEqual(["Admin e"]);
  expect(await second.call(redeemInvite, { body })).toMatchObject({ role: "member" });
});

test("ends the codes shown before when the link ends or is replaced", async () => {
  const { id, admin, makeLink, makeCode } = await communityOf("f");
  const params = { communityId: id };
  const guest = await app.signUp("Guest f");
  const isOpen = async (body: { token: string }) => (await statusOf(guest, body)) === 200;

  const first = await makeCode();
  await makeLink();
  expect(await isOpen(first)).toBe(true);
  await makeLink();
  expect(await isOpen(first)).toBe(false);
  const second = await makeCode();
  expect(await isOpen(second)).toBe(true);
  await admin.call(endInviteLink, { params });
  expect(await isOpen(second)).toBe(false);
  // Without a link there is still something to end.
  const third = await makeCode();
  expect(await isOpen(third)).toBe(true);
  await admin.call(endInviteLink, { params });
  expect(await isOpen(third)).toBe(false);
});

const none = { token: "" };
const answer = { question: "Why?", answer: "I miss you" };

async function statusOf(client: Awaited<ReturnType<TestApp["signUp"]>>, body: { token: string }) {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await client.request("/api/invites/read", init)).status;
}

/** A community with one admin and one member, who is going to be removed. */
async function communityOf(name: string, moreAdmins: readonly string[] = []) {
  const [adminName, removedName] = [`Admin ${name}`, `Removed ${name}`];
  const id = await makeCommunity(app, { admins: [adminName, ...moreAdmins], members: [removedName] });
  const [admin, removed] = [app.as(adminName), app.as(removedName)];
  const params = { communityId: id };
  const removal = {
    params: { username: removedName },
    body: { loobricateId: id, action: "remove" },
  } as const;
  return {
    id,
    admin,
    removed,
    makeLink: async () => ({
      token: (await admin.call(resetInviteLink, { params, body: {} })).token ?? "",
    }),
    makeCode: async () => ({ token: (await admin.call(showInviteCode, { params, body: {} })).token }),
    remove: () => admin.call(changeMembershipByName, removal),
    leave: () => removed.call(changeMembershipByName, removal),
  };
}
