import { ApiError } from "./server/api-client.ts";

/** What a form shows after a failed call. */
export interface FormProblems {
  /** A sentence for the whole form; null when every problem is beside its field. */
  message: string | null;
  /** By the name of the field. */
  fields: Readonly<Record<string, string>>;
}

export const noProblems: FormProblems = { message: null, fields: {} };

/**
 * Sorts a failed call's problems: those the form has a field for go beside it, the rest becomes one sentence.
 * @param names the fields the form shows
 */
export function problemsOf(error: unknown, names: readonly string[]): FormProblems {
  if (error === null || error === undefined) return noProblems;
  if (!(error instanceof ApiError))
    return { message: "Something went wrong on this page. Please try again.", fields: {} };
  return placeProblem({ error: error.message, fields: error.fields }, names);
}

/** As `problemsOf`, for a problem that was kept. */
export function placeProblem(problem: FieldProblem, names: readonly string[]): FormProblems {
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
