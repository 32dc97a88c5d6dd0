import { useRef } from "react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import type { WizardDraft } from "#shared/features/chat/resource-wizard.ts";
import type { DialogSearch } from "./dialogs.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** This dialog was opened from the page below it, so going back closes it. */
    openedHere?: boolean;
    /** What the Add Resource form begins with. */
    resourcePrefill?: Partial<WizardDraft>;
  }
}

/**
 * Opens a dialog over the current view, one step deeper in the history: the back button closes it. From within a
 * dialog the new one takes its place, so that one step back always leads to the view.
 */
export function useOpenDialog(): (dialog: DialogSearch, resourcePrefill?: Partial<WizardDraft>) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (dialog, resourcePrefill) => {
    const isOverDialog = router.state.location.search.dialog !== undefined;
    void navigate({
      to: ".",
      search: (current) => ({ ...withoutDialog(current), ...dialog }),
      replace: isOverDialog,
      state: ({ resourcePrefill: _, ...state }) => ({
        ...state,
        ...(isOverDialog ? {} : { openedHere: true }),
        ...(resourcePrefill === undefined ? {} : { resourcePrefill }),
      }),
    });
  };
}

/** Goes back to where the dialog was opened; a dialog opened by its address is taken out of the address instead. */
export function useCloseDialog(): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  // Going back takes a moment, and a second Esc within it would leave the view as well.
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
  const { dialog, "settings-tab": _tab, id: _id, mode: _mode, kind: _kind, ...rest } = search;
  return dialog === undefined ? search : rest;
}
