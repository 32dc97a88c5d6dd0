import { type PointerEvent, useRef } from "react";
import { nextSize, type SheetSize } from "./sheet-size.ts";
import styles from "./camp-panel.module.css";

interface SheetHandleProps {
  size: SheetSize;
  /** Called while a finger drags the sheet, with its height in pixels; null on release. */
  onPull: (height: number | null) => void;
  onSize: (size: SheetSize) => void;
  onClose: () => void;
}

/** Maximum movement of a tap, in pixels. */
const TAP_SLOP = 6;

/** The handle of a sheet; a tap, Enter or Space changes its size, too. */
export function SheetHandle({ size, onPull, onSize, onClose }: SheetHandleProps) {
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
        // The click at the end of a drag.
        if (hasMoved.current) hasMoved.current = false;
        else onSize(size === "half" ? "full" : "half");
      }}
    />
  );
}
