import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import styles from "./dialog.module.css";
import { iconButtonClass } from "../icon-button.tsx";
import { Sheet } from "./sheet.tsx";

export interface DialogProps {
  isOpen: boolean;
  title: string;
  /** Called for Esc, the backdrop, a swipe and the close button. The owner decides whether to close. */
  onClose: () => void;
  /** Called when the closing animation has ended and the content may be unmounted. */
  onClosed?: () => void;
  /** Wide enough for cards side by side. A sheet has the full screen width anyway. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A modal window. On a narrow screen it is a bottom sheet, which can be swiped away.
 *
 * Import it only from lazy-loaded files: it brings Base UI (focus trap, scroll lock, labelling), which must stay
 * out of the first paint. scripts/bundle-budget.ts checks that.
 */
export function Dialog(props: DialogProps) {
  // Decided once: rotating the phone must not discard the typed text.
  const [isSheet] = useState(() => window.matchMedia("(width < 640px)").matches);
  return isSheet ? <Sheet {...props} /> : <DialogWindow {...props} />;
}

function DialogWindow({ isOpen, title, onClose, onClosed, isWide = false, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      onOpenChangeComplete={(open) => (open ? undefined : onClosed?.())}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Viewport className={styles.viewport} data-window>
          <BaseDialog.Popup
            ref={popup}
            className={styles.popup}
            data-wide={isWide || undefined}
            initialFocus={() => firstField(popup)}
          >
            <div className={styles.header}>
              <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
              <BaseDialog.Close className={iconButtonClass()} aria-label="Close" title="Close">
                <X aria-hidden size={22} strokeWidth={1.8} />
              </BaseDialog.Close>
            </div>
            <div className={styles.body}>{children}</div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Initial focus: the first field of a form that is not folded away; the popup itself for content that is read from its title on. */
function firstField(popup: RefObject<HTMLDivElement | null>): HTMLElement | null {
  return (
    popup.current?.querySelector<HTMLElement>("input:not([type=file], [role=switch], details *)") ??
    popup.current
  );
}
