import { expect, test, vi } from "vitest";
import { authenticateCommunity } from "#shared/features/communities/contract.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { ADMIN_PASSWORD, makeCommunity } from "#server/testing/test-community.ts";

test("blocks the sixth try within 15 minutes, from any address", async () => {
  await using strict = await startTestApp({ env: { LIMIT_FACTOR: "1" } });
  const guesser = await strict.signUp("Guesser");
  const body = { username: "whoever", password: "a guess" };
  for (let tries = 0; tries < 5; tries += 1)
    expect(
      (await guesser.refusal(authenticateCommunity, { body }, { address: `192.0.2.${tries}` })).status,
    ).toBe(401);
  expect(await guesser.refusal(authenticateCommunity, { body }, { address: "192.0.2.99" })).toMatchObject({
    status: 429,
    code: "too-many-requests",
  });
});

test("delays guesses from one address across accounts without revealing the login", async () => {
  using _clock = stopClock();
  const waits: number[] = [];
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  await using strict = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  const id = await makeCommunity(strict, { admins: ["Target"] });
  for (const username of [id, "nobody's"]) {
    waits.length = 0;
    for (let count = 0; count < 3; count += 1) {
      const guesser = await strict.signUp(`${username} ${count}`);
      for (let tries = 0; tries < 4; tries += 1) {
        const body = { username, password: "a guess" };
        expect((await guesser.refusal(authenticateCommunity, { body })).status).toBe(401);
      }
    }
    expect(waits).toEqual(Array.from({ length: 7 }, () => 1000));
  }
});

test("lets an admin's new phone in despite guesses of strangers in the camp", async () => {
  await using strict = await startTestApp({ env: { LIMIT_FACTOR: "1" } });
  const username = await makeCommunity(strict, { admins: ["Ada"] });
  for (const name of ["Eve", "Mallory", "Trudy"]) {
    const guesser = await strict.signUp(name);
    for (let tries = 0; tries < 5; tries += 1)
      await guesser.refusal(authenticateCommunity, { body: { username, password: "a guess" } });
  }
  const body = { username, password: ADMIN_PASSWORD };
  expect(await strict.as("Ada").call(authenticateCommunity, { body })).toMatchObject({ role: "admin" });
});

test("never counts an admin's try that was refused before its check", async () => {
  using _clock = stopClock();
  const turns: (() => void)[] = [];
  const waitingRoom = new WaitingRoom(async () => new Promise<void>((resolve) => turns.push(resolve)));
  await using strict = await startTestApp({ env: { LIMIT_FACTOR: "1" }, deps: { waitingRoom } });
  const username = await makeCommunity(strict, { admins: ["Ada"] });
  const guesser = await strict.signUp("Eve");
  const wrong = { body: { username, password: "a guess" } };
  for (let tries = 0; tries < 5; tries += 1) await guesser.refusal(authenticateCommunity, wrong);
  for (let tries = 0; tries < 5; tries += 1) {
    const refused = strict.as("Ada").refusal(authenticateCommunity, wrong);
    await expect.poll(() => turns).toHaveLength(1);
    vi.setSystemTime(Date.now() + 20_000);
    turns.shift()?.();
    expect(await refused).toMatchObject({ status: 429, retryAfter: 2 });
  }
  const admitted = strict
    .as("Ada")
    .call(authenticateCommunity, { body: { username, password: ADMIN_PASSWORD } });
  await expect.poll(() => turns).toHaveLength(1);
  turns.shift()?.();
  expect(await admitted).toMatchObject({ role: "admin" });
});
