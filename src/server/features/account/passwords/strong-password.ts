import { passwordWeakness } from "#shared/features/account/password-rules.ts";
import { AppError } from "#server/http/app-error.ts";

/** @throws AppError `invalid-input` */
export function assertStrong(password: string, pseudonym: string): void {
  const message = passwordWeakness(password, pseudonym);
  if (message !== null)
    throw new AppError("invalid-input", message, { fields: [{ path: "password", message }] });
}
