import { isVisitor } from "#shared/features/account/visitor.ts";
import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { openDatabase } from "../database.ts";
import { formDraftKey, formDrafts, makerIn, userOfPage } from "../user/phone-user.ts";

/** What stands in the fields of a form, by the names the form gives them. No passwords. */
export type FormWords = Readonly<Record<string, string>>;

interface FormDraft {
  /** Who typed it. */
  userId: string;
  /** Milliseconds since the epoch. */
  at: number;
  words: FormWords;
}

/** Milliseconds. Nobody comes back to a form after that. */
const LONGEST_KEPT_MS = 30 * 24 * 3600 * 1000;

/** Of this page, one after the other: what is sent must not come back by a write that was begun before. */
let writing: Promise<unknown> = Promise.resolve();

/** What the person on this phone had typed into a form; null for nothing. @throws DOMException when this browser keeps nothing */
export async function readFormDraft(form: string): Promise<FormWords | null> {
  const facts = (await openDatabase()).transaction("facts").store;
  const [draft, maker] = await Promise.all([facts.get(formDraftKey(form)), makerIn(facts)]);
  return isDraft(draft) && draft.userId === maker && !isOld(draft) ? draft.words : null;
}

/** Who types on this page now. @throws DOMException when this browser keeps nothing */
export async function formWriter(): Promise<string> {
  return (await userOfPage()) ?? UNNAMED_VISITOR;
}

/**
 * Keeps what is typed into a form until it is sent, thrown away or its person signs out. On the disk when it resolves.
 * @param writer who typed it: nothing is kept of who is no longer on this phone
 * @throws DOMException when this browser keeps nothing
 */
export async function saveFormDraft(form: string, words: FormWords, writer: string): Promise<void> {
  await inOrder(async () => {
    const { store, done } = (await openDatabase()).transaction("facts", "readwrite", {
      durability: "strict",
    });
    const maker = await makerIn(store);
    // A visitor gets another name, and is still the one who types.
    if (maker === writer || (isVisitor(maker) && isVisitor(writer))) {
      const draft: FormDraft = { userId: maker, at: Date.now(), words };
      await store.put(draft, formDraftKey(form));
    }
    for (const key of await store.getAllKeys(formDrafts())) {
      const kept = await store.get(key);
      if (!isDraft(kept) || isOld(kept)) await store.delete(key);
    }
    await done;
  });
}

/** It was sent, or its person threw it away. @throws DOMException when this browser keeps nothing */
export async function dropFormDraft(form: string): Promise<void> {
  await inOrder(async () => (await openDatabase()).delete("facts", formDraftKey(form)));
}

async function inOrder(work: () => Promise<unknown>): Promise<void> {
  const mine = writing.then(work);
  writing = mine.catch(() => undefined);
  await mine;
}

function isOld({ at }: FormDraft): boolean {
  return Date.now() - at > LONGEST_KEPT_MS;
}

function isDraft(value: unknown): value is FormDraft {
  return typeof value === "object" && value !== null && "words" in value && "userId" in value;
}
