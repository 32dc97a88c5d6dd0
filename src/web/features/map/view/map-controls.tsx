import { Bubbles, LocateFixed, type LucideIcon, Minus, Plus } from "lucide-react";
import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { gestureHintMs, mapTexts } from "#shared/features/map/city/spec-constants.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { Cover } from "./free-area.ts";
import type { FixState } from "../position/use-fix.ts";
import styles from "./playa-map.module.css";

interface MapControlsProps {
  /** The area covered by a panel. The controls are placed beside or above it. */
  cover: Cover;
  isClustering: boolean;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onToggleClusters: () => void;
  /** The tool that rotates the map. */
  orientation: ReactNode;
  /** More tools, as `MapTool`s. */
  children?: ReactNode;
}

export function MapControls({
  cover,
  isClustering,
  onZoomIn,
  onZoomOut,
  onToggleClusters,
  orientation,
  children,
}: MapControlsProps) {
  return (
    <div className={styles.controls} style={controlsPlace(cover)}>
      <div className={styles.zoom}>
        {orientation}
        <IconButton label="Zoom in" icon={Plus} onClick={onZoomIn} />
        <IconButton label="Zoom out" icon={Minus} onClick={onZoomOut} />
      </div>
      <div className={styles.tools}>
        {children}
        <MapTool
          icon={Bubbles}
          label={`Clusters ${isClustering ? "on" : "off"}`}
          aria-pressed={isClustering}
          onClick={onToggleClusters}
        />
      </div>
    </div>
  );
}

function controlsPlace({ right, bottom }: Cover): CSSProperties {
  // CSSProperties does not list custom properties.
  return { "--cover-right": `${right}px`, "--cover-bottom": `${bottom}px` } as CSSProperties;
}

interface MapToolProps extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  label: string;
}

/** A tool at the bottom edge of the map; on a narrow screen only its icon is visible. */
export function MapTool({ icon: Icon, label, ...rest }: MapToolProps) {
  return (
    <button {...rest} type="button" className={styles.toggle} title={label}>
      <Icon aria-hidden size={20} strokeWidth={1.8} />
      <span>{label}</span>
    </button>
  );
}

/** Requests the device's position on a tap. */
export function LocateTool({ state, onLocate }: { state: FixState; onLocate: () => void }) {
  return (
    <MapTool
      icon={LocateFixed}
      label="Where am I?"
      aria-pressed={state.isWatching}
      onClick={() => {
        if (!state.isWatching) state.start();
        onLocate();
      }}
    />
  );
}

/** A hint about gestures, shown for five seconds or until the first touch. */
export function GestureHint({ isUsed }: { isUsed: boolean }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), gestureHintMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={styles.hint} data-gone={isOver || isUsed || undefined}>
      <span>{mapTexts.panHint}</span> <span className={styles.touch}>{mapTexts.zoomHint}</span>
      <span className={styles.mouse}>Scroll to zoom</span>
    </p>
  );
}
