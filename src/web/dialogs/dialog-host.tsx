import { useRouter } from "@tanstack/react-router";
import { type ComponentType, Suspense, useRef, useState } from "react";
import { withoutDialog } from "./dialog-navigation.ts";
import { type DialogFrame, dialogs, type DialogSearch } from "./dialogs.ts";
import { useDialogSearch } from "./use-dialog-search.ts";

/** Shows the dialog of the address. A closed one stays mounted until its closing animation has ended. */
export function DialogHost() {
  const wanted = useDialogSearch();
  const [shown, setShown] = useState(wanted);
  const close = useCloseDialog(shown?.dialog);
  if (wanted !== null && JSON.stringify(wanted) !== JSON.stringify(shown)) setShown(wanted);
  if (shown === null) return null;
  const frame: DialogFrame = { isOpen: wanted !== null, onClose: close, onClosed: () => setShown(null) };
  const { dialog, ...params } = shown;
  // The component belongs to the reader that gave its params, which TypeScript cannot follow through the union.
  const Dialog = dialogs[dialog].Component as ComponentType<DialogFrame>;
  return (
    <Suspense>
      <Dialog key={"id" in params ? `${dialog} ${params.id}` : dialog} {...frame} {...params} />
    </Suspense>
  );
}

/**
 * Closes a dialog by going back; a dialog opened directly by its address is removed from the address instead. Does nothing once another
 * dialog has replaced it: a form may close its dialog when the server has answered, and help may be shown by then.
 */
function useCloseDialog(shown: DialogSearch["dialog"] | undefined): () => void {
  const router = useRouter();
  const left = useRef<object>(undefined);
  return () => {
    const { location } = router.state;
    // Going back is asynchronous, and a second Esc before it is done would leave the view as well.
    if (left.current === location || location.search.dialog !== shown) return;
    if (location.state.openedHere === true) {
      left.current = location;
      router.history.back();
    } else void router.navigate({ to: ".", search: withoutDialog, replace: true });
  };
}
