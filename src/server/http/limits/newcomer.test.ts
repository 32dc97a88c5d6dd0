import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { guardedTurns, steadyTurns, type Turns, WaitingRoom } from "./waiting-room.ts";

// A newcomer asks beside a stranger who shares the network address and has endless fresh sessions. The room does not know sessions, so a
// stranger with and without them is the same here. All of a stranger's calls act in step, which serves the stranger best.

const TRY_MS = 20_000;
const TRIES = 1500;
/** Newcomers beside the stranger: twenty at a time, who also compete with each other. */
const EVERY_MS = TRY_MS / 20;
const REFUSED_MS = 2000;

interface Stranger {
  plan: string;
  connections: number;
  /** Milliseconds after which a waiting call is dropped. */
  drops?: number;
  /** Milliseconds until the connection asks again. */
  again: number;
}

const strangers: Stranger[] = [
  { plan: "four loops", connections: 4, again: 0 },
  { plan: "sixty loops", connections: 60, again: 0 },
  { plan: "asks again after each answer", connections: 600, again: 0 },
  { plan: "waits as long as the refusal says", connections: 600, again: REFUSED_MS },
  { plan: "drops each call and asks anew", connections: 600, drops: 10_000, again: 0 },
  { plan: "is away in between", connections: 600, drops: 10_000, again: 2000 },
];

const rooms: { room: string; turns: Turns }[] = [
  { room: "guesses and sign-ups", turns: guardedTurns },
  { room: "new sessions", turns: steadyTurns(80) },
];

// Hundreds of thousands of refusals, whose stacks would take most of the time.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 0));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));

test.for(rooms.flatMap((room) => strangers.map((stranger) => ({ ...room, ...stranger }))))(
  "lets a newcomer in within 20 s in one of four tries: $room, $connections connections, $plan",
  async ({ turns, ...stranger }) => {
    expect(await shareOfNewcomers(turns, stranger)).toBeGreaterThanOrEqual(0.25);
  },
);

async function shareOfNewcomers(turns: Turns, stranger: Stranger): Promise<number> {
  const time = virtualTime();
  const room = new WaitingRoom(time.sleep, seededRandom(1), time.now);
  const end = (TRIES + 20) * EVERY_MS;
  let admitted = 0;

  async function connect(): Promise<void> {
    while (time.now() < end) {
      const call = new AbortController();
      const drops = stranger.drops === undefined ? null : time.at(stranger.drops, () => call.abort());
      await room.wait("camp", turns, call.signal).catch(() => undefined);
      drops?.();
      // Not in the same instant: an answer needs some time to reach the stranger.
      await time.sleep(Math.max(1, stranger.again));
    }
  }

  async function arrive(): Promise<void> {
    const closes = time.now() + TRY_MS;
    const phone = new AbortController();
    time.at(TRY_MS, () => phone.abort());
    while (time.now() < closes) {
      const isIn = await room.wait("camp", turns, phone.signal).then(
        () => true,
        () => false,
      );
      if (isIn) {
        admitted += 1;
        return;
      }
      await time.sleep(REFUSED_MS);
    }
  }

  for (let count = 0; count < stranger.connections; count += 1) void connect();
  for (let count = 0; count < TRIES; count += 1) time.at(TRY_MS + count * EVERY_MS, () => void arrive());
  await time.runUntil(end);
  room.close();
  return admitted / TRIES;
}

/** A clock of whole milliseconds that goes on as soon as all that is due has happened. */
function virtualTime() {
  let now = 0;
  const due = new Map<number, Set<() => void>>();
  /** @returns a function that cancels it */
  const at = (ms: number, happen: () => void): (() => void) => {
    const when = now + Math.max(1, Math.round(ms));
    const all = due.get(when) ?? new Set();
    due.set(when, all.add(happen));
    return () => void all.delete(happen);
  };
  return {
    now: () => now,
    at,
    sleep: async (ms: number) => new Promise<void>((resolve) => void at(ms, resolve)),
    async runUntil(end: number) {
      for (; now < end; now += 1) {
        const all = due.get(now);
        due.delete(now);
        if (all === undefined || all.size === 0) continue;
        for (const happen of all) happen();
        await new Promise(setImmediate);
      }
    },
  };
}
