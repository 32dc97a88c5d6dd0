import { isVisitor } from "#shared/features/account/visitor.ts";
import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { countAbsences } from "../absence.ts";
import { inDatabase, storesNothing } from "../database.ts";
import type { Database } from "../schema.ts";
import { CHAT_DRAFT_FACT, formDraftKey, formDrafts, makerIn, userOfPage } from "../user/phone-user.ts";
import {
  CHAT_AHEAD,
  chatWords,
  DRAFT_STORES,
  draftsAhead,
  draftsToSettle,
  dropAhead,
  joinDrafts,
} from "./draft-ahead.ts";

/** Values of a form's fields by field name. No passwords. */
export type FormWords = Readonly<Record<string, string>>;

interface FormDraft {
  /** The user who typed it. */
  userId: string;
  /** Milliseconds since the epoch. */
  at: number;
  words: FormWords;
}

/** Milliseconds after which a draft is deleted. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** Runs this page's writes one after the other: an earlier save must not restore a dropped draft. */
let writing: Promise<unknown> = Promise.resolve();

/** The form's draft by the user on this phone; null without one. @throws DOMException when this browser has no storage */
export async function readFormDraft(form: string): Promise<FormWords | null> {
  await settleAhead();
  const [draft, maker] = await inDatabase(async (database) => {
    const facts = database.transaction("facts").store;
    return await Promise.all([facts.get(formDraftKey(form)), makerIn(facts)]);
  });
  return isDraft(draft) && draft.userId === maker && !isOld(draft) ? draft.words : null;
}

/** A form's draft on its way into the database, from this user or a visitor; null without one. */
export function findAhead(form: string, writer: string): FormWords | null {
  const { words = null, userId = null } = draftsAhead().find(({ name }) => name === form)?.draft ?? {};
  const isOwn = userId !== null && (["", writer].includes(userId) || isVisitor(userId));
  return isOwn && typeof words === "object" ? words : null;
}

/** The user of this page. @throws DOMException when this browser has no storage */
export async function formWriter(): Promise<string> {
  return (await userOfPage()) ?? UNNAMED_VISITOR;
}

/**
 * Stores a form's values until it is sent, discarded, or its user signs out.
 * @param writer the user who typed them: their input is not stored when they are no longer on this phone
 * @param isAhead see `writeAhead`
 * @returns whether it is on disk
 * @throws DOMException when this browser has no storage
 */
export async function saveFormDraft(
  form: string,
  words: FormWords,
  writer: string,
  isAhead = () => true,
): Promise<boolean> {
  return await inOrder(async (database) => {
    const { store, done } = database.transaction("facts", "readwrite", { durability: "strict" });
    const maker = await makerIn(store);
    // A visitor may get another id and is still the same user.
    if (maker === writer || (isVisitor(maker) && isVisitor(writer))) {
      const draft: FormDraft = { userId: maker, at: Date.now(), words };
      await store.put(draft, formDraftKey(form));
    }
    for (const key of await store.getAllKeys(formDrafts())) {
      const stored = await store.get(key);
      if (!isDraft(stored) || isOld(stored)) await store.delete(key);
    }
    await done;
  }, isAhead);
}

/** Deletes a draft that was sent or discarded. @returns whether that is on disk @throws DOMException when this browser has no storage */
export async function dropFormDraft(form: string, isAhead = () => true): Promise<boolean> {
  return await inOrder((database) => database.delete("facts", formDraftKey(form)), isAhead);
}

/**
 * Moves drafts that earlier pages had no time to store into the database, and deletes drafts of other accounts.
 * @throws DOMException when this browser has no storage
 */
export async function settleAhead(): Promise<void> {
  if (draftsToSettle().length === 0) return;
  await inOrder(async (database) => {
    const transaction = database.transaction(DRAFT_STORES, "readwrite", { durability: "strict" });
    const store = transaction.objectStore("facts");
    const maker = await makerIn(store);
    // Read within the transaction: another page may have stored newer drafts by now.
    const ahead = draftsToSettle();
    for (const { name, draft } of ahead) {
      if (draft === null || (!["", maker].includes(draft.userId) && !isVisitor(draft.userId))) continue;
      const { words, unstored = [] } = draft;
      if (typeof words === "string") {
        const before = name === CHAT_AHEAD ? "" : await store.get(CHAT_DRAFT_FACT);
        const added = await chatWords(transaction, words, unstored);
        await store.put(joinDrafts(typeof before === "string" ? before : "", added), CHAT_DRAFT_FACT);
      } else if (words === null) await store.delete(formDraftKey(name));
      else await store.put({ userId: maker, at: Date.now(), words }, formDraftKey(name));
    }
    await transaction.done;
    if (!storesNothing()) for (const { name, text } of ahead) dropAhead(name, text);
  });
}

/** @returns whether the work is on disk */
async function inOrder(
  work: (database: Database) => Promise<unknown>,
  isAhead = () => true,
): Promise<boolean> {
  const before = countAbsences();
  const mine = writing.then(async () =>
    inDatabase(async (database) => {
      // While this page was left, another one has taken the draft over.
      if (countAbsences() === before || isAhead()) await work(database);
    }),
  );
  writing = mine.catch(() => undefined);
  await mine;
  return !storesNothing();
}

function isOld({ at }: FormDraft): boolean {
  return Date.now() - at > MAX_AGE_MS;
}

function isDraft(value: unknown): value is FormDraft {
  return typeof value === "object" && value !== null && "words" in value && "userId" in value;
}
