import { type ComponentType, Suspense, useState } from "react";
import { useCloseDialog } from "./dialog-navigation.ts";
import { type DialogFrame, dialogs, type DialogSearch } from "./dialogs.ts";
import { useDialogSearch } from "./use-dialog-search.ts";

/** Shows the dialog of the address. A closed one stays mounted until its closing animation has ended. */
export function DialogHost() {
  const wanted = useDialogSearch();
  const close = useCloseDialog();
  const [shown, setShown] = useState(wanted);
  if (wanted !== null && !isSame(wanted, shown)) setShown(wanted);
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

function isSame(one: DialogSearch, other: DialogSearch | null): boolean {
  return other !== null && JSON.stringify(one) === JSON.stringify(other);
}
