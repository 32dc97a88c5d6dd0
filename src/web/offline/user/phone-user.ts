import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { type Database, openDatabase } from "../database.ts";

export const USER_FACT = "userId";
export const NAME_FACT = "userName";
/** What another app has shared, until its person says what it becomes. */
export const SHARED_FACT = "shared";
/** What this device has learned from the server's time: `HeardClock`. */
export const CLOCK_FACT = "clock";
/** What is written in the chat and not sent. */
export const CHAT_DRAFT_FACT = "chat-draft";

const FORM_DRAFT = "form-draft:";
/** All that is typed into forms and not sent. */
export function formDrafts(): IDBKeyRange {
  return IDBKeyRange.bound(FORM_DRAFT, `${FORM_DRAFT}\uffff`);
}
/** @param form a form's name, with the id of what it is about */
export function formDraftKey(form: string): string {
  return FORM_DRAFT + form;
}

/** Whose answers this page gets, as far as it knows; another tab may know better already. */
let pageUser: Promise<string | null> | null = null;

/** Who is on this phone; null before the first session and after signing out. */
export async function currentUser(database: Database): Promise<string | null> {
  const userId = await database.get("facts", USER_FACT);
  return typeof userId === "string" ? userId : null;
}

/** Whose is what is made on this phone: before the first session and after signing out that of the visitor who is to come. */
export async function currentMaker(database: Database): Promise<string> {
  return await makerIn(database.transaction("facts").store);
}

/** As `currentMaker`, in the transaction that keeps what was made: nobody else comes between. */
export async function makerIn(facts: { get(key: string): Promise<unknown> }): Promise<string> {
  const userId = await facts.get(USER_FACT);
  return typeof userId === "string" ? userId : UNNAMED_VISITOR;
}

/** What who is on this phone is called, in a transaction as for `makerIn`; null for a visitor. */
export async function nameIn(facts: { get(key: string): Promise<unknown> }): Promise<string | null> {
  const name = await facts.get(NAME_FACT);
  return typeof name === "string" ? name : null;
}

/** This page has been told who gets its answers from now on. */
export function pageIsOf(userId: string | null): void {
  pageUser = Promise.resolve(userId);
}

export function userOfPage(): Promise<string | null> {
  pageUser ??= openDatabase().then(currentUser);
  return pageUser;
}
