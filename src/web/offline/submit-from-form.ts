import type { OperationProblem } from "#shared/outbox/operation.ts";
import { discard } from "./outbox.ts";
import { type Submission, submit } from "./submit.ts";

/** How what a form handed over stands, where a refusal goes on in the form. */
export type Taken =
  | { state: "sent"; result: unknown }
  /** Kept on this device until there is a signal. */
  | { state: "waiting" }
  /** Not kept here any more; the reason is a sentence, the problem what the server said, if it was the server. */
  | { state: "refused"; reason: string; problem: OperationProblem | null };

/** As `submit`, and what the server refuses is taken out of the outbox again: its person is still at the form. */
export async function submitFromForm(
  operations: readonly Submission[],
  instead: readonly string[] = [],
): Promise<Taken> {
  const outcome = await submit(operations, instead);
  switch (outcome.state) {
    case "sent":
      return outcome;
    case "waiting":
      return { state: "waiting" };
    case "failed":
    case "conflict":
      await discard(operations.at(-1)?.id ?? "");
      return { state: "refused", reason: outcome.problem.error, problem: outcome.problem };
    case "discarded":
      return { state: "refused", reason: "It was discarded in another window.", problem: null };
    case "not-kept":
      return { state: "refused", reason: outcome.reason, problem: null };
  }
}
