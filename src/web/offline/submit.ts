import { bundlesOf, type NewOperation, type OperationProblem } from "#shared/outbox/operation.ts";
import { isLineHanging, subscribeToReachability } from "#web/lib/reachability.ts";
import { nextChange } from "./changes.ts";
import { findAnswer, keep, listOperations, NotKept } from "./outbox.ts";

/** A form waits this long for anything to happen before it says that the outbox goes on by itself. */
const PATIENCE_MS = 10_000;
/** The problem of an operation that the hanging line holds up: it was not tried yet, or its try has not ended. */
const NO_ANSWER: OperationProblem = {
  code: "unreachable",
  error: "No signal: Looby's server does not answer right now.",
};

/** How what a form handed over stands. */
export type Outcome =
  | { state: "sent"; result: unknown }
  /** Kept. Without a problem it is on its way and takes long. */
  | { state: "waiting"; problem: OperationProblem | null }
  /** Kept, and needs the person. */
  | { state: "failed" | "conflict"; problem: OperationProblem }
  /** In another window. */
  | { state: "discarded" }
  /** This device cannot keep it, so it was not sent either; the reason is a sentence. */
  | { state: "not-kept"; reason: string };

export interface Submission extends NewOperation {
  id: string;
  /** Attempts after the first that the form waits for. */
  retries?: number;
}

/**
 * Keeps what a form made and waits for its first tries.
 * @param operations the last one is what the form is about, the others are what it depends on
 * @param instead ids of operations the new ones take the place of
 */
export async function submit(
  operations: readonly Submission[],
  instead: readonly string[] = [],
): Promise<Outcome> {
  const retries = new Map(operations.map((operation) => [operation.id, operation.retries ?? 0]));
  try {
    await keep(
      operations.map(({ retries: _, ...operation }) => operation),
      instead,
    );
  } catch (error) {
    if (error instanceof NotKept) return { state: "not-kept", reason: error.message };
    throw error;
  }
  for (;;) {
    const outcome = await standing(retries);
    if (outcome !== null) return outcome;
    if (await hasChanged()) continue;
    return (await standing(retries)) ?? { state: "waiting", problem: isLineHanging() ? NO_ANSWER : null };
  }
}

/** Waits for a change. @returns false when none came in time, or none will come soon because the line hangs */
async function hasChanged(): Promise<boolean> {
  if (isLineHanging()) return false;
  const { promise: hangs, resolve } = Promise.withResolvers<false>();
  const stop = subscribeToReachability(() => {
    if (isLineHanging()) resolve(false);
  });
  return await Promise.race([nextChange(PATIENCE_MS), hangs]).finally(stop);
}

/** Null while the form should go on waiting. @param retries by operation, in order */
async function standing(retries: ReadonlyMap<string, number>): Promise<Outcome | null> {
  const kept = (await listOperations()).filter(({ id }) => retries.has(id));
  const lastId = [...retries.keys()].at(-1) ?? "";
  const bundle = bundlesOf(kept).find(({ operation }) => operation.id === lastId);
  if (bundle === undefined) {
    const answer = await findAnswer(lastId);
    return answer === undefined ? { state: "discarded" } : { state: "sent", result: answer.result };
  }
  const { state, problem } = bundle;
  if (problem === null) return null;
  if (state !== "queued") return { state, problem };
  const isWorthWaiting =
    navigator.onLine &&
    !isLineHanging() &&
    problem.code !== "unauthenticated" &&
    kept.every(({ id, tries }) => tries <= (retries.get(id) ?? 0));
  return isWorthWaiting ? null : { state: "waiting", problem };
}
