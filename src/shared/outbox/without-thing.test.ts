import { expect, test } from "vitest";
import { withoutThing } from "./without-thing.ts";

const kept = {
  memories: [
    { id: "a", content: "zebra" },
    { id: "b", content: "lamp" },
  ],
  links: [{ source: "a", target: "b", reason: "zebra" }],
  notices: [{ id: "n", text: "zebra?", link: "/needs?show=a" }],
  messages: [{ id: "m", text: "The zebra.", sources: [{ sourceId: "memory:a", title: "zebra" }] }],
  hasMore: false,
};

test("what is gone is in no list, and nothing that only names it", () => {
  const rest = withoutThing(kept, { id: "a", current: null });
  expect(rest).toEqual({
    memories: [{ id: "b", content: "lamp" }],
    links: [],
    notices: [],
    messages: [{ id: "m", text: "The zebra.", sources: [] }],
    hasMore: false,
  });
  expect(withoutThing(kept, { id: "elsewhere", current: null })).toBe(kept);
  expect(withoutThing({ id: "a", content: "zebra" }, { id: "a", current: null })).toBeNull();
});

test("what has changed stands there as the server has it now", () => {
  const current = { id: "a", content: "quokka", version: 2 };
  expect(withoutThing(kept, { id: "a", current })).toMatchObject({
    memories: [current, { id: "b" }],
    links: [],
    notices: [],
  });
  const mark = { campId: "c", note: "new" };
  expect(withoutThing([{ campId: "c", note: "old", isFavourite: true }], { id: "c", current: mark })).toEqual(
    [{ campId: "c", note: "new", isFavourite: true }],
  );
});
