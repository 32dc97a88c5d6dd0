import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import styles from "./panel-tabs.module.css";

export type PanelTab = "details" | "browse";

interface PanelTabsProps {
  value: PanelTab;
  /** "Camp Details" for a camp. */
  detailsLabel: string;
  /** Null disables its tab. */
  details: ReactNode;
  browse: ReactNode;
  onChange: (tab: PanelTab) => void;
}

/**
 * The panel's two tabs. Not `ui/tabs`: Base UI's are larger than the map and the camp panel together, for two
 * buttons and an arrow key.
 */
export function PanelTabs({ value, detailsLabel, details, browse, onChange }: PanelTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Stays mounted behind the other tab, to keep the search text and the scroll position.
  const [hasBrowsed, setHasBrowsed] = useState(value === "browse");
  if (value === "browse" && !hasBrowsed) setHasBrowsed(true);
  const tabs = [
    { value: "details", label: detailsLabel, isDisabled: details === null, content: details },
    { value: "browse", label: "Browse Camps", isDisabled: false, content: hasBrowsed ? browse : null },
  ] as const;

  function handleKeyDown(event: KeyboardEvent): void {
    const open = tabs.filter(({ isDisabled }) => !isDisabled);
    const at = open.findIndex((tab) => tab.value === value);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    const next = step === undefined ? undefined : open.at(step % open.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-tab=${next.value}]`)?.focus();
  }

  return (
    <div className={styles.tabs}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its tabs */}
      <div ref={list} className={styles.list} role="tablist" aria-label="Camps" onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={styles.tab}
            data-tab={tab.value}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}-panel`}
            aria-disabled={tab.isDisabled || undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => (tab.isDisabled ? undefined : onChange(tab.value))}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          className={styles.panel}
          aria-labelledby={`${id}-${tab.value}`}
          tabIndex={0}
          hidden={tab.value !== value}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
