import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import styles from "./dialog.module.css";
import { iconButtonClass } from "../icon-button.tsx";
import { Sheet } from "./sheet.tsx";

export interface DialogProps {
  isOpen: boolean;
  title: string;
  /** Esc, the backdrop, a swipe or the close button: the owner decides whether it really closes. */
  onClose: () => void;
  /** The closing motion has ended: what was shown may go. */
  onClosed?: () => void;
  /** Room for cards beside each other; a sheet is as wide as the screen anyway. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A modal window; on a narrow screen a sheet that rises from the bottom edge, where the thumb is, and leaves by a swipe.
 *
 * Import it only from lazily loaded files: it brings Base UI (focus trap, scroll lock, labelling), which must stay
 * out of the first paint. scripts/bundle-budget.ts checks that.
 */
export function Dialog(props: DialogProps) {
  // Decided once: a phone that is turned must not lose what was typed.
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
        <BaseDialog.Viewport className={styles.viewport}>
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

/** A form is there to be filled in; anything else is there to be read from its title on. */
function firstField(popup: RefObject<HTMLDivElement | null>): HTMLElement | null {
  return popup.current?.querySelector<HTMLElement>("input:not([type=file], [role=switch])") ?? popup.current;
}
