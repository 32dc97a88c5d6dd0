import { CALLS_VERSION, type NewOperation, UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { userOfPage } from "../user/phone-user.ts";
import { type Attempt, completeBody, tryOnce } from "./sender.ts";

/**
 * Sends operations that this device cannot store, one after the other, until one fails.
 * @returns the last attempt
 */
export async function sendUnstored(operations: readonly (NewOperation & { id: string })[]): Promise<Attempt> {
  const userId = (await userOfPage().catch(() => null)) ?? UNNAMED_VISITOR;
  const results = new Map<string, unknown>();
  let attempt: Attempt = { kind: "answered", result: null };
  for (const { body, ...operation } of operations) {
    const filled = await completeBody(body, results);
    attempt = await tryOnce({ ...operation, userId, version: CALLS_VERSION }, filled);
    if (attempt.kind !== "answered") break;
    results.set(operation.id, attempt.result);
  }
  return attempt;
}
