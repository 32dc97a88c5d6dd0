import { expect, test } from "vitest";
import { getSession, signIn, signOut } from "#shared/features/account/contract.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { startTestApp, TEST_PASSWORD } from "#server/testing/test-app.ts";

test("wrong guesses at one name wait longer and longer at one address, however it is spelt", async () => {
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

test("guesses from everywhere at one name wait after two hundred", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "0.05" }, deps: { waitingRoom } }); // 5% of 200: 10
  const body = { pseudonym: "Ada", password: "wrong password" };
  for (let count = 0; count < 12; count += 1)
    await app.as("a robot").refusal(signIn, { body }, { address: `198.51.100.${count}` });
  expect(waits).toEqual([500, 1000]);
});

test("guesses that wait at the same time are limited for each session, and for each address", async () => {
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

test("a device that has signed in before is locked out only by its own guesses", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  await app.signUp("Ada");
  await app.signUp("Grace");
  const phone = app.as("Ada's phone");
  const right = { body: { pseudonym: "Ada", password: TEST_PASSWORD } };
  // Correct sign-ins do not count, however many.
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

test("guesses from one address wait after sixty in a minute, whatever the name; what does not parse is no guess", async () => {
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
