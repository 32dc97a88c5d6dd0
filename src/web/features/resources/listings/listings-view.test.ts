import { expect, test } from "vitest";
import { changeListings, listingsQuery, openListings, parseTaste } from "./listings-view.ts";

test("pages go forward and back, and every other change starts at the first page", () => {
  let view = openListings({ pageSize: 6, layout: "grid" });
  expect(listingsQuery(view, null)).toEqual({ limit: 6 });
  view = changeListings(changeListings(view, { turn: "a" }), { turn: "b" });
  expect(listingsQuery(view, "circle")).toEqual({ limit: 6, loobricateId: "circle", cursor: "b" });
  expect(changeListings(view, { layout: "list" }).cursors).toEqual([null, "a", "b"]);
  view = changeListings(view, { turn: null });
  expect(listingsQuery(view, null)).toEqual({ limit: 6, cursor: "a" });
  for (const change of [
    { search: "lamp" },
    { type: "gear" },
    { isFree: true },
    { sort: "oldest" },
    { pageSize: 24 },
  ] as const)
    expect(changeListings(view, change).cursors).toEqual([null]);
  view = changeListings(changeListings(view, { search: "lamp", type: "gear" }), { sort: "oldest" });
  expect(listingsQuery(view, null)).toEqual({ limit: 6, q: "lamp", type: "gear", sort: "oldest" });
  expect(changeListings(view, { turn: null })).toBe(view);
  const near = { latitude: 40.786_42, longitude: -119.206_5 };
  expect(listingsQuery(changeListings(view, { isFree: true, near, sort: null }), null)).toEqual({
    limit: 6,
    q: "lamp",
    type: "gear",
    free: "true",
    near: "40.7864,-119.2065",
  });
});

test("a page has 6, 12 or 24 listings; anything else is 6", () => {
  expect(parseTaste('{"pageSize":24,"layout":"list"}')).toEqual({ pageSize: 24, layout: "list" });
  for (const stored of [null, "", "{", "7", '{"pageSize":5000,"layout":"table"}', "[]"])
    expect(parseTaste(stored)).toEqual({ pageSize: 6, layout: "grid" });
});
