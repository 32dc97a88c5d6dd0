import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { deriveKey, isSame } from "#server/secret.ts";

/** What the operator's command line shows to the server: only who can read the server's secret can make it. */
export function operatorToken(secret: string): string {
  return deriveKey(secret, "operator");
}

/** @throws AppError `invalid-credentials` */
export function assertOperator(secret: string, authorization: string | null): void {
  if (hasOperatorToken(secret, authorization)) return;
  throw new AppError("invalid-credentials", "Only the operator's command line may do this.");
}

export function hasOperatorToken(secret: string, authorization: string | null): boolean {
  const given = authorization?.startsWith("Bearer ") === true ? authorization.slice("Bearer ".length) : "";
  return isSame(given, operatorToken(secret));
}

/** Whether the configuration names this account as an operator's, by its id or its pseudonym. */
export function isOperator({ operators }: Pick<Config, "operators">, actor: Actor): boolean {
  if (actor.kind !== "user") return false;
  const folded = foldPseudonym(actor.pseudonym);
  return operators.some((named) => named === actor.userId || foldPseudonym(named) === folded);
}
