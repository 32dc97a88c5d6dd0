import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  getSession,
  passkeySignInOptions,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "#shared/features/account/contract.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { startTestApp, TEST_PASSWORD } from "#server/testing/test-app.ts";

test("delays wrong guesses at one name from one address, in any spelling", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  await app.signUp("Ada");
  const guess = async (pseudonym: string, address: string) =>
    await app.as("a robot").refusal(signIn, { body: { pseudonym, password: "wrong password" } }, { address });
  for (const exists of [true, false]) {
    const [one, other] = exists ? ["Ada", "аDА"] : ["Bob", "bОB"];
    waits.length = 0;
    // Two addresses in one IPv6 customer's /64 count as one.
    for (let count = 0; count < 12; count += 1) {
      const [name = "", address = ""] =
        count % 2 === 0 ? [one, "2001:db8:1:2::1"] : [other, "2001:db8:1:2:ffff::9"];
      expect((await guess(name, address)).code).toBe("invalid-credentials");
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    await guess(one ?? "", "2001:db8:1:3::1");
    await guess("Grace", "2001:db8:1:2::1");
    expect(waits).toHaveLength(7);
  }
});

test("delays guesses at one name from all addresses after two hundred", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "0.05" }, deps: { waitingRoom } }); // 5% of 200: 10
  const body = { pseudonym: "Ada", password: "wrong password" };
  for (let count = 0; count < 12; count += 1)
    await app.as("a robot").refusal(signIn, { body }, { address: `198.51.100.${count}` });
  expect(waits).toEqual([500, 1000]);
});

test("limits simultaneously waiting guesses for each session and address", async () => {
  using _clock = stopClock();
  const ends: (() => void)[] = [];
  const waitingRoom = new WaitingRoom(async () => new Promise<void>((resolve) => ends.push(resolve)));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  await app.signUp("Ada");
  const wrong = { body: { pseudonym: "Ada", password: "wrong password" } };
  for (let count = 0; count < 5; count += 1) await app.as("a robot").refusal(signIn, wrong);
  await app.as("a robot with a session").call(getSession, {});
  const robots = ["a robot", "a robot with a session"];
  const guesses = robots.flatMap((robot) =>
    Array.from({ length: 5 }, async () => (await app.as(robot).send(signIn, wrong)).status),
  );
  await expect.poll(() => ends.length).toBe(4);
  await app.as("Ada's new phone").call(getSession, {});
  const signedIn = app
    .as("Ada's new phone")
    .call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  await expect.poll(() => ends.length).toBe(5);
  for (const end of ends) end();
  expect((await signedIn).user.pseudonym).toBe("Ada");
  const statuses = await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
});

test("blocks a known device only after its own guesses", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  await app.signUp("Ada");
  await app.signUp("Grace");
  const phone = app.as("Ada's phone");
  const right = { body: { pseudonym: "Ada", password: TEST_PASSWORD } };
  // Correct sign-ins never count.
  for (let count = 0; count < 12; count += 1) {
    await phone.call(signIn, right);
    await phone.call(signOut, {});
  }
  const wrong = { body: { pseudonym: "Ada", password: "wrong password" } };
  const robot = app.as("a robot on the same Wi-Fi");
  for (let count = 0; count < 11; count += 1) await robot.refusal(signIn, wrong);
  waits.length = 0;
  await phone.call(signIn, right);
  await phone.call(signOut, {});
  expect(waits).toEqual([]);
  await app.as("a new phone").call(signIn, right);
  expect(waits).toEqual([8000]);
  for (let count = 0; count < 10; count += 1)
    expect((await phone.refusal(signIn, wrong)).code).toBe("invalid-credentials");
  expect((await phone.refusal(signIn, right)).status).toBe(429);
  // A device known for one account is not known for another.
  const other = { body: { pseudonym: "Grace", password: "wrong password" } };
  for (let count = 0; count < 6; count += 1) await phone.refusal(signIn, other);
  expect(waits).toEqual([8000, 500]);
});

test("delays well-formed guesses from one address after sixty in a minute", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "0.1" }, deps: { waitingRoom } }); // 10% of 60: 6
  const guess = async (pseudonym: string, password: unknown = "wrong password") =>
    await app.as("a robot").refusal(signIn, { body: { pseudonym, password: password as string } });
  for (let count = 0; count < 15; count += 1) expect((await guess("", 7)).status).toBe(400);
  for (let count = 0; count < 8; count += 1) expect((await guess(`Name ${count}`)).status).toBe(401);
  expect(waits).toEqual([50, 100]);
});

test("never delays a known device because of strangers at its address", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "0.1" }, deps: { waitingRoom } });
  const phone = await app.signUp("Ada");
  await phone.call(signOut, {});
  const body = { pseudonym: "Ada", password: "a stove with 2 flames", code: "0000-0000" };
  for (let count = 0; count < 9; count += 1) {
    const pseudonym = `Name ${count}`;
    await app.as("a robot").refusal(signIn, { body: { pseudonym, password: "wrong password" } });
    await app.as("a robot").refusal(resetPassword, { body: { ...body, pseudonym } });
  }
  expect(waits).toEqual([50, 50, 100, 100, 150, 150]);
  await phone.refusal(resetPassword, { body });
  await phone.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  expect(waits).toHaveLength(6);
});

test("lets the owner's new phone sign in despite a stranger with forty sessions", async () => {
  const faster = 40;
  const waitingRoom = new WaitingRoom(async (ms, signal) => sleep(ms / faster, undefined, { signal }));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  await app.signUp("Ada");
  const wrong = { body: { pseudonym: "Ada", password: "wrong password" } };
  let isOver = false;
  let guesses = 0;
  const strangers = Array.from({ length: 40 }, async (_, index) => {
    const stranger = app.as(`stranger ${index}`);
    await stranger.call(getSession, {});
    for (; !isOver; guesses += 1)
      if ((await stranger.send(signIn, wrong)).status === 429) await sleep(5000 / faster);
  });
  await app.as("Ada's new phone").call(getSession, {});
  await expect.poll(() => guesses, { timeout: 10_000 }).toBeGreaterThan(90);
  const right = { body: { pseudonym: "Ada", password: TEST_PASSWORD } };
  const statuses = [(await app.as("Ada's new phone").send(signIn, right)).status];
  if (statuses[0] !== 200) statuses.push((await app.as("Ada's new phone").send(signIn, right)).status);
  isOver = true;
  await Promise.all(strangers);
  expect(statuses.at(-1)).toBe(200);
});

test.for([
  { endpoint: passkeySignInOptions, free: 12, body: () => ({}) },
  {
    endpoint: signIn,
    free: 12,
    body: (pseudonym: string) => ({ pseudonym, password: "wrong password" }),
  },
  { endpoint: signUp, free: 24, body: (pseudonym: string) => ({ pseudonym, password: "password1!" }) },
])("serves phones beside twenty flooding sessions: $endpoint.id", async ({ endpoint, free, body }) => {
  using _clock = stopClock();
  const ends: (() => void)[] = [];
  const waitingRoom = new WaitingRoom(async () => new Promise<void>((resolve) => ends.push(resolve)));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "0.2" }, deps: { waitingRoom } });
  const call = (index: number) => ({ body: body(`Name ${index}`) });
  const strangers = Array.from({ length: 20 }, (_, index) => app.as(`stranger ${index}`));
  const phones = Array.from({ length: 6 }, (_, index) => app.as(`phone ${index}`));
  for (const each of [...strangers, ...phones]) await each.call(getSession, {});
  for (let count = 0; count < free; count += 1) await app.as("a robot").send(endpoint, call(count));
  let refused = 0;
  const flood = strangers.flatMap((stranger, index) =>
    Array.from({ length: 5 }, async () => {
      if ((await stranger.send(endpoint, call(100 + index))).status === 429) refused += 1;
    }),
  );
  await expect.poll(() => refused, { timeout: 5000 }).toBe(100 - Math.min(20, free));
  const waiting = ends.length;
  const statuses = phones.map(async (phone, index) => (await phone.send(endpoint, call(200 + index))).status);
  await expect.poll(() => ends.length).toBe(waiting + 6);
  for (const end of ends) end();
  expect(await Promise.all(statuses)).not.toContain(429);
  await Promise.all(flood);
});
