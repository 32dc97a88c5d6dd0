import { beforeEach, expect, test } from "vitest";
import type { WaitingChange } from "#shared/features/resources/waiting-changes.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { resourceWith } from "#web/testing/resources.ts";
import { storeCopy } from "./local-copy.ts";
import { readLocalDocuments } from "./local-documents.ts";

const change: WaitingChange = { operationId: "one", listingId: "gear-drill", edit: null };

beforeEach(async () => {
  await freshDevice();
  const copy = { communityIds: [], wholeAt: Date.now(), isPart: false };
  await storeCopy("user-ada", "listings", { ...copy, listings: [resourceWith()] });
});

test("finds no listing whose deletion waits", async () => {
  const before = await readLocalDocuments([]);
  expect(before.documents).toMatchObject([{ title: "A drill" }]);
  const deleted = await readLocalDocuments([change]);
  expect(deleted.documents).toEqual([]);
  expect(deleted.facts.size).toBe(0);
  // The index of the words is built again.
  expect(deleted.stamp).not.toBe(before.stamp);
});

test("searches the words of an edit that waits", async () => {
  const { documents } = await readLocalDocuments([{ ...change, edit: { title: "A hammer drill" } }]);
  expect(documents).toMatchObject([{ title: "A hammer drill" }]);
});
