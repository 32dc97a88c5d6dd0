import { expect, test } from "vitest";
import { listingsQuery, noFilters, parseTaste, readFilters, withFilters } from "./listings-view.ts";

const page = { filters: noFilters, near: null, pageSize: 6, cursor: null } as const;

test("requests what the filters select", () => {
  expect(listingsQuery(page, null)).toEqual({ limit: 6 });
  expect(listingsQuery({ ...page, cursor: "b" }, "circle")).toEqual({
    limit: 6,
    loobricateId: "circle",
    cursor: "b",
  });
  const near = { latitude: 40.786_42, longitude: -119.206_5 };
  const filters = { search: "lamp", type: "gear", isFree: true, isNear: true, sort: "oldest" } as const;
  expect(listingsQuery({ ...page, filters, near }, null)).toEqual({
    limit: 6,
    q: "lamp",
    type: "gear",
    free: "true",
    near: "40.7864,-119.2065",
    sort: "oldest",
  });
});

test("writes filters into an address and reads them back, without the position", () => {
  const filters = { search: "lamp", type: "talent", isFree: true, isNear: true, sort: "newest" } as const;
  const address = withFilters({ listing: "gear-1", q: "old" }, filters);
  expect(address).toEqual({
    listing: "gear-1",
    q: "lamp",
    type: "talent",
    free: true,
    near: "me",
    sort: "newest",
  });
  expect(readFilters(address)).toEqual(filters);
  expect(withFilters(address, noFilters)).toEqual({ listing: "gear-1" });
});

test("reads no filter from an address without Looby's filters", () => {
  const strange = { q: { length: 3 }, type: "drop table", free: "yes", near: "40,-119", sort: 7 };
  expect(readFilters(strange)).toEqual(noFilters);
  expect(readFilters({ q: 12 }).search).toBe("12");
  expect(readFilters({ q: "x".repeat(5000) }).search).toHaveLength(200);
});

test("shows 6, 12 or 24 listings per page and 6 for other values", () => {
  expect(parseTaste('{"pageSize":24,"layout":"list"}')).toEqual({ pageSize: 24, layout: "list" });
  for (const stored of [null, "", "{", "7", '{"pageSize":5000,"layout":"table"}', "[]"])
    expect(parseTaste(stored)).toEqual({ pageSize: 6, layout: "grid" });
});
