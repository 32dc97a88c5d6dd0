import type { ResourceType } from "#shared/features/resources/contract.ts";

/** As the specification has them; the first is the one to begin with. */
export const pageSizes = [6, 12, 24] as const;
export type PageSize = (typeof pageSizes)[number];

export interface ListingsView {
  /** What is searched for, trimmed; empty: everything. */
  search: string;
  /** Null: all types. */
  type: ResourceType | null;
  /** Null: by best match while something is searched for, else the newest first. */
  sort: "newest" | "oldest" | null;
  pageSize: PageSize;
  layout: "grid" | "list";
  /** Where each page so far begins, the last is the one in view; the first page begins nowhere. */
  cursors: readonly (string | null)[];
}

/** `turn`: to the page that begins there, or back where it is null. */
export type ListingsChange = Partial<Omit<ListingsView, "cursors">> | { turn: string | null };

/** @param taste what this device remembers of the last visit */
export function openListings(taste: Pick<ListingsView, "pageSize" | "layout">): ListingsView {
  return { search: "", type: null, sort: null, ...taste, cursors: [null] };
}

/** Whatever changes which listings there are leads back to the first page. */
export function changeListings(view: ListingsView, change: ListingsChange): ListingsView {
  if ("turn" in change) {
    const { turn } = change;
    if (turn !== null) return { ...view, cursors: [...view.cursors, turn] };
    return view.cursors.length === 1 ? view : { ...view, cursors: view.cursors.slice(0, -1) };
  }
  const isSameList = Object.keys(change).every((key) => key === "layout");
  return { ...view, ...change, cursors: isSameList ? view.cursors : [null] };
}

/** The question to the server. */
export function listingsQuery(view: ListingsView, communityId: string | null) {
  const cursor = view.cursors.at(-1) ?? null;
  return {
    limit: view.pageSize,
    ...(communityId === null ? {} : { loobricateId: communityId }),
    ...(view.search === "" ? {} : { q: view.search }),
    ...(view.type === null ? {} : { type: view.type }),
    ...(view.sort === null ? {} : { sort: view.sort }),
    ...(cursor === null ? {} : { cursor }),
  };
}

const STORAGE_KEY = "looby.listings";

/** How this device likes its listings. */
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
    // Full or forbidden: it holds until the page closes.
  }
}

/** What is missing or makes no sense is as at the beginning. */
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
