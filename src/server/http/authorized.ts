import { AppError, notFound } from "./app-error.ts";
import type { PolicyRow, Relation } from "./policy.ts";

declare const proof: unique symbol;

/**
 * An object with the proof that the caller may act on it as one of `R`. Only `prove` creates one, so a write that takes this type
 * cannot be called unchecked.
 */
export type Authorized<T, R extends Relation> = T & { readonly [proof]: R };

/**
 * Performs the check.
 * @param relation the caller's relation to `thing`, as determined by the feature's own rule
 * @throws AppError `not-found` or `forbidden`, as the route's policy row says
 */
export function prove<T, const R extends Relation>(
  thing: T,
  relation: Relation,
  rule: { allow: readonly R[]; denied: NonNullable<PolicyRow["object"]>["denied"] },
): Authorized<T, R> {
  if (!rule.allow.some((allowed) => allowed === relation)) {
    throw rule.denied === "not-found" ? notFound() : new AppError("forbidden", "You may not change this.");
  }
  return thing as Authorized<T, R>; // the brand exists only in the type; it is justified here
}
