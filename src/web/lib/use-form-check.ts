import { useState } from "react";
import type { FormProblems } from "./form-problems.ts";

/** A form's errors: those of its own rules, otherwise those of the server. */
export interface FormCheck<Field extends string> {
  /** Called on submit. Returns false when the form's own rules reject it, and shows their errors from then on. */
  pass: () => boolean;
  /** The first error, for the whole form. */
  message: string | null;
  /** The error beside a field. */
  errorOf: (field: Field) => string | null;
}

/**
 * Combines a form's own rules with the server's responses.
 * @param wrong the rules' errors for the current input, by field: shown after the first submit, hidden once fixed
 * @param problems the errors of the last call
 */
export function useFormCheck<Field extends string>(
  wrong: Readonly<Partial<Record<Field, string>>>,
  problems: FormProblems,
): FormCheck<Field> {
  const [hasTried, setHasTried] = useState(false);
  const refused = hasTried ? wrong : null;
  return {
    pass() {
      setHasTried(true);
      return Object.keys(wrong).length === 0;
    },
    message: Object.values<string | undefined>(refused ?? {})[0] ?? problems.message,
    errorOf: (field) => refused?.[field] ?? problems.fields[field] ?? null,
  };
}
