import { OperatorError } from "#server/operator-error.ts";

/** Parses SECRET_PREVIOUS. @throws OperatorError when the value is too short to be a secret */
export function readPreviousSecrets(given: string): string[] {
  if (given !== "" && given.length < 32)
    throw new OperatorError("invalid-config", "SECRET_PREVIOUS: takes at least 32 characters.");
  // A secret may itself contain commas, so the whole value counts as a candidate too.
  return [given, ...given.split(",").map((one) => one.trim())].filter(
    (one, index, all) => one.length >= 32 && all.indexOf(one) === index,
  );
}
