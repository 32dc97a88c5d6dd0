import { afterAll, beforeAll, expect, test } from "vitest";
import { requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { addResource, getResource, listResources } from "#shared/features/resources/contract.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

// Availability and distance of listings.

const today = dayOf(new Date());
let app: TestApp;
let owner: TestClient;
let ada: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await app.database.kysely.insertInto("communities").values({ id: "circle", name: "Circle" }).execute();
  owner = await app.signUp("Olga");
  ada = await app.signUp("Ada");
});
afterAll(() => app[Symbol.asyncDispose]());

test("shows a thing as unavailable until its loan is returned and checked", async () => {
  const lamp = await add("Lamp");
  const [first, last] = [today, addDays(today, 3)];
  const loan = await ask(lamp, first, last);
  expect(await loansOf(lamp)).toEqual([]);
  expect(await free()).toEqual(["Lamp"]);
  await step(loan, "approve");
  expect(await loansOf(lamp)).toEqual([{ state: "approved", first, last }]);
  expect(await free()).toEqual([]);
  await step(loan, "hand-over");
  expect(await loansOf(lamp)).toEqual([{ state: "handed-over", first, last }]);
  expect(await free()).toEqual([]);
  await ada.call(stepLoan, {
    params: { loanId: loan },
    body: { step: "return", note: "The glass is cracked." },
  });
  expect(await loansOf(lamp)).toEqual([{ state: "returned", first, last }]);
  expect(await free()).toEqual([]);
  await step(loan, "check");
  expect(await loansOf(lamp)).toEqual([]);
  expect(await free()).toEqual(["Lamp"]);
});

test("lists a thing reserved for later as free, but not one its owner has set aside", async () => {
  const tent = await add("Tent");
  await step(await ask(tent, addDays(today, 5), addDays(today, 6)), "approve");
  await add("Broken bike", { status: "maintenance" });
  expect(await free()).toEqual(["Tent", "Lamp"]);
  expect(titles(await ada.call(listResources, { query: { free: "false" } }))).toEqual(["Broken bike"]);
});

test("ranks a free thing before an equal match that is on loan", async () => {
  const spade = await add("Copper spade");
  await add("Second copper spade");
  const found = async () => titles(await ada.call(listResources, { query: { q: "copper spade" } }));
  expect(await found()).toEqual(["Copper spade", "Second copper spade"]);
  const loan = await ask(spade, today, today);
  await step(loan, "approve");
  expect(await found()).toEqual(["Second copper spade", "Copper spade"]);
});

test("notifies a local copy of a handover, although the entry did not change", async () => {
  const drill = await add("Drill");
  const loan = await ask(drill, today, today);
  await step(loan, "approve");
  const { updatedAt } = await ada.call(getResource, { params: { resourceId: drill } });
  const changedSince = new Date(Date.parse(updatedAt) + 1).toISOString();
  await step(loan, "hand-over");
  const { listings } = await ada.call(listResources, { query: { changedSince } });
  expect(listings.find(({ id }) => id === drill)?.loans).toEqual([
    { state: "handed-over", first: today, last: today },
  ]);
});

test("lists nearby things, nearest first, in pages without repetitions", async () => {
  for (const [title, latitude] of [
    ["Far anvil", 40.8],
    ["Near anvil", 40.787],
    ["Middle anvil", 40.79],
  ] as const)
    await add(title, { location: { address: "A pin", lat: latitude, lon: -119.2 } });
  const near = "40.7864,-119.2";
  const first = await ada.call(listResources, { query: { near, limit: 2 } });
  expect(titles(first)).toEqual(["Near anvil", "Middle anvil"]);
  const rest = { near, limit: 2, cursor: first.nextCursor ?? "" };
  expect(await ada.call(listResources, { query: rest })).toMatchObject({
    listings: [{ title: "Far anvil" }],
    nextCursor: null,
  });
  expect(titles(await ada.call(listResources, { query: { near, q: "far", limit: 1 } }))).toEqual([
    "Far anvil",
  ]);
  expect(titles(await ada.call(listResources, { query: { near, sort: "newest" } }))).toEqual([
    "Middle anvil",
    "Near anvil",
    "Far anvil",
  ]);
  for (const query of [{ near: "here" }, { near: "91,0" }, { free: "yes" }])
    expect((await ada.refusal(listResources, { query })).status).toBe(400);
  expect(
    (await ada.refusal(listResources, { query: { near, changedSince: new Date().toISOString() } })).status,
  ).toBe(400);
});

async function add(title: string, more: object = {}): Promise<string> {
  const body = {
    loobricateId: "circle",
    title,
    description: "To lend.",
    offeringType: "gear",
    ...more,
  } as const;
  return (await owner.call(addResource, { body })).id;
}

async function ask(resourceId: string, first: string, last: string): Promise<string> {
  return (await ada.call(requestLoan, { body: { resourceId, first, last } })).id;
}

async function step(loanId: string, taken: LoanStep): Promise<void> {
  await owner.call(stepLoan, { params: { loanId }, body: { step: taken } });
}

async function loansOf(resourceId: string) {
  return (await app.as("a visitor").call(getResource, { params: { resourceId } })).loans;
}

async function free(): Promise<string[]> {
  return titles(await app.as("a visitor").call(listResources, { query: { free: "true" } }));
}

function titles({ listings }: { listings: { title: string }[] }): string[] {
  return listings.map(({ title }) => title);
}
