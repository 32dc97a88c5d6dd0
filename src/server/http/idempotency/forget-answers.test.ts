import { expect, test } from "vitest";
import { withoutWordsOf } from "./forget-answers.ts";

const ids = new Set(["gone"]);

test("clears the words of the deleted object and of objects that contain it", () => {
  const thing = {
    id: "gone",
    type: "gear",
    title: "Lamp",
    tags: ["lamp"],
    place: { address: "7:30" },
    version: 3,
    createdAt: "2026-08-30T10:00:00.000Z",
  };
  const blank = { ...thing, title: "", tags: [], place: { address: "" } };
  expect(withoutWordsOf(thing, ids, null)).toEqual(blank);
  expect(withoutWordsOf({ memory: thing, topics: ["lamp"], ok: true }, ids, null)).toEqual({
    memory: blank,
    topics: [],
    ok: true,
  });
  expect(withoutWordsOf({ list: [thing, { id: "there", title: "Tent" }] }, ids, null)).toEqual({
    list: [blank, { id: "there", title: "Tent" }],
  });
});

test("replaces a changed object by its current version and clears references", () => {
  const current = { id: "gone", title: "Lantern", version: 2 };
  expect(withoutWordsOf({ id: "gone", title: "Lamp", note: "old", version: 1 }, ids, current)).toEqual({
    id: "gone",
    title: "Lantern",
    note: "",
    version: 2,
  });
  expect(withoutWordsOf({ id: "loan", resourceId: "gone", title: "Lamp" }, ids, current)).toEqual({
    id: "loan",
    resourceId: "gone",
    title: "",
  });
});
