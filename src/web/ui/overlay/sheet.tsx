import { Drawer } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import { useRef } from "react";
import dialogStyles from "./dialog.module.css";
import type { DialogProps } from "./dialog.tsx";
import { iconButtonClass } from "../icon-button.tsx";
import styles from "./sheet.module.css";

/** A dialog on a narrow screen. Import it only from lazy-loaded files (Base UI). */
export function Sheet({ isOpen, title, onClose, onClosed, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Drawer.Root
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      onOpenChangeComplete={(open) => (open ? undefined : onClosed?.())}
    >
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className={styles.backdrop} />
          <Drawer.Viewport className={styles.viewport} data-sheet>
            {/* No field gets the initial focus unless it asks for it: the keyboard would cover the sheet that has just opened. */}
            <Drawer.Popup
              ref={popup}
              className={styles.popup}
              initialFocus={() => popup.current?.querySelector("[data-initial-focus]") ?? popup.current}
            >
              <div className={styles.header}>
                <Drawer.Title className={dialogStyles.title}>{title}</Drawer.Title>
                <Drawer.Close className={iconButtonClass()} aria-label="Close" title="Close">
                  <X aria-hidden size={22} strokeWidth={1.8} />
                </Drawer.Close>
              </div>
              <Drawer.Content className={styles.body}>{children}</Drawer.Content>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}
