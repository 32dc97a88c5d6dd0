import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface RovingFocus {
  /** The only element in the tab order; null when there is none. */
  tabStopId: string | null;
  /** The focused marker, for event handlers. */
  focusedId: RefObject<string | null>;
  /** Makes a marker the tab stop and focuses it if it is rendered. */
  focusOn: (id: string) => void;
  handlers: { onFocus: (event: FocusEvent) => void; onBlur: () => void };
}

/**
 * A single tab stop for elements with `data-marker`, some of which are added and removed as the map moves. When the focused one is removed,
 * the focus moves to the tab stop instead of getting lost.
 */
export function useRovingFocus(
  surface: RefObject<HTMLElement | null>,
  ids: readonly string[],
  preferredId: string | null,
): RovingFocus {
  const [activeId, setActiveId] = useState<string | null>(null);
  const focusedId = useRef<string | null>(null);
  const tabStopId = [activeId, preferredId].find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null;

  useLayoutEffect(() => {
    // React fires no blur for an element it removes, so the ref still contains the removed one.
    if (focusedId.current === null || document.activeElement !== document.body) return;
    (findMarker(surface.current, tabStopId) ?? surface.current)?.focus({ preventScroll: true });
  });

  return {
    tabStopId,
    focusedId,
    focusOn(id) {
      setActiveId(id);
      findMarker(surface.current, id)?.focus({ preventScroll: true });
    },
    handlers: {
      onFocus: (event) => (focusedId.current = event.target.getAttribute("data-marker")),
      onBlur: () => (focusedId.current = null),
    },
  };
}

function findMarker(surface: HTMLElement | null, id: string | null): HTMLElement | null {
  return id === null
    ? null
    : (surface?.querySelector<HTMLElement>(`[data-marker="${CSS.escape(id)}"]`) ?? null);
}
