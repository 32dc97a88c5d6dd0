import { expect, test } from "vitest";
import { withoutThing } from "./without-thing.ts";

const stored = {
  memories: [
    { id: "a", content: "zebra" },
    { id: "b", content: "lamp" },
  ],
  links: [{ source: "a", target: "b", reason: "zebra" }],
  notices: [{ id: "n", text: "zebra?", link: "/needs?show=a" }],
  messages: [{ id: "m", text: "The zebra.", sources: [{ sourceId: "memory:a", title: "zebra" }] }],
  hasMore: false,
};

test("a deleted record is in no list, and neither are entries that only refer to it", () => {
  const rest = withoutThing(stored, { id: "a", current: null });
  expect(rest).toEqual({
    memories: [{ id: "b", content: "lamp" }],
    links: [],
    notices: [],
    messages: [{ id: "m", text: "The zebra.", sources: [] }],
    hasMore: false,
  });
  expect(withoutThing(stored, { id: "elsewhere", current: null })).toBe(stored);
  expect(withoutThing({ id: "a", content: "zebra" }, { id: "a", current: null })).toBeNull();
});

test("a changed record appears in its current form", () => {
  const current = { id: "a", content: "quokka", version: 2 };
  expect(withoutThing(stored, { id: "a", current })).toMatchObject({
    memories: [current, { id: "b" }],
    links: [],
    notices: [],
  });
  const mark = { campId: "c", note: "new" };
  expect(withoutThing([{ campId: "c", note: "old", isFavourite: true }], { id: "c", current: mark })).toEqual(
    [{ campId: "c", note: "new", isFavourite: true }],
  );
});
