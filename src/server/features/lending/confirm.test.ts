import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmLoan, listLoans, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { dayOf } from "#shared/features/lending/days.ts";
import { setTag } from "#shared/features/nfc/contract.ts";
import { newTagCode } from "#shared/features/nfc/tag-code.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { addResource, getResource } from "#shared/features/resources/contract.ts";
import { setAvailability } from "#server/testing/lending.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

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
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test("records the place and time of the borrower's tap after both confirm", async () => {
  const { resourceId, loanId, code } = await lend("A generator");
  const params = { loanId };
  const tappedAt = new Date(Date.now() - 3_600_000).toISOString();
  const confirmation = { step: "hand-over", code, place: " 7:30 & Esplanade ", at: tappedAt } as const;
  const waiting = await ada.call(confirmLoan, { params, body: confirmation });
  expect(waiting).toMatchObject({
    state: "approved",
    confirmed: { step: "hand-over", by: "borrower", at: tappedAt, place: "7:30 & Esplanade" },
  });
  expect(await newest(owner)).toBe("Ada says that A generator was handed over. Please confirm.");
  // A second tap by the same side neither completes the step nor sends another notification.
  const notified = await count(owner);
  await ada.call(confirmLoan, { params, body: confirmation });
  expect(await count(owner)).toBe(notified);
  expect(await stateOf(owner, loanId)).toBe("approved");

  const done = await owner.call(confirmLoan, { params, body: { step: "hand-over", place: "At home" } });
  expect(done).toMatchObject({ state: "handed-over", confirmed: null });
  expect(await historyOf(resourceId)).toEqual([
    { action: "Handed over", location: "7:30 & Esplanade", date: tappedAt },
  ]);
  // A confirmation sent late by an outbox finds the step completed.
  expect((await ada.call(confirmLoan, { params, body: confirmation })).state).toBe("handed-over");

  // Then the return: this time the owner taps, and the borrower confirms with the button in the list.
  await owner.call(confirmLoan, { params, body: { step: "return", code, place: "The Man" } });
  expect(await newest(ada)).toBe("Olga says that A generator is back. Please confirm.");
  const back = await ada.call(stepLoan, { params, body: { step: "return", note: "As new" } });
  expect(back).toMatchObject({ state: "returned", conditionNote: "As new", confirmed: null });
  const [line] = await historyOf(resourceId);
  expect(line).toMatchObject({ action: "Returned", location: "The Man" });
});

test("preserves a confirmation when the owner names place and time", async () => {
  const { loanId, code } = await lend("A fan");
  const params = { loanId };
  await ada.call(confirmLoan, { params, body: { step: "hand-over", code } });
  const answered = await owner.call(stepLoan, {
    params,
    body: { step: "answer", note: "Bring it by Sunday" },
  });
  expect(answered).toMatchObject({ answer: "Bring it by Sunday", confirmed: { by: "borrower" } });
});

test("requires the tag of the right thing for the first confirmation", async () => {
  const { loanId } = await lend("A drum");
  const other = await lend("A bell");
  for (const code of [undefined, newTagCode(), other.code])
    expect(
      await ada.refusal(confirmLoan, {
        params: { loanId },
        body: { step: "hand-over", ...(code === undefined ? {} : { code }) },
      }),
    ).toMatchObject({ status: 403, error: expect.stringMatching(/^Please tap or scan the tag/) });
  expect(await stateOf(owner, loanId)).toBe("approved");
});

test("lets either side undo the confirmation to start over", async () => {
  const { resourceId, loanId, code } = await lend("A kite");
  const params = { loanId };
  await ada.call(confirmLoan, { params, body: { step: "hand-over", code } });
  const undone = await owner.call(confirmLoan, { params, body: { step: "hand-over", answer: "no" } });
  expect(undone).toMatchObject({ state: "approved", confirmed: null });
  expect(await newest(ada)).toBe("Olga says that A kite has not changed hands yet.");
  expect((await owner.refusal(confirmLoan, { params, body: { step: "hand-over" } })).status).toBe(403);
  expect(await historyOf(resourceId)).toEqual([]);
});

test("refuses to hand over a thing outside the library, but lets it be undone", async () => {
  const { resourceId, loanId, code } = await lend("A swing");
  const params = { loanId };
  await setAvailability(owner, resourceId, "archived");
  const confirmation = { step: "hand-over", code } as const;
  expect(await ada.refusal(confirmLoan, { params, body: confirmation })).toMatchObject({
    code: "already-taken",
  });
  const undone = await ada.call(confirmLoan, { params, body: { ...confirmation, answer: "no" } });
  expect(undone).toMatchObject({ state: "approved", confirmed: null });
  // No side had confirmed it, so the other side is not notified.
  expect(await newest(owner)).not.toMatch(/has not changed hands/);
});

test("hands a thing over once when both offline confirmations arrive together", async () => {
  const { resourceId, loanId, code } = await lend("A tent");
  const body = { step: "hand-over", code } as const;
  const answers = await Promise.all(
    [owner, ada].map((side) => side.call(confirmLoan, { params: { loanId }, body })),
  );
  expect(answers.map(({ state }) => state).toSorted()).toEqual(["approved", "handed-over"]);
  expect(await historyOf(resourceId)).toHaveLength(1);
});

test("rejects strangers, wrong states and invalid input", async () => {
  const { loanId, code } = await lend("A ladder");
  const params = { loanId };
  const bob = await app.signUp("Bob");
  expect((await bob.refusal(confirmLoan, { params, body: { step: "hand-over", code } })).status).toBe(404);
  expect((await ada.refusal(confirmLoan, { params, body: { step: "return", code } })).status).toBe(409);
  for (const body of [
    { step: "approve" },
    { place: "x".repeat(121) },
    { code: "nonsense" },
    { at: "yesterday" },
    { side: "owner" },
  ])
    expect(
      (await ada.refusal(confirmLoan, { params, body: { step: "hand-over", code, ...body } })).status,
      JSON.stringify(body),
    ).toBe(400);
  // A clock that is a year ahead is not trusted.
  const ahead = new Date(Date.now() + 365 * 86_400_000).toISOString();
  const { confirmed } = await ada.call(confirmLoan, { params, body: { step: "hand-over", code, at: ahead } });
  expect(Date.parse(confirmed?.at ?? "")).toBeLessThanOrEqual(Date.now());
});

async function lend(title: string): Promise<{ resourceId: string; loanId: string; code: string }> {
  const { id: resourceId } = await owner.call(addResource, {
    body: { loobricateId: "circle", title, description: "To share.", offeringType: "gear" },
  });
  const code = newTagCode();
  await owner.call(setTag, { params: { entryId: resourceId }, body: { code } });
  const { id: loanId } = await ada.call(requestLoan, { body: { resourceId, first: today, last: today } });
  await owner.call(stepLoan, { params: { loanId }, body: { step: "approve" } });
  return { resourceId, loanId, code };
}

async function stateOf(client: TestClient, loanId: string) {
  return (await client.call(listLoans, { query: {} })).loans.find(({ id }) => id === loanId)?.state;
}

/** The history since it was added. */
async function historyOf(resourceId: string) {
  const { history } = await ada.call(getResource, { params: { resourceId } });
  return history.filter(({ action }) => action !== "Added to the library");
}

async function newest(client: TestClient) {
  return (await client.call(listNotifications, { query: {} })).notifications[0]?.text;
}

async function count(client: TestClient) {
  return (await client.call(listNotifications, { query: {} })).notifications.length;
}
