import { editEntry, type Resource } from "#shared/features/resources/contract.ts";
import { operation } from "#web/offline/outbox/queue.ts";
import type { Submission } from "#web/offline/outbox/submit.ts";
import type { PickedPhoto } from "#web/features/photos/picked-photos.ts";
import { photoPath, uploadsOf } from "../add/photo-uploads.ts";

/** Values of the Edit Entry form. */
export interface EntryEdit {
  title: string;
  description: string;
  availability: Resource["availability"];
  photos: readonly Pick<PickedPhoto, "id" | "blob" | "storedPath">[];
}

/** The fields of the entry that an edit needs. */
export type EditedEntry = Pick<
  Resource,
  "id" | "version" | "loobricateId" | "offeringType" | "tags" | "email" | "phone" | "location"
>;

export function editOf({ title, description, availability }: Resource): Omit<EntryEdit, "photos"> {
  return { title, description, availability };
}

/** Errors by field, in the specification's words; empty when valid. */
export function checkEntryEdit({
  title,
  description,
}: EntryEdit): Partial<Record<"title" | "description", string>> {
  return {
    ...(title.trim() === "" ? { title: "Title is required" } : {}),
    ...(description.trim() === "" ? { description: "Description is required" } : {}),
  };
}

/** Whether the form differs from the entry. */
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
 * Operations for an edit: an upload for each new photo, and the change that refers to their answers.
 * @param base the entry it is based on
 * @param uploaded ids of photos already on the server
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
