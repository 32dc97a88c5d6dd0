import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getCommunity, saveCommunity } from "#shared/features/communities/contract.ts";
import {
  endInviteLink,
  getInviteLink,
  readInvite,
  redeemInvite,
  resetInviteLink,
  showInviteCode,
} from "#shared/features/communities/invite-contract.ts";
import {
  answerAdminInvitation,
  changeMembership,
  changeMembershipByName,
  decideRequest,
  listHistory,
  listRequests,
  requestToJoin,
  searchUsers,
  withdrawRequest,
} from "#shared/features/communities/people-contract.ts";
import { getVibe, storeVibe } from "#shared/features/vibe/contract.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { idOf, makeCommunity } from "#server/testing/test-community.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test("keeps one admin when two admins remove each other at once", async () => {
  for (let round = 0; round < 3; round += 1) {
    const names = [`Left ${round}x`, `Right ${round}x`] as const;
    const id = await makeCommunity(app, { admins: names });
    const [left, right] = names.map((name) => app.as(name));
    if (left === undefined || right === undefined) throw new Error("two people");
    const remove = (client: typeof left, username: string) =>
      client.send(changeMembershipByName, {
        params: { username },
        body: { loobricateId: id, action: "remove" },
      });
    const answers = await Promise.all([remove(left, names[1]), remove(right, names[0])]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const stayed = await app.database.kysely
      .selectFrom("community_people")
      .select("role")
      .where("community_id", "=", id)
      .execute();
    expect(stayed).toEqual([{ role: "admin" }]);
  }
});

test("lets admins manage people, and every user but the last admin leave", async () => {
  const id = await makeCommunity(app, { admins: ["Anna"], members: ["Bert"] });
  const [anna, bert, carl] = [app.as("Anna"), app.as("Bert"), await app.signUp("Carl")];
  const params = { personId: await idOf(carl) };
  const add = { loobricateId: id, action: "add" } as const;
  expect((await bert.refusal(changeMembership, { params, body: add })).status).toBe(403);
  expect((await carl.refusal(changeMembership, { params, body: add })).status).toBe(403);
  expect(await anna.call(changeMembership, { params, body: add })).toMatchObject({
    pseudonym: "Carl",
    role: "member",
  });
  await anna.call(changeMembership, { params, body: { ...add, role: "admin" } });
  const accept = { params: { communityId: id }, body: { decision: "accept" } } as const;
  expect(await carl.call(answerAdminInvitation, accept)).toMatchObject({ role: "admin" });
  // Adding an existing person changes nothing.
  expect(await anna.call(changeMembership, { params, body: add })).toMatchObject({ role: "admin" });
  const byName = { params: { username: "  carl" }, body: { loobricateId: id, action: "remove" } } as const;
  expect(await anna.call(changeMembershipByName, byName)).toMatchObject({ role: null });
  expect(await anna.call(changeMembershipByName, byName)).toMatchObject({ role: null });
  expect((await carl.call(getCommunity, { params: { communityId: id } })).members).toEqual([]);

  const leave = (name: string) =>
    ({ params: { username: name }, body: { loobricateId: id, action: "remove" } }) as const;
  expect(await bert.call(changeMembershipByName, leave("Bert"))).toMatchObject({ role: null });
  expect(await anna.refusal(changeMembershipByName, leave("Anna"))).toMatchObject({
    status: 409,
    code: "conflict",
  });
  expect(await anna.refusal(changeMembershipByName, leave("%2e%2e"))).toMatchObject({
    status: 404,
    error: "No user has that name.",
  });
  const visitor = app.as("a visitor");
  const asAdmin = { params: { personId: await idOf(visitor) }, body: { ...add, role: "admin" } };
  expect((await anna.refusal(changeMembership, asAdmin)).status).toBe(404);
});

test("lets only admins search for people outside by the beginning of a name", async () => {
  const id = await makeCommunity(app, { admins: ["Zora"], members: ["Zed 1"] });
  await app.signUp("Zed 2");
  await app.signUp("Zed_3");
  const zora = app.as("Zora");
  const search = async (q: string, loobricateId?: string) =>
    (await zora.call(searchUsers, { query: { q, loobricateId } })).users.map(({ pseudonym }) => pseudonym);
  expect(await search("ZED")).toEqual(["Zed 1", "Zed 2", "Zed_3"]);
  expect(await search("zed", id)).toEqual(["Zed 2", "Zed_3"]);
  expect(await search("")).toEqual([]);
  expect(await search("%")).toEqual([]);
  expect(await search("z%d")).toEqual([]);
  expect((await app.as("Zed 1").refusal(searchUsers, { query: { q: "a" } })).status).toBe(403);
  expect(Object.keys((await zora.call(searchUsers, { query: { q: "zed" } })).users[0] ?? {})).toEqual([
    "id",
    "pseudonym",
  ]);
});

test("stores an answer with half an emoji", async () => {
  const id = await makeCommunity(app, { admins: ["Ines"] });
  const params = { communityId: id };
  const answers = [{ question: "What do you bring?", answer: "A tent \ud83c" }];
  await (await app.signUp("Nils")).call(requestToJoin, { params, body: { answers } });
  const { requests } = await app.as("Ines").call(listRequests, { params });
  expect(requests[0]?.answers[0]?.answer).toBe("A tent \ufffd");
});

test("stores the answers of a join request, which an admin decides once", async () => {
  const id = await makeCommunity(
    app,
    { admins: ["Ida"], members: ["Mia"] },
    { joinQuestions: ["What do you bring?"] },
  );
  const [ida, ned] = [app.as("Ida"), await app.signUp("Ned")];
  const params = { communityId: id };
  const answers = [{ question: "What do you bring?", answer: "A ladder" }];
  expect(await ned.refusal(requestToJoin, { params, body: { answers: [] } })).toMatchObject({
    status: 400,
    error: "Please answer every question.",
  });
  await ned.call(requestToJoin, { params, body: { answers } });
  await ned.call(requestToJoin, {
    params,
    body: { answers: [{ question: "What do you bring?", answer: "Two ladders" }] },
  });
  expect((await ned.call(getCommunity, { params })).joinRequest).toMatchObject({ state: "pending" });
  expect((await app.as("Mia").refusal(requestToJoin, { params, body: { answers } })).code).toBe(
    "already-taken",
  );
  expect((await app.as("Mia").refusal(listRequests, { params })).status).toBe(403);
  const { requests } = await ida.call(listRequests, { params });
  expect(requests).toMatchObject([
    { pseudonym: "Ned", answers: [{ question: "What do you bring?", answer: "Two ladders" }] },
  ]);
  const one = { params: { communityId: id, requestId: requests[0]?.id ?? "" } };
  const decide = (decision: string) => ({ ...one, body: { decision } }) as never;
  expect((await ned.refusal(decideRequest, decide("accept"))).status).toBe(403);
  expect(await ida.call(decideRequest, decide("decline"))).toMatchObject({ state: "declined" });
  expect(await ida.call(decideRequest, decide("decline"))).toMatchObject({ state: "declined" });
  expect((await ida.refusal(decideRequest, decide("accept"))).code).toBe("already-taken");
  expect((await ned.call(getCommunity, { params })).joinRequest).toMatchObject({ state: "declined" });

  await ned.call(requestToJoin, { params, body: { answers } });
  expect(await ned.call(withdrawRequest, { params })).toEqual({ withdrawn: true });
  expect((await ida.call(listRequests, { params })).requests).toEqual([]);
  await ned.call(requestToJoin, { params, body: { answers } });
  const again = await ida.call(listRequests, { params });
  const accept = {
    params: { communityId: id, requestId: again.requests[0]?.id ?? "" },
    body: { decision: "accept" },
  };
  await ida.call(decideRequest, accept as never);
  expect(await ned.call(getCommunity, { params })).toMatchObject({ role: "member", joinRequest: null });
  const { events } = await ida.call(listHistory, { params });
  expect(events.map(({ event }) => event)).toEqual([
    "accepted",
    "asked-to-join",
    "asked-to-join",
    "declined",
    "asked-to-join",
  ]);
});

test("accepts an invite link until it is replaced, ended or its admin removed", async () => {
  const id = await makeCommunity(app, { admins: ["Lea", "Max"], members: ["Nia"] });
  const [lea, max, ole] = [app.as("Lea"), app.as("Max"), await app.signUp("Ole")];
  const params = { communityId: id };
  expect((await lea.call(getInviteLink, { params })).token).toBeNull();
  const { token } = await lea.call(resetInviteLink, { params, body: {} });
  expect((await lea.call(getInviteLink, { params })).token).toBe(token);
  expect((await app.as("Nia").refusal(getInviteLink, { params })).status).toBe(403);
  const body = { token: token ?? "" };
  expect(await app.as("a visitor").call(readInvite, { body })).toMatchObject({
    kind: "link",
    invitedBy: "Lea",
    isMember: false,
  });
  expect((await app.as("a visitor").refusal(redeemInvite, { body })).status).toBe(401);
  expect(await ole.call(redeemInvite, { body })).toEqual({ loobricateId: id, role: "member" });
  expect(await max.call(redeemInvite, { body })).toEqual({ loobricateId: id, role: "admin" });
  const { events } = await lea.call(listHistory, { params });
  expect(events[0]).toMatchObject({ event: "joined-by-link", by: "Lea", person: "Ole" });

  const ended = { status: 410, error: "This invitation has ended. Please ask for a new one." };
  const other = await lea.call(resetInviteLink, { params, body: {} });
  expect(await ole.refusal(redeemInvite, { body })).toMatchObject(ended);
  const flipped = `${body.token.slice(0, -1)}${body.token.endsWith("A") ? "B" : "A"}`;
  for (const forged of [flipped, "x", "", "a~b~c", "bGlua34uLi8~x"])
    expect(await ole.refusal(readInvite, { body: { token: forged } })).toMatchObject(ended);
  const remove = { params: { username: "Lea" }, body: { loobricateId: id, action: "remove" } } as const;
  await max.call(changeMembershipByName, remove);
  expect(await ole.refusal(readInvite, { body: { token: other.token ?? "" } })).toMatchObject(ended);
  const last = await max.call(resetInviteLink, { params, body: {} });
  expect(await max.call(endInviteLink, { params })).toMatchObject({ token: null });
  expect(await ole.refusal(readInvite, { body: { token: last.token ?? "" } })).toMatchObject(ended);
});

test("accepts a code for ten minutes while its creator is an admin", async () => {
  const id = await makeCommunity(app, { admins: ["Pia", "Quin"] });
  const [pia, ron] = [app.as("Pia"), await app.signUp("Ron")];
  const params = { communityId: id };
  const { token, expiresAt } = await pia.call(showInviteCode, { params, body: {} });
  expect(new Date(expiresAt).getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
  expect((await ron.refusal(showInviteCode, { params, body: {} })).status).toBe(403);
  vi.setSystemTime(new Date(expiresAt).getTime());
  try {
    expect((await ron.refusal(redeemInvite, { body: { token } })).status).toBe(410);
  } finally {
    vi.useRealTimers();
  }
  expect(await ron.call(readInvite, { body: { token } })).toMatchObject({ kind: "code", invitedBy: "Pia" });
  const body = { loobricateId: id, action: "add", role: "member" } as const;
  await app.as("Quin").call(changeMembershipByName, { params: { username: "Pia" }, body });
  expect((await ron.refusal(redeemInvite, { body: { token } })).status).toBe(410);
});

test("stores a vibe of finite numbers for the user or a community they manage", async () => {
  const id = await makeCommunity(app, { admins: ["Una"], members: ["Vic"] });
  const [una, vic, visitor] = [app.as("Una"), app.as("Vic"), app.as("a passer-by")];
  const state = {
    quaternion: [0, 0, 0, 1],
    sentiment: 0.5,
    intensity: 0.25,
  };
  const seen = { quaternion: { x: 0, y: 0, z: 0, w: 1 }, sentiment: 0.5, intensity: 0.25 };
  expect((await una.call(storeVibe, { body: { id, state } })).state).toEqual(seen);
  expect((await vic.refusal(storeVibe, { body: { id, state } })).status).toBe(403);
  expect((await una.refusal(storeVibe, { body: { id: await idOf(vic), state } })).status).toBe(403);
  expect((await visitor.call(getVibe, { params: { entityId: id } })).state).toEqual(seen);
  const visitorId = await idOf(visitor);
  expect((await visitor.call(getVibe, { params: { entityId: visitorId } })).state).toBeNull();
  await visitor.call(storeVibe, {
    body: { id: visitorId, state: { ...state, quaternion: { x: 1, y: 0, z: 0, w: 0 } } },
  });
  expect((await visitor.call(getVibe, { params: { entityId: visitorId } })).state?.quaternion.x).toBe(1);
  expect((await vic.call(getVibe, { params: { entityId: visitorId } })).state).toBeNull();
  for (const bad of ["NaN", "1e400", '"0.5"', "null"]) {
    const answer = await visitor.request("/api/vibe_entities", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"id":"${visitorId}","state":{"quaternion":[0,0,0,1],"sentiment":${bad},"intensity":0}}`,
    });
    expect([bad, answer.status]).toEqual([bad, 400]);
  }
});

test("applies changed lists as a difference but never removes the last admin", async () => {
  const id = await makeCommunity(app, { admins: ["Amy"], members: ["Ben", "Cat"] });
  const amy = app.as("Amy");
  await app.signUp("Dan");
  const one = { communityId: id };
  const record = await amy.call(getCommunity, { params: one });
  expect(record).toMatchObject({ admins: ["Amy"], members: ["Ben", "Cat"] });
  // Pseudonyms edited, ids unchanged.
  const changed = await amy.call(saveCommunity, {
    params: one,
    body: { ...record, admins: ["Amy", "Ben"], members: ["Dan"] },
  });
  expect(changed).toMatchObject({ admins: ["Amy"], members: ["Ben", "Dan"] });
  const accept = { params: one, body: { decision: "accept" } } as const;
  await app.as("Ben").call(answerAdminInvitation, accept);
  const joined = await amy.call(getCommunity, { params: one });
  expect(joined).toMatchObject({ admins: ["Amy", "Ben"], members: ["Dan"] });
  // Ids edited, pseudonyms unchanged.
  const demoted = await amy.call(saveCommunity, {
    params: one,
    body: {
      ...joined,
      adminIds: [await idOf(amy)],
      memberIds: [...joined.memberIds, joined.adminIds[1] ?? ""],
    },
  });
  expect(demoted).toMatchObject({ admins: ["Amy"], members: ["Ben", "Dan"] });
  expect(await amy.refusal(saveCommunity, { params: one, body: { ...demoted, admins: [] } })).toMatchObject({
    status: 409,
    error: "The last admin cannot be removed. Please make another member an admin first.",
  });
  expect(
    (await app.as("Ben").refusal(saveCommunity, { params: one, body: { admins: ["Ben"] } })).status,
  ).toBe(403);
  const { events } = await amy.call(listHistory, { params: one });
  expect(events.map(({ event, by, person }) => `${event} ${person} by ${by}`)).toEqual(
    expect.arrayContaining([
      "asked-to-be-admin Ben by Amy",
      "became-admin Ben by Ben",
      "removed Cat by Amy",
      "added Dan by Amy",
      "demoted Ben by Amy",
    ]),
  );
  expect((await app.as("Ben").refusal(listHistory, { params: one })).status).toBe(403);
});
