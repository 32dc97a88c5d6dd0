import type { IDBPObjectStore } from "idb";
import { isVisitor } from "#shared/features/account/visitor.ts";
import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { noteLastPage } from "../absence.ts";
import { inDatabase, storesNothing } from "../database.ts";
import type { Database, LoobyDatabase } from "../schema.ts";
import { CHAT_DRAFT_FACT, formDraftKey, formDrafts, makerIn, userOfPage } from "../user/phone-user.ts";
import {
  CHAT_AHEAD,
  DRAFT_STORES,
  draftName,
  draftsAhead,
  draftsToSettle,
  dropAhead,
  isQueuedOrSent,
  joinDrafts,
  storedWords,
  unsentOf,
} from "./draft-ahead.ts";

/** Values of a form's fields by field name. No passwords. `photos`: ids of chosen photos, see draft-photos.ts. */
export type FormWords = Readonly<Record<string, string>>;

interface FormDraft {
  /** The user who typed it. */
  userId: string;
  /** Milliseconds since the epoch. */
  at: number;
  words: FormWords;
  /** See `OwnDraft`. */
  sentAs?: string | undefined;
  /** For a row of `saveDraftPhoto`, which has no words: the file as `toStored` returns it. */
  file?: unknown;
}

/** The drafts that were settled last, which the page may not have deleted in localStorage before it was left. */
const SETTLED_FACT = "drafts-settled";
/** Milliseconds after which a draft is deleted. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** Runs this page's writes one after the other: an earlier save must not restore a dropped draft. */
let writing: Promise<unknown> = Promise.resolve();

/** A page's own draft of a form, which has a name that no other page's draft has. */
export interface OwnDraft {
  name: string;
  /** Names of the drafts that the page has shown: this one replaces them. */
  seen: readonly string[];
  /** Null after the form was sent, emptied or discarded. */
  words: FormWords | null;
  /** Id of the operation that is to send it. While the operation is in the outbox, and after it was sent, no page restores the draft. */
  sentAs?: string | undefined;
}

/** A draft of a form that another page may have stored. */
export interface FoundDraft {
  name: string;
  words: FormWords;
}

/** The form's last draft by the user on this phone; null without one. @throws DOMException when this browser has no storage */
export async function readFormDraft(form: string): Promise<FoundDraft | null> {
  await settleAhead();
  return await inDatabase(async (database) => {
    const transaction = database.transaction(DRAFT_STORES);
    const facts = transaction.objectStore("facts");
    const maker = await makerIn(facts);
    let last: (FormDraft & FoundDraft) | null = null;
    const ofForm = IDBKeyRange.bound(formDraftKey(form), formDraftKey(draftName(form, "\uffff")));
    for (const key of await facts.getAllKeys(ofForm)) {
      const draft = await facts.get(key);
      if (!isDraft(draft) || draft.userId !== maker || isOld(draft) || draft.at < (last?.at ?? 0)) continue;
      if (draft.sentAs !== undefined && (await isQueuedOrSent(transaction, draft.sentAs))) continue;
      last = { ...draft, name: key.slice(formDraftKey("").length) };
    }
    if (last !== null) return { name: last.name, words: last.words };
    return storesNothing() ? findAhead(form, maker) : null;
  });
}

/** The form's last draft on its way into the database, from this user or a visitor; null without one. */
export function findAhead(form: string, writer: string): FoundDraft | null {
  let last: FoundDraft | null = null;
  const ahead = draftsAhead();
  const replaced = new Set(ahead.flatMap(({ draft }) => draft?.seen ?? []));
  for (const { name, draft } of ahead) {
    const { words = null, userId = null, sentAs } = draft ?? {};
    // The operation may be in the outbox.
    if (replaced.has(name) || (sentAs !== undefined && !storesNothing())) continue;
    const isOwn = userId !== null && (["", writer].includes(userId) || isVisitor(userId));
    const isOfForm = name === form || name.startsWith(draftName(form, ""));
    if (isOwn && isOfForm && typeof words === "object" && words !== null && name >= (last?.name ?? ""))
      last = { name, words };
  }
  return last;
}

/** The user of this page. @throws DOMException when this browser has no storage */
export async function formWriter(): Promise<string> {
  return (await userOfPage()) ?? UNNAMED_VISITOR;
}

/**
 * Stores a form's values until it is sent, discarded, or its user signs out. Drafts of other pages that this page has not shown stay.
 * @param writer the user who typed them: their input is not stored, only deleted, when they are no longer on this phone
 * @returns whether it is on disk
 * @throws DOMException when this browser has no storage
 */
export async function saveFormDraft(draft: OwnDraft, writer: string): Promise<boolean> {
  return await inOrder(async (database) => {
    const { store, done } = database.transaction("facts", "readwrite", { durability: "strict" });
    const maker = await makerIn(store);
    const isOfUser = isSameUser(maker, writer) || draft.words === null;
    const unnamed = isOfUser ? await putDraft(store, draft, maker) : [];
    const named = new Set<string>();
    for (const key of await store.getAllKeys(formDrafts())) {
      const stored = await store.get(key);
      if (!isDraft(stored) || isOld(stored)) await store.delete(key);
      // The draft of a new photo may still be on its way.
      else if (stored.file !== undefined && isOld(stored, 60_000)) unnamed.push(key);
      else for (const photo of photosOf(stored)) named.add(photo);
    }
    for (const photo of unnamed) if (!named.has(photo)) await store.delete(photo);
    await done;
  });
}

/** The key of a draft's photo, see draft-photos.ts. */
export function photoKey(id: string): string {
  return formDraftKey(`photo:${id}`);
}

/** The keys of a draft's photos. */
function photosOf(draft: unknown): string[] {
  return isDraft(draft) ? (draft.words?.["photos"] ?? "").split(" ").filter(Boolean).map(photoKey) : [];
}

/** A visitor may get another id and is still the same user. */
export function isSameUser(maker: string, writer: string): boolean {
  return maker === writer || (isVisitor(maker) && isVisitor(writer));
}

/**
 * @param facts the store, in a transaction that writes
 * @returns the keys of the photos of the replaced drafts
 */
async function putDraft(
  facts: Pick<IDBPObjectStore<LoobyDatabase, [], "facts", "readwrite">, "get" | "put" | "delete">,
  { name, seen, words, sentAs }: OwnDraft,
  maker: string,
): Promise<string[]> {
  const photos: string[] = [];
  for (const key of [name, ...seen].map(formDraftKey)) {
    photos.push(...photosOf(await facts.get(key)));
    await facts.delete(key);
  }
  if (words !== null) await facts.put({ userId: maker, at: Date.now(), words, sentAs }, formDraftKey(name));
  return photos;
}

/**
 * Moves drafts that earlier pages had no time to store into the database, and deletes drafts of other accounts.
 * @throws DOMException when this browser has no storage
 */
export async function settleAhead(): Promise<void> {
  if (draftsToSettle().length === 0) return;
  noteLastPage();
  await inOrder(async (database) => {
    if (storesNothing()) return; // the browser's own database may have an older draft
    const transaction = database.transaction(DRAFT_STORES, "readwrite", { durability: "strict" });
    const store = transaction.objectStore("facts");
    const maker = await makerIn(store);
    // Read within the transaction: another page may have stored newer drafts by now.
    const ahead = draftsToSettle();
    const markOf = ({ name, text }: (typeof ahead)[number]) => `${name} ${text.length}`;
    const settled = (await store.get(SETTLED_FACT)) as readonly string[] | undefined; // written below
    for (const each of ahead) {
      const { name, draft } = each;
      if (draft === null) continue;
      const { userId, words, unstored = [], seen = [], sentAs } = draft;
      // A form that was sent leaves no draft, even if another user is on this phone by now.
      if (words !== null && !["", maker].includes(userId) && !isVisitor(userId)) continue;
      if (typeof words === "string") {
        if (name !== CHAT_AHEAD && settled?.includes(markOf(each))) continue;
        const before = name === CHAT_AHEAD ? "" : storedWords(await store.get(CHAT_DRAFT_FACT));
        const unsent = await unsentOf(transaction, unstored);
        await store.put(joinDrafts(before, ...unsent.map(({ text }) => text), words), CHAT_DRAFT_FACT);
      } else await putDraft(store, { name, seen, words, sentAs }, maker);
    }
    await store.put(ahead.map(markOf), SETTLED_FACT);
    await transaction.done;
    for (const { name, text } of ahead) dropAhead(name, text);
  });
}

/** Runs a write after the page's earlier ones. @returns whether it is on disk */
export async function inOrder(work: (database: Database) => Promise<unknown>): Promise<boolean> {
  const mine = writing.then(async () => inDatabase(work));
  writing = mine.catch(() => undefined);
  await mine;
  return !storesNothing();
}

function isOld({ at }: FormDraft, age = MAX_AGE_MS): boolean {
  return Date.now() - at > age;
}

export function isDraft(value: unknown): value is FormDraft {
  return typeof value === "object" && value !== null && "words" in value && "userId" in value;
}
