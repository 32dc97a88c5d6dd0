import { expect, test } from "vitest";
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
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
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
