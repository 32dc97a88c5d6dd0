import { expect, test } from "vitest";
import { gapOf, guardedTurns, steadyTurns, WaitingRoom } from "./waiting-room.ts";

const never = new AbortController().signal;
const refusal = { code: "too-many-requests", detail: { retryAfter: 2 } };

test("gives each of many waiting calls a turn in ten seconds, between one and ten turns a second", () => {
  expect([1, 10, 20, 50, 100, 600].map((waiting) => gapOf(waiting, guardedTurns))).toEqual([
    1000, 1000, 500, 200, 100, 100,
  ]);
  expect([1, 600].map((waiting) => gapOf(waiting, steadyTurns(80)))).toEqual([80, 80]);
});

test("draws the next call by lot, regardless of the order of arrival", async () => {
  const { room, nextTurn } = slowRoom([0.5, 0.99, 0]);
  const entered: string[] = [];
  const calls = ["first", "second", "third"].map(async (name) => {
    await room.wait("camp", guardedTurns, never);
    entered.push(name);
  });
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  await Promise.all(calls);
  expect(entered).toEqual(["second", "third", "first"]);
});

test("refuses a call without a turn in time", async () => {
  const { room, nextTurn, clock } = slowRoom([0]);
  const early = room.wait("camp", guardedTurns, never);
  clock.now += 15_000;
  const late = room.wait("camp", guardedTurns, never);
  clock.now += 5000;
  const outcomes = Promise.allSettled([early, late]);
  await nextTurn();
  expect(await outcomes).toMatchObject([{ status: "rejected", reason: refusal }, { status: "fulfilled" }]);
});

test("gives no turn earlier because the room was empty for a moment", async () => {
  const { room, nextTurn, pauses } = slowRoom([0, 0]);
  const client = new AbortController();
  const gone = room.wait("camp", guardedTurns, client.signal);
  client.abort();
  await expect(gone).rejects.toMatchObject(refusal);
  const next = room.wait("camp", guardedTurns, never);
  expect(pauses).toEqual([1000]);
  await nextTurn();
  await next;
  const later = room.wait("camp", guardedTurns, never);
  expect(pauses).toEqual([1000, 1000]);
  await nextTurn();
  await later;
});

test("gives every room its own turns", async () => {
  const { room, nextTurn, pauses } = slowRoom([0, 0]);
  const calls = ["one camp", "another camp"].map(async (camp) => room.wait(camp, guardedTurns, never));
  expect(pauses).toEqual([1000, 1000]);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  await Promise.all(calls);
});

test("ends a wait when the client disconnects or the server stops", async () => {
  const room = new WaitingRoom();
  const client = new AbortController();
  const hourly = { slowest: 3_600_000, fastest: 3_600_000, patience: 3_600_000 };
  const left = room.wait("camp", hourly, client.signal);
  client.abort();
  await expect(left).rejects.toMatchObject(refusal);
  await expect(room.wait("camp", hourly, client.signal)).rejects.toMatchObject(refusal);
  const stopped = room.wait("camp", hourly, never);
  room.close();
  await expect(stopped).rejects.toMatchObject(refusal);
});

/** A room that draws with the given numbers and gives a turn only on demand. */
function slowRoom(draws: number[]) {
  const clock = { now: 0 };
  const pauses: number[] = [];
  const turns: (() => void)[] = [];
  const sleeper = async (ms: number) => {
    pauses.push(ms);
    await new Promise<void>((resolve) => turns.push(resolve));
  };
  const room = new WaitingRoom(
    sleeper,
    () => draws.shift() ?? 0,
    () => clock.now,
  );
  const nextTurn = async () => {
    turns.shift()?.();
    await new Promise(setImmediate);
  };
  return { room, nextTurn, pauses, clock };
}
