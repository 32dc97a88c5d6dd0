import { afterAll, beforeAll, expect, test } from "vitest";
import { getCalendar } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import { deleteEntry } from "#shared/features/resources/contract.ts";
import { notifyDue } from "./due-job.ts";
import {
  addThing,
  ask,
  loansOf,
  newest,
  refuse,
  setAvailability,
  step,
  notificationsOf,
} from "#server/testing/lending.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

const today = dayOf(new Date());
const days = (from: number, to: number) => ({ first: addDays(today, from), last: addDays(today, to) });
let app: TestApp;
let owner: TestClient;
let ada: TestClient;
let bob: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  await app.database.kysely.insertInto("communities").values({ id: "circle", name: "Circle" }).execute();
  owner = await app.signUp("Olga");
  ada = await app.signUp("Ada");
  bob = await app.signUp("Bob");
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test("notifies the first in the queue on return and lends to no other user", async () => {
  const resourceId = await addThing(owner, "A ladder");
  const first = await ask(ada, resourceId, days(0, 3));
  const second = await ask(bob, resourceId, days(1, 2));
  expect(second.queuePosition).toBe(2);
  await step(owner, first.id, "approve");
  await step(owner, first.id, "hand-over");
  expect((await refuse(owner, second.id, "approve")).error).toMatch(/promised to someone else/);
  await step(ada, first.id, "return");
  expect(await newest(bob)).toMatch(/^A ladder is free again, and you are first in the queue/);
  expect(await newest(owner)).toMatch(/^Bob is next in the queue for A ladder/);
  await step(owner, second.id, "approve");
});

test("notifies only requests whose own days are free", async () => {
  const resourceId = await addThing(owner, "A winch");
  const out = await ask(ada, resourceId, days(0, 1));
  const promised = await ask(await app.signUp("Dana"), resourceId, days(5, 6));
  const blocked = await ask(bob, resourceId, days(4, 5));
  const eve = await app.signUp("Eve");
  const free = await ask(eve, resourceId, days(8, 9));
  for (const { id } of [out, promised]) await step(owner, id, "approve");
  await step(owner, out.id, "hand-over");
  const before = await newest(bob);
  await step(owner, out.id, "return");
  expect(await newest(bob)).toBe(before);
  expect(await newest(eve)).toMatch(/^A winch is free again, and you are first in the queue for/);
  await step(owner, promised.id, "cancel");
  expect(await newest(bob)).toMatch(/^A winch is free again/);

  const seen = [await newest(bob), await newest(eve)];
  await step(owner, blocked.id, "approve");
  await setAvailability(owner, resourceId, "maintenance");
  await step(owner, blocked.id, "cancel");
  expect(await newest(eve)).toBe(seen[1]);
  await step(eve, free.id, "cancel");
});

test("never promises an overdue thing for today", async () => {
  const resourceId = await addThing(owner, "A saw");
  const late = await ask(ada, resourceId, days(0, 0));
  await step(owner, late.id, "approve");
  await step(owner, late.id, "hand-over");
  await app.database.kysely
    .updateTable("loans")
    .set({ first_day: addDays(today, -5), last_day: addDays(today, -3) })
    .where("id", "=", late.id)
    .execute();
  const now = await ask(bob, resourceId, days(0, 1));
  const later = await ask(await app.signUp("Finn"), resourceId, days(3, 4));
  expect((await bob.call(getCalendar, { params: { resourceId } })).taken).toContainEqual(
    expect.objectContaining({ last: today, isOut: true }),
  );
  expect((await loansOf(owner, resourceId)).find(({ id }) => id === now.id)?.isStillOut).toBe(true);
  expect((await refuse(owner, now.id, "approve")).error).toBe(
    "Ada still has it, so it cannot be promised for today. Mark that loan as returned first.",
  );
  expect((await step(owner, later.id, "approve")).isStillOut).toBe(true);
  await step(owner, late.id, "return");
  expect(await step(owner, now.id, "approve")).toMatchObject({ state: "approved", isStillOut: false });
  await step(owner, now.id, "cancel");
});

test("notifies the first in the queue when an unavailable thing is free again", async () => {
  const resourceId = await addThing(owner, "A loom");
  await ask(bob, resourceId, days(1, 2));
  await setAvailability(owner, resourceId, "unavailable");
  await setAvailability(owner, resourceId, "available");
  expect(await newest(bob)).toMatch(/^A loom is free again, and you are first in the queue/);
});

test("frees only the days when a promise ends while the thing is out", async () => {
  const resourceId = await addThing(owner, "A tarp");
  const out = await ask(ada, resourceId, days(0, 1));
  const promised = await ask(await app.signUp("Hal"), resourceId, days(5, 6));
  await ask(bob, resourceId, days(5, 5));
  for (const { id } of [out, promised]) await step(owner, id, "approve");
  await step(owner, out.id, "hand-over");
  await step(owner, promised.id, "cancel");
  expect(await newest(bob)).toMatch(/^A tarp is free on .* now, and you are first in the queue\.$/);
});

test("notifies waiting users when a thing is archived or restored", async () => {
  const resourceId = await addThing(owner, "A lens");
  // It may be handed over from the day before; until noon UTC, some zones are still in yesterday.
  const { id } = await ask(ada, resourceId, days(1, 3));
  await step(owner, id, "approve");
  const asked = await ask(bob, resourceId, days(5, 6));
  await ask(bob, resourceId, days(8, 9));
  const before = (await notificationsOf(bob)).length;
  await setAvailability(owner, resourceId, "archived");
  for (const person of [ada, bob])
    expect(await newest(person)).toBe(
      "A lens was taken out of the library, so it cannot be borrowed any more.",
    );
  expect(await notificationsOf(bob)).toHaveLength(before + 1);
  const archived = (await loansOf(owner, resourceId)).map(({ isArchived, steps }) => [isArchived, steps]);
  expect(archived).toEqual([
    [true, ["decline"]],
    [true, ["decline"]],
    [true, ["answer", "cancel"]],
  ]);
  expect((await refuse(owner, asked.id, "approve")).error).toMatch(/^It was taken out of the library\./);
  expect((await refuse(owner, id, "hand-over")).error).toMatch(/^It was taken out of the library\./);
  await setAvailability(owner, resourceId, "active");
  expect(await newest(ada)).toBe("A lens is back in the library. Your loan is on again.");
  expect(await newest(bob)).toBe("A lens is back in the library. Your request still waits for an answer.");
});

test("notifies both sides and the queue once about an overdue loan", async () => {
  const resourceId = await addThing(owner, "A kite");
  const late = await ask(ada, resourceId, days(0, 0));
  await step(owner, late.id, "approve");
  await step(owner, late.id, "hand-over");
  const next = await ask(bob, resourceId, days(2, 3));
  await step(owner, next.id, "approve");
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
  await notifyDue(app.deps, inTwoDays);
  const notified = await count();
  await notifyDue(app.deps, inTwoDays);
  expect(await count()).toBe(notified);
  expect(await newest(ada)).toMatch(/^A kite should be back by now/);
  expect(await newest(bob)).toMatch(/^A kite is late/);
  expect((await refuse(owner, next.id, "hand-over")).status).toBe(409);

  await setAvailability(owner, resourceId, "maintenance");
  await notifyDue(app.deps, new Date());
  expect(await newest(ada)).toMatch(/being repaired: please look/);
  expect(await newest(bob)).toMatch(/^A kite is being repaired/);
  await setAvailability(owner, resourceId, "available");
  await notifyDue(app.deps, new Date());
  expect(await newest(bob)).toMatch(/is repaired and can be borrowed again/);

  await owner.call(deleteEntry, { params: { entryId: resourceId } });
  expect(await newest(ada)).toMatch(/taken out of the library. Please give it back/);
});

async function count(): Promise<number> {
  const rows = await app.database.kysely.selectFrom("notifications").select("id").execute();
  return rows.length;
}
