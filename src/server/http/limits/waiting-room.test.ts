import { expect, test } from "vitest";
import { delayOfGuess } from "./guess-limit.ts";
import { delayOfCall, WaitingRoom } from "./waiting-room.ts";

const never = new AbortController().signal;

test("a call waits longer with each one before it, up to five seconds", () => {
  expect([-5, 0, 1, 2, 50, 100, 100_000].map(delayOfCall)).toEqual([0, 0, 50, 100, 2500, 5000, 5000]);
});

test("a guess waits twice as long as the one before it, up to eight seconds", () => {
  expect([-5, 0, 1, 2, 3, 4, 5, 6, 100_000].map(delayOfGuess)).toEqual([
    0, 0, 500, 1000, 2000, 4000, 8000, 8000, 8000,
  ]);
});

test("a full place refuses for some seconds, and only its own callers", async () => {
  const { room, endOne } = slowRoom();
  const waits = ["one", "two"].map(async (session) => room.wait(50, placesOf(session), never));
  await expect(room.wait(50, placesOf("one"), never)).rejects.toMatchObject({ detail: { retryAfter: 5 } });
  await expect(room.wait(50, placesOf("three"), never)).rejects.toMatchObject({ code: "too-many-requests" });
  await room.wait(0, placesOf("three"), never);
  endOne();
  await waits[0];
  const third = room.wait(50, placesOf("three"), never);
  endOne();
  endOne();
  expect(await Promise.all([waits[1], third])).toEqual([undefined, undefined]);
});

test("a call stops waiting when its client leaves or the server stops", async () => {
  const room = new WaitingRoom();
  const client = new AbortController();
  const left = room.wait(3_600_000, placesOf("one"), client.signal);
  client.abort();
  await expect(left).rejects.toMatchObject({ code: "too-many-requests" });
  const stopped = room.wait(3_600_000, placesOf("one"), never);
  room.close();
  await expect(stopped).rejects.toMatchObject({ code: "too-many-requests" });
});

/** At most two calls of a camp and one of a session. */
function placesOf(session: string) {
  return [
    { of: "camp", most: 2 },
    { of: session, most: 1 },
  ];
}

function slowRoom() {
  const ends: (() => void)[] = [];
  const room = new WaitingRoom(async () => new Promise<void>((resolve) => ends.push(resolve)));
  return { room, endOne: () => ends.shift()?.() };
}
