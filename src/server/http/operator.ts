import type { Deps } from "#server/deps.ts";
import type { Actor } from "./request/actor.ts";
import { AppError } from "./app-error.ts";
import { deriveKey, isSame, keyRing } from "#server/config/secret.ts";

type World = Pick<Deps, "secret" | "config">;

/** The token the operator's command line sends to the server. Creating it requires the server's secret. */
export function operatorToken(secret: string): string {
  return deriveKey(secret, "operator");
}

/** @throws AppError `invalid-credentials` */
export function assertOperator(world: World, authorization: string | null): void {
  if (hasOperatorToken(world, authorization)) return;
  throw new AppError("invalid-credentials", "Only the operator's command line may do this.");
}

export function hasOperatorToken(world: World, authorization: string | null): boolean {
  const token = authorization?.startsWith("Bearer ") === true ? authorization.slice("Bearer ".length) : "";
  return keyRing(world).some((secret) => isSame(token, operatorToken(secret)));
}

/** Whether the configuration lists this account as an operator. */
export function isOperator({ operators }: Pick<Deps, "operators">, actor: Actor): boolean {
  return actor.kind === "user" && operators.has(actor.userId);
}
