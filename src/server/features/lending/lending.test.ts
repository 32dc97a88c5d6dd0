import { afterAll, beforeAll, expect, test } from "vitest";
import { getCalendar, listLoans, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { addResource, deleteEntry, editEntry, getResource } from "#shared/features/resources/contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import { tellDue } from "./due-job.ts";
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

test("asked, agreed, handed over and back: both sides are told, the contact is shown in between, the history tells of it", async () => {
  const resourceId = await addThing("A generator");
  const asked = await ask(ada, resourceId, days(0, 2), { message: "For our stage", contact: "Camp Nine" });
  expect(asked).toMatchObject({ state: "requested", side: "borrower", queuePosition: 1, contact: null });
  expect(await contactOf(ada, resourceId)).toBeNull();
  expect(await loansOf(owner, resourceId)).toMatchObject([
    { side: "owner", otherName: "Ada", contact: "Camp Nine", steps: ["approve", "decline"] },
  ]);
  expect(await newest(owner)).toMatch(/^Ada asks to borrow A generator, .*\.$/);

  const agreed = await step(owner, asked.id, "approve", { note: "Come by after five" });
  expect(agreed.state).toBe("approved");
  expect(await loansOf(ada, resourceId)).toMatchObject([
    { contact: "olga@example.org", answer: "Come by after five" },
  ]);
  expect(await contactOf(ada, resourceId)).toBe("olga@example.org");
  expect(await contactOf(bob, resourceId)).toBeNull();

  await step(ada, asked.id, "hand-over");
  const back = await step(owner, asked.id, "return", { note: "One dent" });
  expect(back).toMatchObject({ state: "returned", conditionNote: "One dent", steps: [] });
  expect(await contactOf(ada, resourceId)).toBeNull();
  expect(await newest(ada)).toBe("Olga says A generator is back.");
  const { history } = await ada.call(getResource, { params: { resourceId } });
  expect(history.map(({ action }) => action)).toEqual(["Returned", "Handed over", "Added to the library"]);
});

test("only the owner may say where and when, and only after agreeing", async () => {
  const resourceId = await addThing("A bike kit");
  const { id } = await ask(ada, resourceId, days(0, 2));
  const note = "At the blue dome, 6 pm";
  expect((await refuse(owner, id, "answer", { note })).error).toBe("This is still only asked for.");
  await step(owner, id, "approve");
  expect(await step(owner, id, "answer", { note })).toMatchObject({ state: "approved", answer: note });
  expect(await loansOf(ada, resourceId)).toMatchObject([{ state: "approved", answer: note }]);
  expect(await newest(ada)).toBe("Olga about A bike kit: “At the blue dome, 6 pm”");
  expect((await refuse(ada, id, "answer", { note: "At mine" })).error).toBe("Only the owner can do that.");
  expect((await refuse(bob, id, "answer", { note: "At mine" })).code).toBe("not-found");
  for (const words of ["  ", "x".repeat(501)])
    expect((await refuse(owner, id, "answer", { note: words })).code).toBe("invalid-input");
  expect(await loansOf(ada, resourceId)).toMatchObject([{ answer: note }]);
});

test("of 20 concurrent approvals of one slot exactly one succeeds, and the others get the reason", async () => {
  const resourceId = await addThing("A tent");
  const requests: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    const person = await app.signUp(`Person ${number}`);
    requests.push((await ask(person, resourceId, days(5, 6 + (number % 3)))).id);
  }
  const positions = (await loansOf(owner, resourceId)).map(({ queuePosition }) => queuePosition);
  expect(positions.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  const answers = await Promise.all(
    requests.map((loanId) => owner.send(stepLoan, { params: { loanId }, body: { step: "approve" } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refusals = await Promise.all(
    answers.filter(({ status }) => status !== 200).map(async (answer): Promise<unknown> => answer.json()),
  );
  expect(refusals).toEqual(
    Array(19).fill({
      code: "already-taken",
      error: "Some of these days are already promised to someone else.",
    }),
  );
  const { taken, waiting } = await bob.call(getCalendar, { params: { resourceId } });
  expect([taken.length, waiting]).toEqual([1, 19]);
});

test("the first in the queue is notified when it is back, and nobody gets it while it is out", async () => {
  const resourceId = await addThing("A ladder");
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

test("only a request whose own days are free hears that the thing is free again", async () => {
  const resourceId = await addThing("A winch");
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
  await setAvailability(resourceId, "maintenance");
  await step(owner, blocked.id, "cancel");
  expect(await newest(eve)).toBe(seen[1]);
  await step(eve, free.id, "cancel");
});

test("an overdue thing is out until it is back, and cannot be promised for today", async () => {
  const resourceId = await addThing("A saw");
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
});

test("whoever waits for a thing hears that it was archived, and that it is back", async () => {
  const resourceId = await addThing("A lens");
  const { id } = await ask(ada, resourceId, days(2, 3));
  await step(owner, id, "approve");
  await ask(bob, resourceId, days(5, 6));
  await setAvailability(resourceId, "archived");
  for (const person of [ada, bob])
    expect(await newest(person)).toBe(
      "A lens was taken out of the library, so it cannot be borrowed any more.",
    );
  await setAvailability(resourceId, "active");
  expect(await newest(ada)).toBe("A lens is back in the library. What you agreed on holds again.");
  expect(await newest(bob)).toBe("A lens is back in the library. Your request still waits for an answer.");
});

test("damage is named in the notification, and the next in line waits until the owner has checked", async () => {
  const resourceId = await addThing("A stove");
  const first = await ask(ada, resourceId, days(0, 3));
  await ask(bob, resourceId, days(1, 2));
  await step(owner, first.id, "approve");
  await step(owner, first.id, "hand-over");
  const before = await newest(bob);
  const back = await step(ada, first.id, "return", { note: "The left burner is bent." });
  expect(back).toMatchObject({ state: "returned", awaitsCheck: true, steps: [] });
  expect(await newest(owner)).toBe("A stove is back. Ada says: “The left burner is bent.” Is it all right?");
  expect(await newest(bob)).toBe(before);
  expect((await loansOf(owner, resourceId)).find(({ id }) => id === first.id)?.steps).toEqual(["check"]);
  expect((await refuse(ada, first.id, "check")).error).toBe("Only the owner can do that.");

  expect((await step(owner, first.id, "check")).awaitsCheck).toBe(false);
  expect(await newest(ada)).toBe("Olga says A stove is all right.");
  expect(await newest(bob)).toMatch(/^A stove is free again/);
  expect((await refuse(owner, first.id, "check")).error).toBe("This is back already.");
});

test("a request ends when its days have passed, and is notified once", async () => {
  const resourceId = await addThing("A swing");
  const asked = await ask(ada, resourceId, days(0, 0));
  const promised = await ask(bob, resourceId, days(1, 1));
  await step(owner, promised.id, "approve");
  await tellDue(app.deps, new Date(Date.now() + 5 * 86_400_000));
  expect((await loansOf(owner, resourceId)).map(({ state }) => state)).toEqual(["expired", "expired"]);
  for (const person of [ada, bob])
    expect(await told(person)).toContain(
      "The days you asked A swing for are over. Ask again for later ones.",
    );
  const before = await count();
  await tellDue(app.deps, new Date(Date.now() + 6 * 86_400_000));
  expect(await count()).toBe(before);
  expect((await refuse(owner, asked.id, "approve")).error).toMatch(/^Those days are over/);
});

test("an overdue loan is notified once to both sides and the next in line; a broken thing to its holder and those waiting", async () => {
  const resourceId = await addThing("A kite");
  const late = await ask(ada, resourceId, days(0, 0));
  await step(owner, late.id, "approve");
  await step(owner, late.id, "hand-over");
  const next = await ask(bob, resourceId, days(2, 3));
  await step(owner, next.id, "approve");
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
  await tellDue(app.deps, inTwoDays);
  const told = await count();
  await tellDue(app.deps, inTwoDays);
  expect(await count()).toBe(told);
  expect(await newest(ada)).toMatch(/^A kite should be back by now/);
  expect(await newest(bob)).toMatch(/^A kite is late/);
  expect((await refuse(owner, next.id, "hand-over")).status).toBe(409);

  await setAvailability(resourceId, "maintenance");
  await tellDue(app.deps, new Date());
  expect(await newest(ada)).toMatch(/being repaired: please look/);
  expect(await newest(bob)).toMatch(/^A kite is being repaired/);
  await setAvailability(resourceId, "available");
  await tellDue(app.deps, new Date());
  expect(await newest(bob)).toMatch(/is repaired and can be borrowed again/);

  await owner.call(deleteEntry, { params: { entryId: resourceId } });
  expect(await newest(ada)).toMatch(/taken out of the library. Please give it back/);
});

test("a request sent twice is one; days requested twice are refused; strangers see nothing", async () => {
  const resourceId = await addThing("A drum");
  const body = { id: newId(), resourceId, ...days(1, 2) };
  const [one, two] = await Promise.all([
    ada.call(requestLoan, { body }, { idempotencyKey: "key-of-the-request" }),
    ada.call(requestLoan, { body }, { idempotencyKey: "key-of-the-request" }),
  ]);
  expect(two).toEqual(one);
  expect((await ada.call(requestLoan, { body })).id).toBe(body.id);
  expect(await loansOf(owner, resourceId)).toHaveLength(1);
  expect((await ada.refusal(requestLoan, { body: { resourceId, ...days(2, 4) } })).code).toBe(
    "already-taken",
  );
  expect((await bob.refusal(requestLoan, { body })).code).toBe("already-taken");
  expect((await owner.refusal(requestLoan, { body: { resourceId, ...days(1, 1) } })).code).toBe(
    "invalid-input",
  );

  expect(await loansOf(bob, resourceId)).toEqual([]);
  expect((await refuse(bob, body.id, "approve")).code).toBe("not-found");
  expect((await refuse(ada, body.id, "approve")).error).toBe("Only the owner can do that.");
  expect((await refuse(owner, body.id, "return")).code).toBe("already-taken");
  await step(ada, body.id, "cancel");
  expect((await refuse(owner, body.id, "approve")).error).toBe("This was cancelled.");
});

test("invalid input: malformed, past or endless days, 5,000 characters, photos of nobody", async () => {
  const resourceId = await addThing("A bell");
  const refused = async (given: object) =>
    (await ada.refusal(requestLoan, { body: { resourceId, ...days(1, 2), ...given } })).code;
  for (const given of [
    { first: "NaN" },
    { last: "9999-12-31" },
    { first: "2001-01-01", last: "2001-01-02" },
    { first: addDays(today, 3) },
    { last: addDays(today, 300) },
    { message: "x".repeat(5_000) },
    { contact: "x".repeat(5_000) },
    { first: null },
    { borrowerId: "somebody" },
  ])
    expect([given, await refused(given)]).toEqual([given, "invalid-input"]);
  expect(await refused({ resourceId: newId() })).toBe("not-found");
  await setAvailability(resourceId, "unavailable");
  expect(await refused({})).toBe("already-taken");
  await setAvailability(resourceId, "available");

  const { id } = await ask(ada, resourceId, days(0, 1));
  expect((await refuse(owner, id, "approve", { note: "x".repeat(5_000) })).code).toBe("invalid-input");
  await step(owner, id, "approve");
  await step(owner, id, "hand-over");
  const photo = "entries/nobody/1-a.webp";
  expect((await refuse(ada, id, "return", { photo })).code).toBe("forbidden");
  expect((await loansOf(ada, resourceId))[0]?.state).toBe("handed-over");
});

async function addThing(title: string): Promise<string> {
  const { id } = await owner.call(addResource, {
    body: {
      loobricateId: "circle",
      title,
      description: "To share.",
      offeringType: "gear",
      email: "olga@example.org",
    },
  });
  return id;
}

function ask(
  client: TestClient,
  resourceId: string,
  when: { first: string; last: string },
  words: { message?: string; contact?: string } = {},
) {
  return client.call(requestLoan, { body: { resourceId, ...when, ...words } });
}

function step(client: TestClient, loanId: string, taken: LoanStep, more: { note?: string } = {}) {
  return client.call(stepLoan, { params: { loanId }, body: { step: taken, ...more } });
}

function refuse(client: TestClient, loanId: string, taken: LoanStep, more: object = {}) {
  return client.refusal(stepLoan, { params: { loanId }, body: { step: taken, ...more } });
}

async function loansOf(client: TestClient, resourceId: string) {
  return (await client.call(listLoans, { query: { resourceId } })).loans;
}

async function contactOf(client: TestClient, resourceId: string) {
  return (await client.call(getResource, { params: { resourceId } })).email;
}

async function newest(client: TestClient): Promise<string> {
  return (await told(client))[0] ?? "";
}

/** Newest first. */
async function told(client: TestClient): Promise<string[]> {
  const { notifications } = await client.call(listNotifications, { query: {} });
  return notifications.map(({ text }) => text);
}

async function setAvailability(entryId: string, status: NonNullable<BodyOf<typeof editEntry>["status"]>) {
  await owner.call(editEntry, { params: { entryId }, body: { status } });
}

async function count(): Promise<number> {
  const rows = await app.database.kysely.selectFrom("notifications").select("id").execute();
  return rows.length;
}
