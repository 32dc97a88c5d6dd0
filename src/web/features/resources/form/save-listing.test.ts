import { expect, test } from "vitest";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import { editEntry, resourceEntry } from "#shared/features/resources/contract.ts";
import { bundlesOf, fillResults, type Operation } from "#shared/outbox/operation.ts";
import { listingOperations } from "./save-listing.ts";
import { emptyDraft } from "./listing-values.ts";
import { queuedResources } from "./queued-resources.ts";

const maker: SessionUser = {
  userId: "ada-1",
  pseudonym: "Ada",
  isAnonymous: false,
  email: "ada@camp.example",
  phone: null,
  createdAt: "2026-08-01T10:00:00.000Z",
};
// The fields of a community that an entry uses.
const community = {
  id: "tinker-row",
  name: "Tinker Row",
  address: "2:45 & H",
  latitude: 40.79,
  longitude: -119.2,
} as Community;
const file = new File(["x"], "tent.webp", { type: "image/webp" });
const draft = {
  ...emptyDraft,
  communityId: "tinker-row",
  type: "gear" as const,
  title: " Generator ",
  description: "2 kW, quiet",
  tags: ["power", "quiet"],
};
const fresh = (id: string) => ({ id, blob: file, storedPath: null });
const content = { draft, photos: [fresh("photo-1"), fresh("photo-2")] };
const target = { entrance: "resource" as const, resourceId: "resource-1", maker, community };
const at = new Date("2026-08-12T09:00:00Z");

test("creates an entry that depends on its photos and is valid once they have paths", () => {
  const operations = listingOperations(target, content, { at });
  expect(operations.map(({ endpointId, entity, dependsOn }) => ({ endpointId, entity, dependsOn }))).toEqual([
    { endpointId: "photos.upload", entity: "photo:photo-1", dependsOn: undefined },
    { endpointId: "photos.upload", entity: "photo:photo-2", dependsOn: undefined },
    {
      endpointId: "resources.add",
      entity: "resource:resource-1",
      dependsOn: ["photo-1", "photo-2"],
    },
  ]);
  const paths = ["photo-1", "photo-2"].map((id): [string, unknown] => [
    id,
    { path: `entries/ada-1/${id}.webp` },
  ]);
  const body = resourceEntry.parse(fillResults(operations.at(-1)?.body, new Map(paths)));
  expect(body).toMatchObject({
    id: "resource-1",
    dataType: "userEntry",
    loobricateId: "tinker-row",
    loobricates: ["tinker-row"],
    title: "Generator",
    offeringType: "gear",
    tags: ["power", "quiet"],
    status: "active",
    photos: ["entries/ada-1/photo-1.webp", "entries/ada-1/photo-2.webp"],
    createdAt: "2026-08-12T09:00:00.000Z",
    createdBy: "ada-1",
    creatorPseudonym: "Ada",
    location: { address: "2:45 & H", lat: 40.79, lon: -119.2 },
    latitude: 40.79,
    longitude: -119.2,
  });
});

test("includes a contact typed for the resource, but no account data", () => {
  const bodyOf = (contact: string) => {
    const [added] = listingOperations(target, { draft: { ...draft, contact }, photos: [] });
    return resourceEntry.parse(added?.body);
  };
  expect(JSON.stringify(bodyOf(""))).not.toContain("camp.example");
  expect(bodyOf("  lamp@camp.example ")).toMatchObject({ email: "lamp@camp.example" });
  expect(bodyOf("radio 7")).toMatchObject({ phone: "radio 7" });
});

test("does not upload a photo again after an earlier try", () => {
  const operations = listingOperations(target, content, { uploaded: new Set(["photo-1"]) });
  expect(operations.map(({ entity }) => entity)).toEqual(["photo:photo-2", "resource:resource-1"]);
  expect(operations.at(-1)?.dependsOn).toEqual(["photo-1", "photo-2"]);
});

test("sets no place for a community without one", () => {
  const homeless: Community = { ...community, latitude: null, longitude: null };
  const [entry] = listingOperations({ ...target, community: homeless }, { draft, photos: [] });
  expect(resourceEntry.parse(entry?.body).location).toBeUndefined();
});

test("shows queued resources as listings, newest first", () => {
  const queued = listingOperations(target, content).map((operation, index) =>
    queuedOperation(index + 1, operation),
  );
  const [stuck] = listingOperations(
    { ...target, resourceId: "resource-2" },
    { draft: { ...draft, title: "Tent" }, photos: [] },
  ).map((operation) => ({ ...queuedOperation(4, operation), state: "failed" as const }));
  const operations = [...queued, ...(stuck === undefined ? [] : [stuck])];
  expect(queuedResources({ operations, bundles: bundlesOf(operations) })).toEqual([
    {
      id: "resource-2",
      title: "Tent",
      description: "2 kW, quiet",
      type: "gear",
      location: { address: "2:45 & H", lat: 40.79, lon: -119.2 },
      photo: null,
      isStuck: true,
    },
    expect.objectContaining({ id: "resource-1", title: "Generator", photo: file, isStuck: false }),
  ]);
});

function queuedOperation(seq: number, operation: Partial<Operation> & { body?: unknown }) {
  return {
    seq,
    id: "",
    userId: "ada-1",
    endpointId: "",
    entity: operation.id ?? "",
    dependsOn: [],
    label: "",
    createdAt: 0,
    state: "queued" as const,
    tries: 0,
    notBefore: 0,
    problem: null,
    body: undefined,
    ...operation,
  };
}

test("sends an entry of the Add Entry page by a separate request with its own place", () => {
  const place = { address: "7:30 & Enchant", latitude: 40.78, longitude: -119.21 };
  const address = { text: place.address, place };
  const operations = listingOperations(
    { ...target, entrance: "entry" },
    { ...content, draft: { ...draft, address } },
  );
  const entry = operations.at(-1);
  expect(entry).toMatchObject({
    endpointId: "resources.add-entry",
    body: {
      status: "available",
      location: { address: place.address, lat: place.latitude, lon: place.longitude },
      latitude: 40.78,
      longitude: -119.21,
    },
  });
  const paths = new Map([
    ["photo-1", { path: "entries/ada/1-a.webp" }],
    ["photo-2", { path: "entries/ada/2-b.webp" }],
  ]);
  expect(resourceEntry.safeParse(fillResults(entry?.body, paths)).success).toBe(true);
});

test("uploads new photos of an edit first and sends all in the form's order", () => {
  const base = { id: "entry-1", version: 3 };
  const path = "entries/ada/2.webp";
  const photos = [{ id: path, blob: null, storedPath: path }, fresh("new-1")];
  const [upload, edit] = listingOperations({ entrance: "edit", base }, { draft, photos });
  expect(upload?.endpointId).toBe("photos.upload");
  expect(edit).toMatchObject({
    endpointId: "resources.edit",
    params: { entryId: "entry-1" },
    entity: "resource:entry-1",
    dependsOn: ["new-1"],
  });
  const body = fillResults(edit?.body, new Map([["new-1", { path: "entries/ada/3.webp" }]]));
  expect(body).toEqual({
    title: "Generator",
    description: "2 kW, quiet",
    status: "available",
    photos: [path, "entries/ada/3.webp"],
    version: 3,
  });
  expect(editEntry.body.safeParse(body).success).toBe(true);
});
