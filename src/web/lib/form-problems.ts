import { ApiError } from "./server/api-error.ts";

/** Errors a form shows after a failed call. */
export interface FormProblems {
  /** A sentence for the whole form; null when every problem is shown beside its field. */
  message: string | null;
  /** By field name. */
  fields: Readonly<Record<string, string>>;
}

export const noProblems: FormProblems = { message: null, fields: {} };

/**
 * Sorts the problems of a failed call: those of visible fields are shown beside the fields, the others become one sentence.
 * @param names the form's fields
 */
export function problemsOf(error: unknown, names: readonly string[]): FormProblems {
  if (error === null || error === undefined) return noProblems;
  if (!(error instanceof ApiError))
    return { message: "Something went wrong on this page. Please try again.", fields: {} };
  return placeProblem({ error: error.message, fields: error.fields }, names);
}

/** A failed write through the outbox, as `useQueuedMutation` returns it. */
interface FailedWrite {
  error: string | null;
  refusal: ApiError | null;
}

/**
 * `problemsOf` for a write through the outbox.
 * @param stored the stored refusal of an earlier attempt
 * @param failure names the failed write and precedes the reason: "Failed to create entry."
 */
export function problemsOfWrite(
  { error, refusal }: FailedWrite,
  stored: FieldProblem | null | undefined,
  { names, failure }: { names: readonly string[]; failure: string },
): FormProblems {
  // Nothing was sent: the message already contains the remedy.
  if (error !== null && refusal === null) return { message: error, fields: {} };
  const problem = refusal === null ? stored : { error: refusal.message, fields: refusal.fields };
  if (problem === null || problem === undefined) return noProblems;
  const { message, fields } = placeProblem(problem, names);
  return { message: message === null ? null : `${failure} ${message}`, fields };
}

function placeProblem(problem: FieldProblem, names: readonly string[]): FormProblems {
  const problems = problem.fields ?? [];
  const fields: Record<string, string> = {};
  for (const { path, message } of problems) {
    const name = names.find((candidate) => path.split(".").includes(candidate));
    if (name !== undefined) fields[name] ??= message;
  }
  const areAllPlaced = problems.length > 0 && Object.keys(fields).length === problems.length;
  return { message: areAllPlaced ? null : problem.error, fields };
}

interface FieldProblem {
  /** A sentence. */
  error: string;
  fields?: readonly { path: string; message: string }[];
}
