import { type Point, writePoint } from "#shared/features/resources/near.ts";
import { MAX_LISTING_QUERY, type ResourceType, resourceTypes } from "#shared/features/resources/contract.ts";
import { DeviceItem } from "#web/lib/device/device-item.ts";
import { parseRecord } from "#web/lib/device/parse-record.ts";

/** From the specification; the first is the default. */
export const pageSizes = [6, 12, 24] as const;
export type PageSize = (typeof pageSizes)[number];

/** The selection and order of the listings, stored in the page's address. */
export interface ListingsFilters {
  /** The search text, trimmed; empty for no search. */
  search: string;
  /** Null: all types. `community`: the communities instead of listings. */
  type: ResourceType | "community" | null;
  /** Only things that can be borrowed now. */
  isFree: boolean;
  /** Only things with a place, nearest to this device first. */
  isNear: boolean;
  /** Null: nearest first near this device, by relevance while searching, else newest first. */
  sort: "newest" | "oldest" | null;
}

/** How listings are shown; stored on each device. */
export interface ListingsTaste {
  pageSize: PageSize;
  layout: "grid" | "list";
}

type Search = Readonly<Record<string, unknown>>;

export const noFilters: ListingsFilters = {
  search: "",
  type: null,
  isFree: false,
  isNear: false,
  sort: null,
};

const types = [...resourceTypes, "community"] as const;

/** Reads the filters of an address such as `/library?type=gear&free=true`; any other value counts as no filter. */
export function readFilters({ q = "", type, free, near, sort }: Search): ListingsFilters {
  return {
    // The router parses `q=12` as a number.
    search:
      typeof q === "string" || typeof q === "number" ? String(q).trim().slice(0, MAX_LISTING_QUERY) : "",
    type: types.find((known) => known === type) ?? null,
    isFree: free === true,
    isNear: near === "me",
    sort: sort === "newest" || sort === "oldest" ? sort : null,
  };
}

/** The search of an address with these filters and its other parameters unchanged. */
export function withFilters(
  search: Search,
  { search: q, type, isFree, isNear, sort }: ListingsFilters,
): Record<string, unknown> {
  const { q: _q, type: _type, free: _free, near: _near, sort: _sort, ...rest } = search;
  return {
    ...rest,
    ...(q === "" ? {} : { q }),
    ...(type === null ? {} : { type }),
    ...(isFree ? { free: true } : {}),
    ...(isNear ? { near: "me" } : {}),
    ...(sort === null ? {} : { sort }),
  };
}

/** The parameters of a page of listings. */
export interface ListingsPage {
  filters: ListingsFilters;
  /** This device's position; null when it is unknown or not requested. */
  near: Point | null;
  pageSize: PageSize;
  /** Null: the first page. */
  cursor: string | null;
}

/** The request to the server. @param communityId null: of all communities */
export function listingsQuery(
  { filters: { search, type, isFree, sort }, near, pageSize, cursor }: ListingsPage,
  communityId: string | null,
) {
  return {
    limit: pageSize,
    ...(communityId === null ? {} : { loobricateId: communityId }),
    ...(search === "" ? {} : { q: search }),
    ...(type === null || type === "community" ? {} : { type }),
    ...(isFree ? { free: "true" as const } : {}),
    ...(near === null ? {} : { near: writePoint(near) }),
    ...(sort === null ? {} : { sort }),
    ...(cursor === null ? {} : { cursor }),
  };
}

const item = new DeviceItem("looby.listings");

/** The stored view settings of this device. */
export function storedTaste(): ListingsTaste {
  return parseTaste(item.read());
}

export function storeTaste({ pageSize, layout }: ListingsTaste): void {
  item.write(JSON.stringify({ pageSize, layout }));
}

/** Replaces missing or invalid parts by their default. */
export function parseTaste(stored: string | null): ListingsTaste {
  const { pageSize, layout } = parseRecord(stored);
  return {
    pageSize: pageSizes.find((size) => size === pageSize) ?? pageSizes[0],
    layout: layout === "list" ? "list" : "grid",
  };
}
