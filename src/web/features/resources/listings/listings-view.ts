import { type Point, writePoint } from "#shared/features/resources/near.ts";
import type { ResourceType } from "#shared/features/resources/contract.ts";

/** From the specification; the first is the default. */
export const pageSizes = [6, 12, 24] as const;
export type PageSize = (typeof pageSizes)[number];

export interface ListingsView {
  /** The search text, trimmed; empty for everything. */
  search: string;
  /** Null: all types. */
  type: ResourceType | null;
  /** Communities instead of listings. */
  isOfCommunities: boolean;
  /** Only what can be borrowed now. */
  isFree: boolean;
  /** Only what has a place, nearest to this point first; null: everything. */
  near: Point | null;
  /** Null: nearest first with a point, by relevance while searching, else newest first. */
  sort: "newest" | "oldest" | null;
  pageSize: PageSize;
  layout: "grid" | "list";
  /** Cursors of the pages so far, the last for the current one; the first page has null. */
  cursors: readonly (string | null)[];
}

/** `turn`: to the page with this cursor, or back when null. */
export type ListingsChange = Partial<Omit<ListingsView, "cursors">> | { turn: string | null };

export const noFilters = { search: "", type: null, isOfCommunities: false, isFree: false, near: null };

/** @param taste the stored view settings of this device */
export function openListings(taste: Pick<ListingsView, "pageSize" | "layout">): ListingsView {
  return { ...noFilters, sort: null, ...taste, cursors: [null] };
}

/** Any change of which listings are shown leads back to the first page. */
export function changeListings(view: ListingsView, change: ListingsChange): ListingsView {
  if ("turn" in change) {
    const { turn } = change;
    if (turn !== null) return { ...view, cursors: [...view.cursors, turn] };
    return view.cursors.length === 1 ? view : { ...view, cursors: view.cursors.slice(0, -1) };
  }
  const isSameList = Object.keys(change).every((key) => key === "layout");
  return { ...view, ...change, cursors: isSameList ? view.cursors : [null] };
}

/** The request to the server. */
export function listingsQuery(view: ListingsView, communityId: string | null) {
  const cursor = view.cursors.at(-1) ?? null;
  return {
    limit: view.pageSize,
    ...(communityId === null ? {} : { loobricateId: communityId }),
    ...(view.search === "" ? {} : { q: view.search }),
    ...(view.type === null ? {} : { type: view.type }),
    ...(view.isFree ? { free: "true" as const } : {}),
    ...(view.near === null ? {} : { near: writePoint(view.near) }),
    ...(view.sort === null ? {} : { sort: view.sort }),
    ...(cursor === null ? {} : { cursor }),
  };
}

const STORAGE_KEY = "looby.listings";

/** The stored view settings of this device. */
export function storedTaste(): Pick<ListingsView, "pageSize" | "layout"> {
  try {
    return parseTaste(localStorage.getItem(STORAGE_KEY));
  } catch {
    return parseTaste(null);
  }
}

export function storeTaste({ pageSize, layout }: Pick<ListingsView, "pageSize" | "layout">): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ pageSize, layout }));
  } catch {
    // Full or forbidden: the settings last until the page closes.
  }
}

/** Missing or invalid parts get their default. */
export function parseTaste(stored: string | null): Pick<ListingsView, "pageSize" | "layout"> {
  let value: unknown = null;
  try {
    value = JSON.parse(stored ?? "null");
  } catch {
    // As if nothing had been stored.
  }
  const record: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  return {
    pageSize: pageSizes.find((size) => size === record["pageSize"]) ?? pageSizes[0],
    layout: record["layout"] === "list" ? "list" : "grid",
  };
}
