import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { isComposingKey } from "#web/lib/composing-key.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./camp-panel.module.css";
import { type PanelTab, PanelTabs } from "./panel-tabs.tsx";
import { SheetHandle } from "./sheet-handle.tsx";
import type { SheetSize } from "./sheet-size.ts";

interface CampPanelProps {
  ref: Ref<HTMLElement>;
  tab: PanelTab;
  /** Name of the tab of the selected place. */
  detailsLabel: string;
  /** Null while nothing is selected. */
  details: ReactNode;
  browse: ReactNode;
  onTab: (tab: PanelTab) => void;
  onClose: () => void;
}

/**
 * The details of a place and the list of all camps: beside the map on a wide screen, on a narrow one a bottom sheet that can be
 * enlarged by finger or keyboard. The map stays usable, so it is not a dialog.
 */
export function CampPanel({ ref, tab, detailsLabel, details, browse, onTab, onClose }: CampPanelProps) {
  const [size, setSize] = useState<SheetSize>("half");
  const [pulled, setPulled] = useState<number | null>(null);

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented || isComposingKey(event.nativeEvent)) return;
    event.stopPropagation();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it from any focus inside
    <aside
      ref={ref}
      className={styles.panel}
      data-size={size}
      style={pulled === null ? undefined : { blockSize: pulled }}
      aria-label="Camps"
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <SheetHandle size={size} onPull={setPulled} onSize={setSize} onClose={onClose} />
      <IconButton className={styles.close} label="Close" icon={X} onClick={onClose} />
      <PanelTabs value={tab} detailsLabel={detailsLabel} details={details} browse={browse} onChange={onTab} />
    </aside>
  );
}
