import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import styles from "./full-screen.module.css";
import { iconButtonClass } from "../icon-button.tsx";

interface FullScreenProps {
  title: string;
  /** Called for Esc and the close button. */
  onClose: () => void;
  children: ReactNode;
}

/** Covers the whole screen with its content. Import it only from lazy-loaded files (Base UI). */
export function FullScreen({ title, onClose, children }: FullScreenProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open disablePointerDismissal onOpenChange={(open) => (open ? undefined : onClose())}>
      <BaseDialog.Portal>
        <BaseDialog.Popup ref={popup} className={styles.screen} initialFocus={popup}>
          <div className={styles.header}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={iconButtonClass()} aria-label="Close" title="Close">
              <X aria-hidden size={22} strokeWidth={1.8} />
            </BaseDialog.Close>
          </div>
          <div className={styles.body}>{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
