import { useRef } from "react";
import { type HistoryState, useNavigate, useRouter } from "@tanstack/react-router";
import type { WizardDraft } from "#shared/features/chat/resource-wizard.ts";
import type { DialogSearch } from "./dialogs.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The dialog was opened from the page below it, so going back closes it. */
    openedHere?: boolean;
    /** Initial values of the Add Resource form. */
    resourcePrefill?: Partial<WizardDraft> & { communityId?: string };
    /** Initial values of the need form: a user's words do not belong in an address. */
    needPrefill?: { content: string; place: string };
  }
}

/** Initial values of a form. */
export type Prefill = Pick<HistoryState, "resourcePrefill" | "needPrefill">;

/**
 * Opens a dialog over the current view as a new history entry: the back button closes it. Opened from within a
 * dialog, it replaces that dialog, so that one step back always leads to the view.
 */
export function useOpenDialog(): (dialog: DialogSearch, prefill?: Prefill) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (dialog, prefill = {}) => {
    const isOverDialog = router.state.location.search.dialog !== undefined;
    void navigate({
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

/** Closes a dialog by going back; a dialog opened directly by its address is removed from the address instead. */
export function useCloseDialog(): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  // Going back is asynchronous, and a second Esc meanwhile would leave the view as well.
  const isLeaving = useRef(false);
  return () => {
    if (isLeaving.current) return;
    if (router.state.location.state.openedHere !== true) {
      void navigate({ to: ".", search: withoutDialog, replace: true });
      return;
    }
    isLeaving.current = true;
    const stop = router.history.subscribe(() => {
      isLeaving.current = false;
      stop();
    });
    router.history.back();
  };
}

function withoutDialog(search: Record<string, unknown>): Record<string, unknown> {
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
