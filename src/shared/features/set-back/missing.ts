import type { Bundle, Operation } from "#shared/outbox/operation.ts";
import { isAbout, type SentOperation } from "./sent.ts";

// A server restored from a backup lacks the writes it has confirmed since. They are queued on the device again until the user decides.

/**
 * The missing operations in their old order, for the user to decide. A change depends on the write that created its record, as it did when
 * it first waited for that response.
 * @param setBackTo ISO time; null when unknown
 */
export function missingAgain(rows: readonly SentOperation[], setBackTo: string | null): Operation[] {
  return rows.map(({ operation, given, userId }) => {
    const before = rows.filter((row) => row.operation.seq < operation.seq && isAbout(row, operation));
    return {
      ...operation,
      userId,
      given,
      dependsOn: [...new Set([...operation.dependsOn, ...before.map(({ id }) => id)])],
      state: "failed",
      tries: 0,
      notBefore: 0,
      problem: {
        code: "set-back",
        error: "The server had it, and was set back to a backup from before.",
        current: setBackTo,
      },
    };
  });
}

/** One user's operations that are missing on a restored server; null when there are none. */
export function missingOf(
  bundles: readonly Bundle[],
): { ids: string[]; count: number; setBackTo: string | null } | null {
  const missing = bundles.filter(({ problem }) => problem?.code === "set-back");
  if (missing.length === 0) return null;
  const operations = missing.flatMap(({ operation, parts }) => [...parts, operation]);
  const moment = missing.at(-1)?.problem?.current;
  return {
    ids: [...new Set(operations.filter(({ problem }) => problem?.code === "set-back").map(({ id }) => id))],
    count: missing.length,
    setBackTo: typeof moment === "string" ? moment : null,
  };
}

/** "The server was set back to 14:00. 3 things of yours are missing there. Send them again?" @param moment in words */
export function sentenceOfMissing(count: number, moment: string | null): string {
  const wasSetBack = moment === null ? "The server was set back." : `The server was set back to ${moment}.`;
  return count === 1
    ? `${wasSetBack} 1 thing of yours is missing there. Send it again?`
    : `${wasSetBack} ${count} things of yours are missing there. Send them again?`;
}
