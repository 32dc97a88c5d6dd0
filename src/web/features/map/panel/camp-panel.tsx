import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./camp-panel.module.css";
import { type PanelTab, PanelTabs } from "./panel-tabs.tsx";
import { SheetHandle } from "./sheet-handle.tsx";
import type { SheetSize } from "./sheet-size.ts";

interface CampPanelProps {
  ref: Ref<HTMLElement>;
  tab: PanelTab;
  /** Null while no camp is chosen. */
  details: ReactNode;
  browse: ReactNode;
  onTab: (tab: PanelTab) => void;
  onClose: () => void;
}

/**
 * What is known of a camp, and the list of all of them: beside the map on a wide screen, on a narrow one a sheet at its bottom
 * edge that a finger or the keyboard makes larger. The map stays in reach, so it is no dialog.
 */
export function CampPanel({ ref, tab, details, browse, onTab, onClose }: CampPanelProps) {
  const [size, setSize] = useState<SheetSize>("half");
  const [pulled, setPulled] = useState<number | null>(null);

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it from wherever the focus is inside
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
      <PanelTabs value={tab} details={details} browse={browse} onChange={onTab} />
    </aside>
  );
}
