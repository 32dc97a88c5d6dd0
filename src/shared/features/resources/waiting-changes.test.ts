import { expect, test } from "vitest";
import { readOperation } from "#shared/outbox/read-operation.ts";
import { bundlesOf, type Operation } from "#shared/outbox/operation.ts";
import type { Resource } from "./contract.ts";
import { libraryWith, waitingChanges, withChanges } from "./waiting-changes.ts";

// The fields that a change touches.
const drill = {
  id: "drill",
  title: "A drill",
  description: "With bits.",
  status: "active",
  availability: "maintenance",
  location: null,
  photos: { gallery: [{ path: "entries/a.webp" }, { path: "entries/b.webp" }] },
  version: 3,
} as Resource;
const lamp: Resource = { ...drill, id: "lamp", title: "A lamp" };
const deletion = { endpointId: "resources.delete", params: { entryId: "drill" } };
let seq = 0;

test("leaves out a listing whose deletion waits", () => {
  expect(libraryWith([drill, lamp], waiting(deletion))).toEqual([lamp]);
  expect(withChanges([drill, lamp], waiting(deletion))).toEqual([lamp]);
});

test.each(["failed", "conflict"] as const)("lists a listing again whose deletion is %s", (state) => {
  expect(libraryWith([drill], waiting({ ...deletion, state }))).toEqual([drill]);
});

test("applies waiting edits in order without the version that the server has not confirmed", () => {
  const place = { address: "7:30 & Enchant", lat: 40.78, lon: -119.21 };
  const changes = waiting(
    edit({ title: "A hammer drill", description: "With bits.", status: "available", version: 3 }),
    edit({ location: place, version: 3 }),
    edit({ title: "A big drill" }),
  );
  const expected = { ...drill, title: "A big drill", availability: "available", location: place };
  expect(libraryWith([drill, lamp], changes)).toEqual([expected, lamp]);
});

test("does not apply an edit that the server refused, with its photo or alone", () => {
  const photo = { id: "photo", endpointId: "photos.upload", state: "failed" as const };
  const refused = edit({ title: "A hammer drill" });
  expect(libraryWith([drill], waiting({ ...refused, state: "conflict" }))).toEqual([drill]);
  expect(libraryWith([drill], waiting(photo, { ...refused, dependsOn: ["photo"] }))).toEqual([drill]);
});

test("orders stored photos as edited and waits with new ones for their upload", () => {
  const photos = [{ $resultOf: "photo", field: "path" }, "entries/b.webp"];
  expect(libraryWith([drill], waiting(edit({ photos })))).toMatchObject([
    { photos: { gallery: [{ path: "entries/b.webp" }] } },
  ]);
});

test("moves an archived listing out of the library but not out of the user's own list", () => {
  const changes = waiting(edit({ status: "archived" }));
  expect(libraryWith([drill], changes)).toEqual([]);
  expect(withChanges([drill], changes)).toEqual([{ ...drill, status: "archived" }]);
});

test("brings an archived listing back with the availability it had", () => {
  const changes = waiting(edit({ status: "active" }));
  expect(withChanges([{ ...drill, status: "archived" }], changes)).toEqual([drill]);
  expect(withChanges([drill], changes)).toEqual([{ ...drill, availability: "available" }]);
});

test("ignores an edit whose body the device has lost, and other writes", () => {
  const changes = waiting(edit(undefined), { ...deletion, endpointId: "tags.clear" }, { endpointId: "x" });
  expect(changes).toEqual([]);
});

function edit(body: unknown) {
  return { endpointId: "resources.edit", params: { entryId: "drill" }, body };
}

function waiting(...rows: readonly (Partial<Operation> & { body?: unknown })[]) {
  const operations = rows.map(({ body, ...row }) => {
    seq += 1;
    return { ...readOperation({ ...row, seq }), body };
  });
  return waitingChanges({ operations, bundles: bundlesOf(operations) });
}
