import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  beginOmiLink,
  confirmOmiLink,
  createOmiConversation,
  createOmiMemory,
  getOmiLink,
  proveOmiLink,
} from "#shared/features/omi/contract.ts";
import { getOmiSetup } from "#shared/features/omi/operator-contract.ts";
import { operatorToken } from "#server/http/operator.ts";
import { minutesAgo, type OmiWorld, openOmiWorld, stateIn } from "#server/testing/doubles/omi-world.ts";

let world: OmiWorld;
let app: OmiWorld["app"];
let omi: OmiWorld["omi"];
beforeAll(async () => {
  world = await openOmiWorld();
  ({ app, omi } = world);
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => world.refresh());

test("links an account once, to one user, with the state of the user's own session", async () => {
  const ada = await app.signUp("Ada");
  const { url } = await ada.call(beginOmiLink, { body: {} });
  expect(url).toMatch(new RegExp(`^${omi.url}/v1/oauth/authorize\\?app_id=01APP&state=[\\w-]{22}$`));
  const state = stateIn(url);
  const mallory = await app.signUp("Mallory");
  const broken = { status: 410, error: "This link has expired. Please start again." };
  expect(await mallory.refusal(confirmOmiLink, { body: { omiUid: "uid-ada", state } })).toMatchObject(broken);
  omi.account("uid-ada");
  expect(await ada.call(confirmOmiLink, { body: { omiUid: "uid-ada", state } })).toMatchObject({
    outcome: "code-sent",
    link: { isLinked: false },
  });
  await ada.call(proveOmiLink, { body: { code: world.codeOf("uid-ada") } });
  expect(await ada.refusal(confirmOmiLink, { body: { omiUid: "uid-other", state } })).toMatchObject(broken);

  const ofMallory = await world.begin(mallory);
  expect(
    await mallory.refusal(confirmOmiLink, { body: { omiUid: "uid-ada", state: ofMallory } }),
  ).toMatchObject({
    status: 409,
    error: "Someone else here has linked this Omi account.",
  });
  const late = await world.begin(mallory);
  await app.database.pool.query("update omi_states set expires_at = now() - interval '1 second'");
  expect(await mallory.refusal(confirmOmiLink, { body: { omiUid: "uid-mal", state: late } })).toMatchObject(
    broken,
  );
  const answers = JSON.stringify(await ada.call(getOmiLink, {}));
  expect(answers).not.toContain("sk_the_key");
  expect(answers).not.toContain("uid-ada");
});

test("shows Omi's addresses only to the operator and accepts Omi's calls to them", async () => {
  await world.link("Hal", "uid-hal");
  const path = "/api/operator/omi";
  expect((await app.as("anyone").request(path)).status).toBe(401);
  expect((await app.as("Hal").request(path)).status).toBe(403);
  const headers = { authorization: `Bearer ${operatorToken(app.deps.secret)}` };
  const answer = await app.as("a command line").request(path, { headers });
  const { webhookPath, homePath } = getOmiSetup.response.parse(await answer.json());
  expect(homePath).toBe("/omi");
  const received = await app.as("Omi").request(`${webhookPath}?uid=uid-hal`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: "m", content: "A thing", created_at: minutesAgo(3) }),
  });
  expect(await received.json()).toEqual({ saved: 1 });
});

test("rejects or skips broken, foreign and unsigned input", async () => {
  const fay = await world.link("Fay", "uid-fay");
  for (const object of [
    null,
    [],
    7,
    { id: "x" },
    { id: "x", created_at: "yesterday", content: "no time" },
    { id: "x", created_at: minutesAgo(1), content: "discarded", discarded: true },
    { id: {}, created_at: minutesAgo(1), content: "no id" },
    [{ text: "a piece of a talk that goes on" }],
  ])
    expect(await world.sendWebhook("uid-fay", object)).toEqual({ saved: 0 });
  expect(
    (await app.as("anyone").request("/api/omi/webhook/forged?uid=uid-fay", { method: "POST" })).status,
  ).toBe(404);
  const memory = (content: unknown) => fay.refusal(createOmiMemory, { body: { content } });
  expect(await memory("   ")).toMatchObject({ status: 400, error: "Please enter content for your memory" });
  expect(await memory("x".repeat(501))).toMatchObject({ status: 400, error: "At most 500 characters." });
  const talk = (content: unknown) => fay.refusal(createOmiConversation, { body: { content } });
  expect(await talk("")).toMatchObject({ status: 400, error: "Please enter content for your conversation" });
  expect(await talk("x".repeat(1001))).toMatchObject({ status: 400, error: "At most 1000 characters." });
  expect(omi.taken).toEqual([]);
  const gus = await app.signUp("Gus");
  expect(await gus.refusal(createOmiMemory, { body: { content: "Hello" } })).toMatchObject({
    status: 400,
    error: "You need to connect your Omi device first. Check the Omi Integration section in your profile.",
  });
  expect(
    await gus.refusal(createOmiMemory, { body: { content: "Hello", userId: "somebody else" } }),
  ).toMatchObject({ status: 403 });
});
