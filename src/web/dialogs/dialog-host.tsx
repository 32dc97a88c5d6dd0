import { useRouter, useSearch } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
import { withoutDialog } from "./dialog-navigation.ts";
import { type DialogFrame, dialogs, type DialogSearch, parseDialogSearch } from "./dialogs.ts";

/** Shows the dialog of the address. After closing, it stays mounted until its closing animation has ended. */
export function DialogHost() {
  const search = parseDialogSearch(useSearch({ strict: false }));
  const wanted = search.dialog === undefined ? null : search;
  const [shown, setShown] = useState<DialogSearch | null>(wanted);
  const isOpen = wanted !== null;
  const [opening, setOpening] = useState({ count: 0, isOpen });
  if (isOpen !== opening.isOpen) setOpening({ count: opening.count + (isOpen ? 1 : 0), isOpen });
  const close = useCloseDialog(shown, opening.count);
  if (wanted !== null && JSON.stringify(wanted) !== JSON.stringify(shown)) setShown(wanted);
  if (shown === null) return null;
  const frame: DialogFrame = { isOpen, onClose: close, onClosed: () => setShown(null) };
  const { dialog, ...params } = shown;
  // The component belongs to the reader that returned its params, but TypeScript cannot follow that through the union.
  const Dialog = dialogs[dialog].Component as ComponentType<DialogFrame>;
  return (
    <Suspense>
      <Dialog key={`${keyOf(shown)} ${opening.count}`} {...frame} {...params} />
    </Suspense>
  );
}

/** The key is the same while only other parameters of the dialog change, such as the tab of the settings. */
function keyOf(shown: DialogSearch): string {
  return "id" in shown ? `${shown.dialog} ${shown.id}` : shown.dialog;
}

/**
 * Closes a dialog by going back. A dialog opened directly by its address is removed from the address instead. Does nothing once another
 * dialog has replaced it, or the same one was opened again: a form may close its dialog when the server has responded, while help is already
 * open.
 * @param opening how often a dialog was opened so far
 */
function useCloseDialog(shown: DialogSearch | null, opening: number): () => void {
  const router = useRouter();
  const latest = useRef(opening);
  useEffect(() => {
    latest.current = opening;
  }, [opening]);
  const left = useRef<object>(undefined);
  return () => {
    if (latest.current !== opening) return;
    const { location } = router.state;
    // Going back is asynchronous: a second Esc before it completes would leave the view as well.
    const open = parseDialogSearch(location.search);
    if (left.current === location || shown === null || open.dialog === undefined) return;
    if (keyOf(open) !== keyOf(shown)) return;
    if (location.state.openedHere === true) {
      left.current = location;
      router.history.back();
    } else void router.navigate({ to: ".", search: withoutDialog, replace: true });
  };
}
