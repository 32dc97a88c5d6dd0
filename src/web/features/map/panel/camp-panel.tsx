import { X } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from "react";
import { isComposingKey } from "#web/lib/composing-key.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./camp-panel.module.css";
import tabStyles from "./panel-tabs.module.css";

interface CampPanelProps {
  ref: Ref<HTMLElement>;
  tab: PanelTab;
  /** Name of the tab of the selected place. */
  detailsLabel: string;
  /** Null if no place is selected. */
  details: ReactNode;
  browse: ReactNode;
  onTab: (tab: PanelTab) => void;
  onClose: () => void;
}

/**
 * The details of a place and the list of all camps: beside the map on a wide screen, on a narrow one a bottom sheet that can be enlarged by
 * finger or keyboard. The map stays usable, so it is not a dialog.
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

interface SheetHandleProps {
  size: SheetSize;
  /** Called while a finger drags the sheet, with its height in pixels; null on release. */
  onPull: (height: number | null) => void;
  onSize: (size: SheetSize) => void;
  onClose: () => void;
}

/** Maximum movement of a tap, in pixels. */
const TAP_SLOP = 6;

/** The handle of a sheet. A tap, Enter or Space also changes its size. */
function SheetHandle({ size, onPull, onSize, onClose }: SheetHandleProps) {
  const start = useRef<{ y: number; height: number; room: number } | null>(null);
  const hasMoved = useRef(false);

  function press(event: PointerEvent<HTMLElement>): void {
    const sheet = event.currentTarget.parentElement;
    event.currentTarget.setPointerCapture(event.pointerId);
    hasMoved.current = false;
    start.current = {
      y: event.clientY,
      height: sheet?.clientHeight ?? 0,
      room: sheet?.parentElement?.clientHeight ?? 0,
    };
  }

  function pull(event: PointerEvent): void {
    if (start.current === null) return;
    const up = start.current.y - event.clientY;
    if (Math.abs(up) > TAP_SLOP) hasMoved.current = true;
    if (hasMoved.current) onPull(start.current.height + up);
  }

  function letGo(event: PointerEvent): void {
    if (start.current === null) return;
    const { y, height, room } = start.current;
    start.current = null;
    onPull(null);
    if (!hasMoved.current) return;
    const next = nextSize(height + y - event.clientY, room);
    if (next === "closed") onClose();
    else onSize(next);
  }

  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={size === "half" ? "Make the list larger" : "Make the list smaller"}
      aria-expanded={size === "full"}
      onPointerDown={press}
      onPointerMove={pull}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onClick={() => {
        // Ignore the click at the end of a drag.
        if (hasMoved.current) hasMoved.current = false;
        else onSize(size === "half" ? "full" : "half");
      }}
    />
  );
}

/** Size of the panel on a narrow screen. */
type SheetSize = "half" | "full";

/** Shares of the map's height. Released below the first, a sheet closes; above the second, it fills the screen. */
const CLOSES_BELOW = 0.28;
const FILLS_ABOVE = 0.68;

/** Size of a sheet released at this height in pixels. */
export function nextSize(height: number, room: number): SheetSize | "closed" {
  if (room <= 0) return "half";
  const share = height / room;
  if (share < CLOSES_BELOW) return "closed";
  return share > FILLS_ABOVE ? "full" : "half";
}

type PanelTab = "details" | "browse";

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
 * The panel's two tabs. Not `ui/tabs`, because Base UI's tabs are larger than the map and the camp panel together, for two buttons and an
 * arrow key.
 */
function PanelTabs({ value, detailsLabel, details, browse, onChange }: PanelTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Stays mounted behind the other tab, to preserve the search text and the scroll position.
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
    <div className={tabStyles.tabs}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its tabs */}
      <div ref={list} className={tabStyles.list} role="tablist" aria-label="Camps" onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={tabStyles.tab}
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
          className={tabStyles.panel}
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
