import { afterAll, beforeAll, expect, test } from "vitest";
import { getCalendar, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import { getResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
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

test("notifies both sides of every step and shows the contact during the loan", async () => {
  const resourceId = await addThing(owner, "A generator");
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

test("lets only the owner name place and time, only after agreeing", async () => {
  const resourceId = await addThing(owner, "A bike kit");
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

test("approves one of 20 concurrent requests and gives the others the reason", async () => {
  const resourceId = await addThing(owner, "A tent");
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

test("names damage in the notification and waits for the owner's check", async () => {
  const resourceId = await addThing(owner, "A stove");
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

test("ends a request after its days and notifies once", async () => {
  const resourceId = await addThing(owner, "A swing");
  const asked = await ask(ada, resourceId, days(0, 0));
  const promised = await ask(bob, resourceId, days(1, 1));
  await step(owner, promised.id, "approve");
  await notifyDue(app.deps, new Date(Date.now() + 5 * 86_400_000));
  expect((await loansOf(owner, resourceId)).map(({ state }) => state)).toEqual(["expired", "expired"]);
  for (const person of [ada, bob])
    expect(await notificationsOf(person)).toContain(
      "The days you asked A swing for are over. Ask again for later ones.",
    );
  const before = await count();
  await notifyDue(app.deps, new Date(Date.now() + 6 * 86_400_000));
  expect(await count()).toBe(before);
  expect((await refuse(owner, asked.id, "approve")).error).toMatch(/^Those days are over/);
});

test("stores a repeated request once, hidden from strangers", async () => {
  const resourceId = await addThing(owner, "A drum");
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

test("rejects malformed or impossible days, long texts and foreign photos", async () => {
  const resourceId = await addThing(owner, "A bell");
  const refused = async (body: object) =>
    (await ada.refusal(requestLoan, { body: { resourceId, ...days(1, 2), ...body } })).code;
  for (const body of [
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
    expect([body, await refused(body)]).toEqual([body, "invalid-input"]);
  expect(await refused({ resourceId: newId() })).toBe("not-found");
  await setAvailability(owner, resourceId, "unavailable");
  expect(await refused({})).toBe("already-taken");
  await setAvailability(owner, resourceId, "available");

  const { id } = await ask(ada, resourceId, days(0, 1));
  expect((await refuse(owner, id, "approve", { note: "x".repeat(5_000) })).code).toBe("invalid-input");
  await step(owner, id, "approve");
  await step(owner, id, "hand-over");
  const photo = "entries/nobody/1-a.webp";
  expect((await refuse(ada, id, "return", { photo })).code).toBe("forbidden");
  expect((await loansOf(ada, resourceId))[0]?.state).toBe("handed-over");
});

async function contactOf(client: TestClient, resourceId: string) {
  return (await client.call(getResource, { params: { resourceId } })).email;
}

async function count(): Promise<number> {
  const rows = await app.database.kysely.selectFrom("notifications").select("id").execute();
  return rows.length;
}
