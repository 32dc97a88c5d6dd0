import { useSearch } from "@tanstack/react-router";
import { parseDialogSearch, type DialogSearch } from "./dialogs.ts";

/** The dialog of the current address, or null. */
export function useDialogSearch(): DialogSearch | null {
  const search = parseDialogSearch(useSearch({ strict: false }));
  return search.dialog === undefined ? null : search;
}
