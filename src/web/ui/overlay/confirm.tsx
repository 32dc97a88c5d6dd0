import { lazy, type ReactNode, Suspense } from "react";

const ConfirmBody = lazy(async () => ({ default: (await import("./confirm-body.tsx")).ConfirmBody }));

export interface ConfirmProps {
  isOpen: boolean;
  /** A question: "Discard your changes?" */
  title: string;
  /** The consequence: the data that will be lost, or the action that follows. */
  message: string;
  /** A verb such as "Discard", not "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  /** Called for no, and after yes. */
  onClose: () => void;
  /** A choice that belongs to the answer, such as a switch. */
  children?: ReactNode;
}

/**
 * Asks before an action that cannot be undone. Esc and Cancel mean no; taps on the backdrop are ignored. The dialog is loaded when this is
 * first rendered, open or not.
 */
export function Confirm(props: ConfirmProps) {
  return (
    <Suspense>
      <ConfirmBody {...props} />
    </Suspense>
  );
}
