import { expect, test } from "vitest";
import { withoutWordsOf } from "./forget-answers.ts";

const ids = new Set(["gone"]);

test("the object with the id and the objects that contain it keep their shape and lose their words", () => {
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

test("a changed object is replaced by its current version; objects that only refer to it lose their words", () => {
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
