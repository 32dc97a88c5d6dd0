import { AppError, notFound } from "./app-error.ts";
import type { PolicyRow, Relation } from "./policy.ts";

declare const proof: unique symbol;

/**
 * A thing together with the proof that the caller may act on it as one of `R`. Only `prove` makes one, so a write that
 * takes it cannot be called unchecked.
 */
export type Authorized<T, R extends Relation> = T & { readonly [proof]: R };

/**
 * The check itself.
 * @param relation how the caller stands to `thing`, as the feature's own rule found it
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
  return thing as Authorized<T, R>; // the brand is a type only; this line is where it is earned
}
