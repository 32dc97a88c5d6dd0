import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { inDatabase } from "../database.ts";
import type { Database } from "../schema.ts";

export const USER_FACT = "userId";
export const NAME_FACT = "userName";
/** Content shared by another app, until the user chooses how to use it. */
export const SHARED_FACT = "shared";
/** `ClockReading`: the server's time, as far as this device knows it. */
export const CLOCK_FACT = "clock";
/** The chat's unsent draft. */
export const CHAT_DRAFT_FACT = "chat-draft";

const FORM_DRAFT = "form-draft:";
/** Key range of all form drafts. */
export function formDrafts(): IDBKeyRange {
  return IDBKeyRange.bound(FORM_DRAFT, `${FORM_DRAFT}\uffff`);
}
/** @param form a form's name, with the id of its subject */
export function formDraftKey(form: string): string {
  return FORM_DRAFT + form;
}

/** The user whose answers this page receives, as far as it knows; another tab may have newer information. */
let pageUser: Promise<string | null> | null = null;
const named = Promise.withResolvers<string | null>();

/** The user of this phone; null before the first session and after sign-out. */
export async function currentUser(database: Database): Promise<string | null> {
  const userId = await database.get("facts", USER_FACT);
  return typeof userId === "string" ? userId : null;
}

/** The owner of new data on this phone: before the first session and after sign-out, the unnamed visitor. */
export async function currentMaker(database: Database): Promise<string> {
  return await makerIn(database.transaction("facts").store);
}

/** `currentMaker` within the transaction that stores the write, so that the user cannot change in between. */
export async function makerIn(facts: { get(key: string): Promise<unknown> }): Promise<string> {
  const userId = await facts.get(USER_FACT);
  return typeof userId === "string" ? userId : UNNAMED_VISITOR;
}

/** The name of the user on this phone, in a transaction as for `makerIn`; null for a visitor. */
export async function nameIn(facts: { get(key: string): Promise<unknown> }): Promise<string | null> {
  const name = await facts.get(NAME_FACT);
  return typeof name === "string" ? name : null;
}

/** Sets the user whose answers this page receives. */
export function pageIsOf(userId: string | null): void {
  pageUser = Promise.resolve(userId);
  named.resolve(userId);
}

export function userOfPage(): Promise<string | null> {
  // With a slow database, the server may name the user first.
  pageUser ??= Promise.race([named.promise, inDatabase(currentUser)]);
  return pageUser;
}
