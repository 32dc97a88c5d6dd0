import { expect, test, vi } from "vitest";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { delayOfGuess } from "./guess-limit.ts";
import { delayOfCall, WaitingRoom } from "./waiting-room.ts";

const never = new AbortController().signal;

test("delays a call longer with each one before it, up to five seconds", () => {
  expect([-5, 0, 1, 2, 50, 100, 100_000].map(delayOfCall)).toEqual([0, 0, 50, 100, 2500, 5000, 5000]);
});

test("doubles the delay of each further guess, up to eight seconds", () => {
  expect([-5, 0, 1, 2, 3, 4, 5, 6, 100_000].map(delayOfGuess)).toEqual([
    0, 0, 500, 1000, 2000, 4000, 8000, 8000, 8000,
  ]);
});

test("refuses a frequent caller for some seconds when the room is full", async () => {
  const { room, endOne } = slowRoom();
  const waits = ["one", "two"].map(async (session) => room.wait(50, callOf(session), never));
  await expect(room.wait(50, callOf("three"), never)).rejects.toMatchObject({ detail: { retryAfter: 5 } });
  await room.wait(0, callOf("three"), never);
  endOne();
  await waits[0];
  const third = room.wait(50, callOf("three"), never);
  endOne();
  endOne();
  expect(await Promise.all([waits[1], third])).toEqual([undefined, undefined]);
});

test("admits one call of a session and replaces it by a less frequent caller's", async () => {
  const { room, endOne } = slowRoom();
  const busy = room.wait(50, callOf("busy"), never);
  for (let count = 0; count < 3; count += 1)
    await expect(room.wait(50, callOf("busy"), never)).rejects.toMatchObject({ code: "too-many-requests" });
  const calm = room.wait(50, callOf("calm"), never);
  const newcomer = room.wait(50, callOf("newcomer"), never);
  await expect(busy).rejects.toMatchObject({ code: "too-many-requests", detail: { retryAfter: 5 } });
  for (let count = 0; count < 3; count += 1) endOne();
  expect(await Promise.all([calm, newcomer])).toEqual([undefined, undefined]);
});

test("forgets a visit after a quarter of an hour", async () => {
  using _clock = stopClock();
  const { room, endOne } = slowRoom();
  const guests = ["one", "two"].map(async (session) => room.wait(50, callOf(session), never));
  await expect(room.wait(50, callOf("three"), never)).rejects.toMatchObject({ code: "too-many-requests" });
  vi.setSystemTime(Date.now() + 16 * 60_000);
  endOne();
  await guests[0];
  const again = room.wait(50, callOf("three"), never);
  await expect(room.wait(50, callOf("one"), never)).rejects.toMatchObject({ code: "too-many-requests" });
  endOne();
  endOne();
  expect(await Promise.all([guests[1], again])).toEqual([undefined, undefined]);
});

test("ends a wait when the client disconnects or the server stops", async () => {
  const room = new WaitingRoom();
  const client = new AbortController();
  const left = room.wait(3_600_000, callOf("one"), client.signal);
  client.abort();
  await expect(left).rejects.toMatchObject({ code: "too-many-requests" });
  const stopped = room.wait(3_600_000, callOf("one"), never);
  room.close();
  await expect(stopped).rejects.toMatchObject({ code: "too-many-requests" });
});

/** At most two calls of a camp and one of a session. */
function callOf(who: string) {
  const places = [
    { of: "camp", most: 2 },
    { of: who, most: 1 },
  ];
  return { who, places };
}

function slowRoom() {
  const ends: (() => void)[] = [];
  const room = new WaitingRoom(async () => new Promise<void>((resolve) => ends.push(resolve)));
  return { room, endOne: () => ends.shift()?.() };
}
