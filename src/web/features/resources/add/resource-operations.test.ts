import { expect, test } from "vitest";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import { resourceEntry } from "#shared/features/resources/contract.ts";
import { fillResults, type Operation } from "#shared/outbox/operation.ts";
import { queuedResources } from "./queued-resources.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { resourceOperations } from "./resource-operations.ts";

const maker: SessionUser = {
  userId: "ada-1",
  pseudonym: "Ada",
  isAnonymous: false,
  email: "ada@camp.example",
  phone: null,
  createdAt: "2026-08-01T10:00:00.000Z",
};
// Only the fields of a community that an entry uses.
const community = {
  id: "tinker-row",
  name: "Tinker Row",
  address: "2:45 & H",
  latitude: 40.79,
  longitude: -119.2,
} as Community;
const file = new File(["x"], "tent.webp", { type: "image/webp" });
const draft: ResourceDraft = {
  communityId: "tinker-row",
  type: "gear",
  title: " Generator ",
  description: "2 kW, quiet",
  tags: "power, quiet",
  contact: "",
  location: null,
  photos: [
    { id: "photo-1", blob: file },
    { id: "photo-2", blob: file },
  ],
};
const given = { resourceId: "resource-1", draft, maker, community };
const sending = { operationId: "entry-1", uploaded: new Set<string>(), at: new Date("2026-08-12T09:00:00Z") };

test("an entry depends on its photos and is valid for the server once they have paths", () => {
  const operations = resourceOperations(given, sending);
  expect(
    operations.map(({ id, endpointId, entity, dependsOn }) => ({ id, endpointId, entity, dependsOn })),
  ).toEqual([
    { id: "photo-1", endpointId: "photos.upload", entity: "photo:photo-1", dependsOn: undefined },
    { id: "photo-2", endpointId: "photos.upload", entity: "photo:photo-2", dependsOn: undefined },
    {
      id: "entry-1",
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

test("a resource contains a contact typed for it, but no data of the account", () => {
  const bodyOf = (contact: string) => {
    const body = resourceOperations({ ...given, draft: { ...draft, photos: [], contact } }, sending)[0]?.body;
    return resourceEntry.parse(body);
  };
  expect(JSON.stringify(bodyOf(""))).not.toContain("camp.example");
  expect(bodyOf("  lamp@camp.example ")).toMatchObject({ email: "lamp@camp.example" });
  expect(bodyOf("radio 7")).toMatchObject({ phone: "radio 7" });
});

test("a photo that an earlier try has uploaded is not uploaded again", () => {
  const operations = resourceOperations(given, { ...sending, uploaded: new Set(["photo-1"]) });
  expect(operations.map(({ id }) => id)).toEqual(["photo-2", "entry-1"]);
  expect(operations.at(-1)?.dependsOn).toEqual(["photo-1", "photo-2"]);
});

test("a community without a place gives no place", () => {
  const homeless: Community = { ...community, latitude: null, longitude: null };
  const [entry] = resourceOperations(
    { ...given, community: homeless, draft: { ...draft, photos: [] } },
    sending,
  );
  expect(resourceEntry.parse(entry?.body).location).toBeUndefined();
});

test("queued resources are shown as listings, newest first; malformed ones are left out", () => {
  const queued = resourceOperations(given, sending).map((operation, index) =>
    queuedOperation(index + 1, operation),
  );
  const [stuck] = resourceOperations(
    { ...given, resourceId: "resource-2", draft: { ...draft, title: "Tent", photos: [] } },
    { ...sending, operationId: "entry-2" },
  ).map((operation) => ({ ...queuedOperation(4, operation), state: "failed" as const }));
  const broken = {
    ...queuedOperation(5, { id: "entry-3", endpointId: "resources.add" }),
    body: { title: "?" },
  };
  expect(queuedResources([...queued, ...(stuck === undefined ? [] : [stuck]), broken])).toEqual([
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

test("an entry is sent by its own call, and may have its own place", () => {
  const location = { address: "7:30 & Enchant", lat: 40.78, lon: -119.21 };
  const operations = resourceOperations({ ...given, draft: { ...draft, location }, form: "entry" }, sending);
  const entry = operations.at(-1);
  expect(entry).toMatchObject({
    endpointId: "resources.add-entry",
    body: { status: "available", location, latitude: 40.78, longitude: -119.21 },
  });
  const paths = new Map([
    ["photo-1", { path: "entries/ada/1-a.webp" }],
    ["photo-2", { path: "entries/ada/2-b.webp" }],
  ]);
  expect(resourceEntry.safeParse(fillResults(entry?.body, paths)).success).toBe(true);
});
