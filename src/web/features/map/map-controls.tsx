import { Bubbles, Minus, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { gestureHintMs, mapTexts } from "#shared/features/map/spec-constants.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./playa-map.module.css";

interface MapControlsProps {
  isClustering: boolean;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onToggleClusters: () => void;
}

export function MapControls({ isClustering, onZoomIn, onZoomOut, onToggleClusters }: MapControlsProps) {
  return (
    <div className={styles.controls}>
      <div className={styles.zoom}>
        <IconButton label="Zoom in" icon={Plus} onClick={onZoomIn} />
        <IconButton label="Zoom out" icon={Minus} onClick={onZoomOut} />
      </div>
      <button type="button" className={styles.toggle} aria-pressed={isClustering} onClick={onToggleClusters}>
        <Bubbles aria-hidden size={20} strokeWidth={1.8} />
        Clusters {isClustering ? "on" : "off"}
      </button>
    </div>
  );
}

/** How to move the map, until it is clear: five seconds, or the first touch. */
export function GestureHint({ isUsed }: { isUsed: boolean }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), gestureHintMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={styles.hint} data-gone={isOver || isUsed || undefined}>
      <span>{mapTexts.panHint}</span> <span>{mapTexts.zoomHint}</span>
    </p>
  );
}
