import { expect, test } from "vitest";
import { differencesOf, photosThatDiffer, rebased } from "./conflict.ts";

const current = { id: "m", version: 4, content: "theirs", tags: ["a", "b"], place: null, photos: [{}] };
const problem = { code: "conflict" as const, error: "Changed elsewhere.", current };

test("lists both versions field by field, without equal fields", () => {
  const body = { version: 3, content: "mine", tags: "a, b", place: "7:30 & C", unknown: "x", photos: ["p"] };
  expect(differencesOf({ problem }, body)).toEqual([
    { field: "content", mine: "mine", theirs: "theirs" },
    { field: "place", mine: "7:30 & C", theirs: "" },
  ]);
});

test("compares a resource's availability with the server's", () => {
  const resource = { version: 4, status: "active", availability: "available" };
  const of = (status: string) => differencesOf({ problem: { ...problem, current: resource } }, { status });
  expect(of("available")).toEqual([]);
  expect(of("maintenance")).toEqual([{ field: "status", mine: "maintenance", theirs: "available" }]);
});

test("compares photos by path and order, an unfinished upload as the user's own", () => {
  const [one, two] = [
    { path: "entries/u/1.webp", url: "/1", thumbUrl: "/1t" },
    { path: "entries/u/2.webp", url: "/2", thumbUrl: "/2t" },
  ];
  const of = (photos: unknown, gallery: unknown = [one, two]) =>
    photosThatDiffer({ problem: { ...problem, current: { ...current, photos: { gallery } } } }, { photos });
  const [first, second] = [one, two].map(({ path, thumbUrl }) => ({ path, thumbUrl }));
  expect(of([one.path, two.path])).toBeNull();
  expect(of([two.path, one.path])).toEqual({ mine: [second, first], theirs: [first, second] });
  expect(of([one.path, { $resultOf: "up", field: "path" }], [two])).toEqual({
    mine: [{ path: one.path, thumbUrl: null }, { uploadId: "up" }],
    theirs: [second],
  });
  expect(of([])).toEqual({ mine: [], theirs: [first, second] });
  expect(of(undefined)).toBeNull();
  expect(of([3, null, {}], [3, { path: 4 }, { path: "p", thumbUrl: 5 }])).toEqual({
    mine: [],
    theirs: [{ path: "p", thumbUrl: null }],
  });
  expect(of([one.path], "none")).toEqual({ mine: [{ path: one.path, thumbUrl: null }], theirs: [] });
});

test.each([null, "record", ["record"], undefined])("returns no comparison without a record (%s)", (bad) => {
  expect(differencesOf({ problem: { ...problem, current: bad } }, { content: "mine" })).toBeNull();
  expect(differencesOf({ problem: null }, { content: "mine" })).toBeNull();
  expect(photosThatDiffer({ problem: { ...problem, current: bad } }, { photos: ["p"] })).toBeNull();
  expect(rebased({ version: 3 }, bad)).toBeNull();
});

test("bases the user's version on the newest record without changing other fields", () => {
  expect(rebased({ version: 3, content: "mine" }, current)).toEqual({ version: 4, content: "mine" });
  expect(rebased({ content: "mine" }, current)).toBeNull();
  expect(rebased({ version: 3 }, { version: "4" })).toBeNull();
});
