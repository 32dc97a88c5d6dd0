import { beforeEach, expect, test } from "vitest";
import { deleteEntry, editEntry } from "#shared/features/resources/contract.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { plantOperation } from "#web/testing/planted-operation.ts";
import { resourceWith } from "#web/testing/resources.ts";
import { discard } from "../outbox/outbox.ts";
import { outboxView } from "../outbox/outbox-view.ts";
import { storeCopy } from "./local-copy.ts";
import { readLocalDocuments } from "./local-documents.ts";

const params = { entryId: "gear-drill" };

beforeEach(async () => {
  await freshDevice();
  const copy = { communityIds: [], wholeAt: Date.now(), isPart: false };
  await storeCopy("user-ada", "listings", { ...copy, listings: [resourceWith()] });
});

test("finds a listing again once the user has discarded its deletion", async () => {
  const before = await readLocalDocuments();
  expect(before.documents).toMatchObject([{ title: "A drill" }]);
  const id = await plantOperation({ endpointId: deleteEntry.id, label: "Delete", params }, undefined);
  await expect.poll(() => outboxView.get().operations).toHaveLength(1);
  const deleted = await readLocalDocuments();
  expect(deleted.documents).toEqual([]);
  expect(deleted.facts.size).toBe(0);
  // The index of the words is built again.
  expect(deleted.stamp).not.toBe(before.stamp);
  await discard(id);
  await expect.poll(() => outboxView.get().operations).toHaveLength(0);
  expect(await readLocalDocuments()).toEqual(before);
});

test("searches the words of an edit that waits", async () => {
  await plantOperation({ endpointId: editEntry.id, label: "Edit", params }, { title: "A hammer drill" });
  await expect.poll(() => outboxView.get().operations).toHaveLength(1);
  expect((await readLocalDocuments()).documents).toMatchObject([{ title: "A hammer drill" }]);
});
