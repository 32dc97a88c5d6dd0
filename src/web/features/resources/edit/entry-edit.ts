import { editEntry, type Resource } from "#shared/features/resources/contract.ts";
import { operation } from "#web/offline/outbox/queue.ts";
import type { Submission } from "#web/offline/outbox/submit.ts";
import type { PickedPhoto } from "#web/features/photos/picked-photos.ts";
import { photoPath, uploadsOf } from "../add/photo-uploads.ts";

/** What stands in the Edit Entry form. */
export interface EntryEdit {
  title: string;
  description: string;
  availability: Resource["availability"];
  photos: readonly Pick<PickedPhoto, "id" | "blob" | "storedPath">[];
}

/** What an edit needs of the entry it is made from. */
export type EditedEntry = Pick<
  Resource,
  "id" | "version" | "loobricateId" | "offeringType" | "tags" | "email" | "phone" | "location"
>;

export function editOf({ title, description, availability }: Resource): Omit<EntryEdit, "photos"> {
  return { title, description, availability };
}

/** Why it cannot be saved, in the specification's words, or null. */
export function checkEntryEdit({ title, description }: EntryEdit): string | null {
  if (title.trim() === "") return "Title is required";
  return description.trim() === "" ? "Description is required" : null;
}

/** Whether the form says anything else than the entry. */
export function hasChanged(entry: Resource, edit: EntryEdit): boolean {
  const before = entry.photos.gallery.map(({ path }) => path);
  return (
    edit.title.trim() !== entry.title ||
    edit.description.trim() !== entry.description ||
    edit.availability !== entry.availability ||
    edit.photos.length !== before.length ||
    edit.photos.some(({ storedPath }, place) => storedPath !== before[place])
  );
}

/**
 * An edit as operations: an upload for each new photo, and the change that takes what they answer.
 * @param base the entry it was made from
 * @param uploaded ids of photos that are on the server already
 */
export function editOperations(
  base: EditedEntry,
  edit: EntryEdit,
  uploaded: ReadonlySet<string> = new Set(),
): Submission[] {
  const title = edit.title.trim();
  const fresh = edit.photos.flatMap(({ id, blob }) => (blob === null ? [] : [{ id, blob }]));
  const photos = edit.photos.map(({ id, storedPath }) => storedPath ?? photoPath(id));
  const body = {
    title,
    description: edit.description.trim(),
    status: edit.availability,
    photos,
    version: base.version,
  };
  const { loobricateId, offeringType, tags, email, phone, location } = base;
  return [
    ...uploadsOf(fresh, { title, uploaded }),
    operation(
      editEntry,
      { params: { entryId: base.id }, body },
      {
        entity: `resource:${base.id}`,
        label: `Changes of ${title}`,
        dependsOn: fresh.map(({ id }) => id),
        rest: { loobricateId, offeringType, tags, email, phone, location },
      },
    ),
  ];
}
