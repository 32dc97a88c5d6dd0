import { listLoans, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { addResource, editEntry } from "#shared/features/resources/contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { TestClient } from "./test-client.ts";

// The users' actions in the lending tests.

export async function addThing(owner: TestClient, title: string): Promise<string> {
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

export function ask(
  client: TestClient,
  resourceId: string,
  when: { first: string; last: string },
  words: { message?: string; contact?: string } = {},
) {
  return client.call(requestLoan, { body: { resourceId, ...when, ...words } });
}

export function step(client: TestClient, loanId: string, taken: LoanStep, more: { note?: string } = {}) {
  return client.call(stepLoan, { params: { loanId }, body: { step: taken, ...more } });
}

export function refuse(client: TestClient, loanId: string, taken: LoanStep, more: object = {}) {
  return client.refusal(stepLoan, { params: { loanId }, body: { step: taken, ...more } });
}

export async function loansOf(client: TestClient, resourceId: string) {
  return (await client.call(listLoans, { query: { resourceId } })).loans;
}

export async function newest(client: TestClient): Promise<string> {
  return (await notificationsOf(client))[0] ?? "";
}

/** Newest first. */
export async function notificationsOf(client: TestClient): Promise<string[]> {
  const { notifications } = await client.call(listNotifications, { query: {} });
  return notifications.map(({ text }) => text);
}

export async function setAvailability(
  owner: TestClient,
  entryId: string,
  status: NonNullable<BodyOf<typeof editEntry>["status"]>,
) {
  await owner.call(editEntry, { params: { entryId }, body: { status } });
}
