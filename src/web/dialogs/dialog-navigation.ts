import { type HistoryState, useRouter } from "@tanstack/react-router";
import type { WizardDraft } from "#shared/features/chat/resource-wizard.ts";
import type { DialogSearch } from "./dialogs.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The dialog was opened from the page below it, so going back closes it. */
    openedHere?: boolean;
    /** Initial values of the Add Resource form. */
    resourcePrefill?: Partial<WizardDraft> & { communityId?: string };
    /** Initial values of the need form, because a user's text does not belong in an address. */
    needPrefill?: { content: string; place: string };
  }
}

/** Initial values of a form. */
export type Prefill = Pick<HistoryState, "resourcePrefill" | "needPrefill">;

/**
 * Opens a dialog over the current view as a new history entry, so that the back button closes it. Opened from within a dialog, it replaces
 * that dialog, so that one step back always leads to the view.
 */
export function useOpenDialog(): (dialog: DialogSearch, prefill?: Prefill) => void {
  const router = useRouter();
  return (dialog, prefill = {}) => {
    const isOverDialog = router.state.location.search.dialog !== undefined;
    void router.navigate({
      to: ".",
      search: (current) => ({ ...withoutDialog(current), ...dialog }),
      replace: isOverDialog,
      state: ({ resourcePrefill: _, needPrefill: _need, ...state }) => ({
        ...state,
        ...(isOverDialog ? {} : { openedHere: true }),
        ...prefill,
      }),
    });
  };
}

/** The search of an address without the dialog and its parameters. */
export function withoutDialog(search: Record<string, unknown>): Record<string, unknown> {
  const {
    dialog,
    "settings-tab": _tab,
    id: _id,
    mode: _mode,
    to: _to,
    kind: _kind,
    first: _first,
    last: _last,
    ...rest
  } = search;
  return dialog === undefined ? search : rest;
}
