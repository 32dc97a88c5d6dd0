import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  confirmOmiLink,
  createOmiMemory,
  endOmiLink,
  getOmiLink,
  proveOmiLink,
  pullOmi,
  sendOmiCode,
} from "#shared/features/omi/contract.ts";
import { sendDue } from "./send.ts";
import { minutesAgo, type OmiWorld, openOmiWorld } from "#server/testing/doubles/omi-world.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let world: OmiWorld;
let app: OmiWorld["app"];
let omi: OmiWorld["omi"];
beforeAll(async () => {
  world = await openOmiWorld();
  ({ app, omi } = world);
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => world.refresh());

test("sends the code to the owner of the Omi id and gives no access before", async () => {
  const victim = omi.account("uid-victim");
  victim.memories.push({ id: "m1", content: "Where the spare key lies", created_at: minutesAgo(5) });
  const mallory = await app.signUp("Mallory");
  await mallory.call(confirmOmiLink, {
    body: { omiUid: "uid-victim", state: await world.begin(mallory) },
  });
  expect(await mallory.call(getOmiLink, {})).toMatchObject({ isLinked: false });
  const notLinked = { status: 400 };
  expect(await mallory.refusal(pullOmi, { body: {} })).toMatchObject(notLinked);
  expect(await mallory.refusal(createOmiMemory, { body: { content: "Hello" } })).toMatchObject(notLinked);
  expect(await world.sendWebhook("uid-victim", victim.memories[0])).toEqual({ saved: 0 });
  expect(await world.listOf(mallory)).toEqual([]);
  expect(omi.taken).toEqual([]);
  expect(omi.asked.filter((call) => call.startsWith("GET "))).toEqual([]);
  expect(victim.notifications).toHaveLength(1);
});

test("links the account once by its code, and only for the user who requested it", async () => {
  const { client: ada, outcome } = await name("Ada", "uid-ada");
  expect(outcome).toBe("code-sent");
  const code = world.codeOf("uid-ada");
  expect(code).toMatch(/^\d{4} \d{4}$/);
  const { client: eve } = await name("Eve", "uid-ada");
  const evesCode = world.codeOf("uid-ada");
  expect(await prove(ada, evesCode)).toMatchObject({ outcome: "wrong-code", link: { isLinked: false } });
  expect(await prove(eve, code)).toMatchObject({ outcome: "wrong-code", link: { isLinked: false } });

  const spelled = code.replace(" ", "-");
  expect(await prove(ada, ` ${spelled} `)).toMatchObject({
    outcome: "linked",
    link: { isLinked: true, proof: null },
  });
  expect(await prove(ada, code)).toMatchObject({ outcome: "not-begun", link: { isLinked: true } });
  expect(await prove(eve, evesCode)).toMatchObject({
    outcome: "taken",
    link: { isLinked: false },
  });
  expect(await ada.call(pullOmi, { body: {} })).toEqual({ imported: 0, hasMore: false });
});

test("shows the code only on the owner's phone, not in logs, rows or responses", async () => {
  world.noted.length = 0;
  const { client } = await name("Nora", "uid-nora");
  const code = world.codeOf("uid-nora");
  const forms = [code, code.replace(" ", ""), encodeURIComponent(code), code.replace(" ", "+")];
  expect(world.noted).toHaveLength(1);
  const places = [JSON.stringify(world.noted), JSON.stringify(await client.call(getOmiLink, {}))];
  for (const table of ["omi_proofs", "omi_codes_sent", "audit_log"]) {
    const { rows } = await app.database.pool.query(`select * from ${table}`);
    places.push(JSON.stringify(rows));
  }
  for (const place of places) for (const form of forms) expect(place).not.toContain(form);
});

test("allows five tries of a code, also concurrent ones", async () => {
  const { client } = await name("Otto", "uid-otto");
  const code = world.codeOf("uid-otto");
  const outcomes = await Promise.all(
    Array.from({ length: 9 }, async () => (await prove(client, wrong(code))).outcome),
  );
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => "no-tries-left"),
    ...Array.from({ length: 4 }, () => "wrong-code"),
  ]);
  expect(await prove(client, code)).toMatchObject({ outcome: "no-tries-left", link: { isLinked: false } });
  expect((await client.call(sendOmiCode, { body: {} })).outcome).toBe("code-sent");
  expect(await prove(client, code)).toMatchObject({ outcome: "wrong-code" });
  expect(await prove(client, world.codeOf("uid-otto"))).toMatchObject({ outcome: "linked" });
});

test("accepts a code for ten minutes and does not count a malformed one as a try", async () => {
  const { client } = await name("Pia", "uid-pia");
  const code = world.codeOf("uid-pia");
  for (const bad of ["", "1234", "12345678901", "abcdefgh", "x".repeat(5000)])
    expect(await client.refusal(proveOmiLink, { body: { code: bad } })).toMatchObject({
      status: 400,
      error: "The code has eight digits.",
    });
  expect((await client.call(getOmiLink, {})).proof?.triesLeft).toBe(5);
  const until = Date.parse((await client.call(getOmiLink, {})).proof?.codeUntil ?? "");
  expect(until).toBeLessThanOrEqual(Date.now() + 10 * 60_000);
  await app.database.pool.query("update omi_proofs set expires_at = now() - interval '1 second'");
  expect(await prove(client, code)).toMatchObject({ outcome: "expired", link: { isLinked: false } });
});

test("limits codes to five an hour per user", async () => {
  const { client } = await name("Quin", "uid-quin");
  const again = async (who: TestClient) => who.call(sendOmiCode, { body: {} });
  for (let count = 2; count <= 5; count += 1) expect((await again(client)).outcome).toBe("code-sent");
  const full = await again(client);
  expect(full.outcome).toBe("too-many-codes");
  expect(full.waitSeconds).toBeGreaterThan(3500);
  expect(full.waitSeconds).toBeLessThanOrEqual(3600);
  await app.database.pool.query("update omi_codes_sent set sent_at = sent_at - interval '61 minutes'");
  expect((await again(client)).outcome).toBe("code-sent");
});

test("lets an account's owner get a code while strangers request codes for it", async () => {
  const again = async (who: TestClient) => who.call(sendOmiCode, { body: {} });
  const { client: eve } = await name("Eve 1", "uid-rob");
  for (let count = 2; count <= 5; count += 1) await again(eve);
  for (const stranger of ["Eve 2", "Eve 3", "Eve 4"]) {
    const { client, outcome } = await name(stranger, "uid-rob");
    expect(outcome).toBe("code-sent");
    const { outcome: refused, waitSeconds } = await again(client);
    expect(refused).toBe("too-many-codes");
    expect(waitSeconds).toBeLessThanOrEqual(600);
  }
  expect(omi.account("uid-rob").notifications).toHaveLength(5);
  const { client: rob, outcome } = await name("Rob", "uid-rob");
  expect(outcome).toBe("code-sent");
  // When the newest code has expired, the next one is sent. Omi accepts ten an hour.
  for (let count = 6; count <= 10; count += 1) {
    await app.database.pool.query("update omi_codes_sent set sent_at = sent_at - interval '10 minutes'");
    await name(`Late ${count}`, "uid-rob");
    expect(omi.account("uid-rob").notifications).toHaveLength(count);
    expect((await again(rob)).outcome).toBe("code-sent");
  }
  expect(omi.account("uid-rob").notifications).toHaveLength(10);
  expect(await prove(rob, world.codeOf("uid-rob"))).toMatchObject({ outcome: "linked" });
});

test("limits a user to twenty-five tries an hour at an account, without limiting others", async () => {
  await using strict = await openOmiWorld({ LIMIT_FACTOR: "1" });
  const { client: eve } = await name("Eve", "uid-ruth", strict);
  const { client: ruth } = await name("Ruth", "uid-ruth", strict);
  const code = strict.codeOf("uid-ruth");
  const nameAgain = async () =>
    eve.call(confirmOmiLink, { body: { omiUid: "uid-ruth", state: await strict.begin(eve) } });
  for (let round = 0; round < 5; round += 1) {
    if (round > 0) await nameAgain();
    for (let count = 0; count < 5; count += 1) await prove(eve, wrong(code));
  }
  await nameAgain();
  expect(await eve.refusal(proveOmiLink, { body: { code: wrong(code) } })).toMatchObject({ status: 429 });
  expect(await prove(ruth, code)).toMatchObject({ outcome: "linked" });
});

test("does not count tries without a valid code", async () => {
  await using strict = await openOmiWorld({ LIMIT_FACTOR: "1" });
  const { client: eve } = await name("Eve", "uid-ruth", strict);
  await strict.app.database.pool.query("update omi_proofs set expires_at = now()");
  const { client: ruth } = await name("Ruth", "uid-ruth", strict);
  for (let count = 0; count < 26; count += 1)
    expect(await prove(eve, "1234 5678")).toMatchObject({ outcome: "expired" });
  expect(await prove(ruth, strict.codeOf("uid-ruth"))).toMatchObject({ outcome: "linked" });
});

test("reports a code that Omi refuses and does not count it", async () => {
  omi.account("uid-sam").isEnabled = false;
  const { client, outcome } = await name("Sam", "uid-sam");
  expect(outcome).toBe("not-sent");
  const again = async () => client.call(sendOmiCode, { body: {} });
  for (let count = 0; count < 8; count += 1)
    expect(await again()).toMatchObject({
      outcome: "not-sent",
      reason: "App is not enabled for this user",
      link: { proof: { codeUntil: null } },
    });
  omi.account("uid-sam").isEnabled = true;
  omi.mood.status = 429;
  omi.mood.headers = { "retry-after": "1200" };
  expect(await again()).toMatchObject({ outcome: "not-sent", reason: null, waitSeconds: 1200 });
  omi.mood.status = null;
  expect(await again()).toMatchObject({ outcome: "code-sent" });
  await client.call(endOmiLink, {});
  expect(await again()).toMatchObject({ outcome: "not-begun", link: { proof: null } });
  expect(await prove(client, world.codeOf("uid-sam"))).toMatchObject({ outcome: "not-begun" });
});

test("requires proof of an older link before fetching or sending again", async () => {
  const tess = await world.link("Tess", "uid-tess");
  omi.mood.status = 429;
  await tess.call(createOmiMemory, { body: { content: "It waits" } });
  omi.mood.status = null;
  // The migration's effect on every existing link.
  await app.database.pool.query(
    "insert into omi_proofs (user_id, uid) select user_id, uid from omi_links where uid = 'uid-tess'",
  );
  await app.database.pool.query("delete from omi_links where uid = 'uid-tess'");
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await sendDue(app.deps);
  expect(omi.taken).toEqual([]);
  expect(await tess.call(getOmiLink, {})).toMatchObject({
    isLinked: false,
    waiting: 1,
    proof: { codeUntil: null, triesLeft: 0 },
  });
  expect(await prove(tess, "1234 5678")).toMatchObject({ outcome: "expired" });
  expect((await tess.call(sendOmiCode, { body: {} })).outcome).toBe("code-sent");
  expect((await prove(tess, world.codeOf("uid-tess"))).outcome).toBe("linked");
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await sendDue(app.deps);
  expect(omi.taken).toHaveLength(1);
});

async function name(pseudonym: string, uid: string, where = world) {
  const client = await where.app.signUp(pseudonym);
  where.omi.account(uid);
  const state = await where.begin(client);
  const { outcome } = await client.call(confirmOmiLink, { body: { omiUid: uid, state } });
  return { client, outcome };
}

async function prove(client: TestClient, code: string) {
  return await client.call(proveOmiLink, { body: { code } });
}

/** A different code. */
function wrong(code: string): string {
  return `${code.startsWith("0") ? "1" : "0"}${code.slice(1)}`;
}
