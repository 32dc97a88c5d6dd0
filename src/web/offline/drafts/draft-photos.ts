import { inDatabase } from "../database.ts";
import { fromStored, toStored } from "../stored-bytes.ts";
import { makerIn } from "../user/phone-user.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { formWriter, inOrder, isDraft, isSameUser, photoKey } from "./form-drafts.ts";

/**
 * Stores a chosen photo until no draft of its form names it any more, apart from the words, which change with every key press.
 * @param id named in the `photos` of the draft's words
 * @throws DOMException, UnreadableFile when this browser cannot store it
 */
export async function saveDraftPhoto(id: string, photo: File): Promise<void> {
  const [writer, file] = await Promise.all([formWriter(), toStored(photo)]);
  await inOrder(() =>
    writeWithinQuota(["facts"], "strict", async (transaction) => {
      const facts = transaction.objectStore("facts");
      const userId = await makerIn(facts);
      if (isSameUser(userId, writer))
        await facts.put({ userId, at: Date.now(), words: {}, file }, photoKey(id));
    }),
  );
}

/** The photo of a draft by the user on this phone; null when this device does not have it. */
export async function readDraftPhoto(id: string): Promise<File | null> {
  return await inDatabase(async (database) => {
    const facts = database.transaction("facts").store;
    const row = await facts.get(photoKey(id));
    const photo = isDraft(row) && row.userId === (await makerIn(facts)) ? fromStored(row.file) : null;
    return photo instanceof File ? photo : null;
  });
}
