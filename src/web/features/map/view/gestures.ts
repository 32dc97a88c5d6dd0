import { angle, type ScreenPoint, type ViewAction } from "#shared/features/map/view/view.ts";

/** Maximum movement of a tap, in pixels. */
const TAP_SLOP = 6;
/** Radians of twist before the map rotates: zooming must not rotate it. */
const TWIST_SLOP = 0.22;
/** Wheel delta of one step, in pixels. A mouse wheel sends larger deltas, a trackpad many smaller ones. */
const WHEEL_STEP = 50;
const PIXELS_PER_LINE = 33;

/**
 * Translates mouse, touch, pen and wheel events of an element into view actions. A press that became a movement does not click.
 * @returns a function that removes the listeners
 */
export function listenToGestures(surface: HTMLElement, act: (action: ViewAction) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const fingers = new Map<number, ScreenPoint>();
  let start: ScreenPoint = { left: 0, top: 0 };
  let hasMoved = false;
  let turned = 0;
  /** Angle of the line between two fingers when the second touched; null until they have twisted enough. */
  let twistStart: number | null = null;
  let isTurning = false;

  const screenPointOf = (event: MouseEvent): ScreenPoint => {
    const box = surface.getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  };

  surface.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      const place = screenPointOf(event);
      if (fingers.size === 0) {
        start = place;
        hasMoved = false;
      }
      fingers.set(event.pointerId, place);
      twistStart = null;
      isTurning = false;
    },
    { signal },
  );
  surface.addEventListener(
    "pointermove",
    (event) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const after = screenPointOf(event);
      if (!hasMoved && Math.hypot(after.left - start.left, after.top - start.top) < TAP_SLOP) return;
      // Captured only now, because capturing at the press would click the surface instead of the marker under it.
      if (!surface.hasPointerCapture(event.pointerId)) surface.setPointerCapture(event.pointerId);
      hasMoved = true;
      fingers.set(event.pointerId, after);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        twistStart ??= angle([before, other]);
        isTurning ||= Math.abs(halfTurn(angle([after, other]) - twistStart)) > TWIST_SLOP;
        act({ type: "pinch", from: [before, other], to: [after, other], isTurning });
      } else act({ type: "drag", right: after.left - before.left, down: after.top - before.top });
    },
    { signal },
  );
  const release = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
  };
  window.addEventListener("pointerup", release, { signal });
  window.addEventListener("pointercancel", release, { signal });
  surface.addEventListener(
    "click",
    (event) => {
      if (!hasMoved) return;
      event.preventDefault();
      event.stopPropagation();
      hasMoved = false;
    },
    { signal, capture: true },
  );
  surface.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : PIXELS_PER_LINE);
      if (Math.abs(turned) < WHEEL_STEP) return;
      act({ type: "wheel", deltaY: turned, at: screenPointOf(event) });
      turned = 0;
    },
    // Not passive, because the page must not scroll or zoom as well.
    { signal, passive: false },
  );
  return () => stop.abort();
}

/** Angle of a line regardless of its direction. */
function halfTurn(turn: number): number {
  return turn - Math.PI * Math.round(turn / Math.PI);
}
