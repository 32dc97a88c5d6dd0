import type { resetPasswordBody, signUpBody } from "#shared/features/account/account-fields.ts";
import { passwordWeakness } from "#shared/features/account/password-rules.ts";
import { ApiError } from "#web/lib/server/api-error.ts";

/**
 * Validates like the server, but immediately, also offline, and without using up the sign-up limit of a camp that shares one IP address.
 * @throws ApiError `invalid-input`, like the server's
 */
export function checkAccount(
  schema: typeof signUpBody | typeof resetPasswordBody,
  body: { pseudonym: string; password: string },
): void {
  const parsed = schema.safeParse(body);
  const fields = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  const weakness = passwordWeakness(body.password, body.pseudonym);
  if (weakness !== null && !fields.some(({ path }) => path === "password")) {
    fields.push({ path: "password", message: weakness });
  }
  const [first] = fields;
  if (first === undefined) return;
  throw new ApiError("invalid-input", 400, first.message, {
    code: "invalid-input",
    error: first.message,
    fields,
  });
}
