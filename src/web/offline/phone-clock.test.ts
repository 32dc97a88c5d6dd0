import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { shareThought } from "#shared/features/daily/contract.ts";
import { addDiscoveries, listDiscoveries } from "#shared/features/explore/contract.ts";
import { artIds } from "#shared/features/map/view/reach.ts";
import { confirmLoan, listLoans, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { dayOf } from "#shared/features/lending/days.ts";
import { listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { setTag } from "#shared/features/nfc/contract.ts";
import { newTagCode } from "#shared/features/nfc/tag-code.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import type { NewOperation } from "#shared/outbox/operation.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

// A phone with a wrong clock and the page's own outbox, and a real server with a correct clock.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestApp;
let owner: TestClient;
let phone: TestClient;
let userId: string;
let device: Awaited<ReturnType<typeof usePhone>>;
/** The true time, and how far the phone's clock is ahead of it, in milliseconds. */
let now = Date.now();
let ahead = 0;

beforeAll(async () => {
  app = await startTestApp();
  await app.database.kysely.insertInto("communities").values({ id: "circle", name: "Circle" }).execute();
  owner = await app.signUp("Olga");
  phone = await app.signUp("Ada");
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("navigator", { onLine: true, userActivation: { isActive: true } });
  vi.useFakeTimers({ toFake: ["Date"] });
  device = await usePhone();
});
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await app[Symbol.asyncDispose]();
});

function setPhone(toAhead: number): void {
  ahead = toAhead;
  vi.setSystemTime(now + ahead);
}

function pass(ms: number): void {
  now += ms;
  vi.setSystemTime(now + ahead);
}

/** Loads the page's modules; during a request the server's clock applies. */
async function usePhone() {
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    vi.setSystemTime(now);
    const response = await phone.request(address, init);
    vi.setSystemTime(now + ahead);
    return response;
  });
  const [outbox, sender, user, setBack, { openDatabase }] = await Promise.all([
    import("./outbox/outbox.ts"),
    import("./outbox/sender.ts"),
    import("./user/set-user.ts"),
    import("./set-back/set-back.ts"),
    import("./database.ts"),
  ]);
  userId = (await phone.call(getSession, {})).user.userId;
  return { ...outbox, ...sender, ...setBack, ...user, database: await openDatabase() };
}

/** A timestamp as the forms write it. */
const written = () => new Date().toISOString();

const clocks: [string, { measured: number | null; writing: number; sending: number }][] = [
  ["three days ahead", { measured: 3 * DAY, writing: 3 * DAY, sending: 3 * DAY }],
  ["three days behind", { measured: -3 * DAY, writing: -3 * DAY, sending: -3 * DAY }],
  [
    "three days ahead, and the server was never heard",
    { measured: null, writing: 3 * DAY, sending: 3 * DAY },
  ],
  [
    "three days behind, and the server was never heard",
    { measured: null, writing: -3 * DAY, sending: -3 * DAY },
  ],
  ["three days ahead until the signal sets it right", { measured: 3 * DAY, writing: 3 * DAY, sending: 0 }],
  ["three days behind until the signal sets it right", { measured: -3 * DAY, writing: -3 * DAY, sending: 0 }],
  ["right until it is set three days back before sending", { measured: 0, writing: 0, sending: -3 * DAY }],
  ["wrong, and set right before anything is written", { measured: -3 * DAY, writing: 0, sending: 0 }],
  ["right", { measured: 0, writing: 0, sending: 0 }],
];

test.each(clocks)("stores the server's time for data written by a clock that is %s", async (name, clock) => {
  setPhone(0);
  const loan = await promiseThing(name);
  await app.database.kysely.deleteFrom("discoveries").execute();
  await device.database.clear("facts");
  await device.setUser(userId);
  setPhone(clock.measured ?? 0);
  if (clock.measured !== null) await device.lookForSetBack();
  pass(HOUR);
  setPhone(clock.writing);
  const [thoughtId, memoryId, artId] = [newId(), newId(), artIds[0]];
  if (artId === undefined) throw new Error("there is art on the map");
  const thought = { id: thoughtId, content: "Dust everywhere, and a good day.", timestamp: written() };
  const place = { kind: "art", id: artId, discoveredAt: written() };
  const tap = { step: "hand-over", answer: "yes", code: loan.code, at: written() };
  await device.append([
    operation(shareThought.id, thoughtId, thought),
    operation(addDiscoveries.id, artId, { places: [place] }),
    { ...operation(confirmLoan.id, loan.id, tap), params: { loanId: loan.id } },
  ]);
  const firstAt = now;
  pass(HOUR);
  const memory = {
    id: memoryId,
    type: "something-else",
    // Equal notes would be one.
    content: `The kite flew all day long. The clock is ${name}.`,
    createdAt: written(),
  };
  await device.append([operation(createMemory.id, memoryId, memory)]);
  const memoryAt = now;
  pass(HOUR);
  setPhone(clock.sending);
  await device.drain();
  expect(await device.listOperations()).toEqual([]);

  const memories = await phone.call(listMemories, { query: {} });
  const { discoveries } = await phone.call(listDiscoveries, {});
  const { loans } = await phone.call(listLoans, { query: {} });
  const times = {
    thought: memories.find(({ id }) => id === thoughtId)?.createdAt,
    place: discoveries.find(({ id }) => id === artId)?.discoveredAt,
    tap: loans.find(({ id }) => id === loan.id)?.confirmed?.at,
    memory: memories.find(({ id }) => id === memoryId)?.createdAt,
  };
  const minutesOff = (time: string | undefined, right: number) =>
    Math.abs(Date.parse(time ?? "") - right) / 60_000;
  expect(minutesOff(times.thought, firstAt)).toBeLessThan(3);
  expect(minutesOff(times.place, firstAt)).toBeLessThan(3);
  expect(minutesOff(times.tap, firstAt)).toBeLessThan(3);
  expect(minutesOff(times.memory, memoryAt)).toBeLessThan(3);
});

function operation(endpointId: string, thing: string, body: unknown): NewOperation {
  return { endpointId, entity: `thing:${thing}`, label: "Something", body };
}

/** A resource the phone's user may collect today. */
async function promiseThing(title: string): Promise<{ id: string; code: string }> {
  const { id: entryId } = await owner.call(addResource, {
    body: { loobricateId: "circle", title, description: "To share.", offeringType: "gear" },
  });
  const code = newTagCode();
  await owner.call(setTag, { params: { entryId }, body: { code } });
  const day = dayOf(new Date(now));
  const { id } = await phone.call(requestLoan, { body: { resourceId: entryId, first: day, last: day } });
  await owner.call(stepLoan, { params: { loanId: id }, body: { step: "approve" } });
  return { id, code };
}
