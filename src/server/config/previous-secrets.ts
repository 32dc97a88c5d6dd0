import { OperatorError } from "#server/operator-error.ts";

/** The secrets SECRET_PREVIOUS names. @throws OperatorError for one that is too short to be one */
export function readPreviousSecrets(given: string): string[] {
  if (given !== "" && given.length < 32)
    throw new OperatorError("invalid-config", "SECRET_PREVIOUS: takes at least 32 characters.");
  // A secret may have commas of its own: then the whole is one.
  return [given, ...given.split(",").map((one) => one.trim())].filter(
    (one, index, all) => one.length >= 32 && all.indexOf(one) === index,
  );
}
