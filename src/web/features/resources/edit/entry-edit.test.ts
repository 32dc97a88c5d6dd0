import { expect, test } from "vitest";
import { editEntry, type Resource } from "#shared/features/resources/contract.ts";
import { fillResults } from "#shared/outbox/operation.ts";
import { checkEntryEdit, editOf, editOperations, hasChanged } from "./entry-edit.ts";

const stored = (name: string) => ({ id: name, blob: null, storedPath: name });
// Only the fields of an entry that an edit uses.
const entry = {
  id: "entry-1",
  version: 3,
  title: "Blue bicycle",
  description: "Rides well.",
  availability: "available",
  photos: { gallery: [{ path: "entries/ada/1.webp" }, { path: "entries/ada/2.webp" }] },
} as Resource;
const same = { ...editOf(entry), photos: entry.photos.gallery.map(({ path }) => stored(path)) };

test("an edit reports missing fields and whether it changes anything", () => {
  expect(checkEntryEdit({ ...same, title: "  " })).toEqual({ title: "Title is required" });
  expect(checkEntryEdit({ ...same, description: "" })).toEqual({ description: "Description is required" });
  expect(checkEntryEdit(same)).toEqual({});
  expect(hasChanged(entry, { ...same, title: " Blue bicycle " })).toBe(false);
  expect(hasChanged(entry, { ...same, title: "Red bicycle" })).toBe(true);
  expect(hasChanged(entry, { ...same, availability: "maintenance" })).toBe(true);
  expect(hasChanged(entry, { ...same, photos: same.photos.toReversed() })).toBe(true);
  expect(hasChanged(entry, { ...same, photos: same.photos.slice(1) })).toBe(true);
});

test("new photos are uploaded first, and all photos keep the form's order", () => {
  const file = new File(["x"], "new.webp", { type: "image/webp" });
  const added = { id: "new-1", blob: file, storedPath: null };
  const operations = editOperations(entry, {
    ...same,
    title: " Red ",
    photos: [...same.photos.slice(1), added],
  });
  expect(operations.map(({ endpointId }) => endpointId)).toEqual(["photos.upload", "resources.edit"]);
  const [, edit] = operations;
  expect(edit).toMatchObject({
    params: { entryId: "entry-1" },
    entity: "resource:entry-1",
    dependsOn: ["new-1"],
  });
  const answers = new Map([["new-1", { path: "entries/ada/3.webp" }]]);
  const body = fillResults(edit?.body, answers);
  expect(body).toEqual({
    title: "Red",
    description: "Rides well.",
    status: "available",
    photos: ["entries/ada/2.webp", "entries/ada/3.webp"],
    version: 3,
  });
  expect(editEntry.body.safeParse(body).success).toBe(true);
  const again = editOperations(entry, { ...same, photos: [added] }, new Set(["new-1"]));
  expect(again.map(({ endpointId }) => endpointId)).toEqual(["resources.edit"]);
});
