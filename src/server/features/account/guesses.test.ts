import { expect, test, vi } from "vitest";
import { getSession, resetPassword, signIn, signOut } from "#shared/features/account/contract.ts";
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
    expect(waits).toEqual(Array.from({ length: 7 }, () => 1000));
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
  expect(waits).toEqual([1000, 1000]);
});

test("never counts a guess that was refused before its check", async () => {
  using _clock = stopClock();
  const turns: (() => void)[] = [];
  const waitingRoom = new WaitingRoom(async () => new Promise<void>((resolve) => turns.push(resolve)));
  await using app = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  await app.signUp("Ada");
  const wrong = { body: { pseudonym: "Ada", password: "wrong password" } };
  for (let count = 0; count < 5; count += 1) await app.as("a robot").refusal(signIn, wrong);
  const phone = app.as("Ada's new phone");
  await phone.call(getSession, {});
  // Ten checked guesses would block the session.
  for (let count = 0; count < 10; count += 1) {
    const refused = phone.refusal(signIn, wrong);
    await expect.poll(() => turns).toHaveLength(1);
    vi.setSystemTime(Date.now() + 20_000);
    turns.shift()?.();
    expect(await refused).toMatchObject({ status: 429, retryAfter: 2 });
  }
  const signedIn = phone.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  await expect.poll(() => turns).toHaveLength(1);
  turns.shift()?.();
  expect((await signedIn).user.pseudonym).toBe("Ada");
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
  expect(waits).toEqual([1000]);
  for (let count = 0; count < 10; count += 1)
    expect((await phone.refusal(signIn, wrong)).code).toBe("invalid-credentials");
  expect((await phone.refusal(signIn, right)).status).toBe(429);
  // A device known for one account is not known for another.
  const other = { body: { pseudonym: "Grace", password: "wrong password" } };
  for (let count = 0; count < 6; count += 1) await phone.refusal(signIn, other);
  expect(waits).toEqual([1000, 1000]);
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
  expect(waits).toEqual([1000, 1000]);
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
  expect(waits).toEqual(Array.from({ length: 6 }, () => 1000));
  await phone.refusal(resetPassword, { body });
  await phone.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  expect(waits).toHaveLength(6);
});
