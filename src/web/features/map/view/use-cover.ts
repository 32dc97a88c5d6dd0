import { type RefObject, useLayoutEffect, useState } from "react";
import type { Cover } from "./free-area.ts";

const NOTHING: Cover = { right: 0, bottom: 0 };
/** A panel at least this share of the map's width is a sheet at its bottom. */
const SHEET = 0.7;

/** The area of the map that a panel covers, also while the user drags it. */
export function useCover(surface: RefObject<HTMLElement | null>, panel: HTMLElement | null): Cover {
  const [cover, setCover] = useState(NOTHING);
  useLayoutEffect(() => {
    const map = surface.current;
    if (panel === null || map === null) return;
    const measure = (): void => {
      const next = coverOf(map, panel);
      setCover((now) => (now.right === next.right && now.bottom === next.bottom ? now : next));
    };
    // An observer reports the first size as well.
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    observer.observe(map);
    return () => observer.disconnect();
  }, [surface, panel]);
  return panel === null ? NOTHING : cover;
}

/** Measured immediately, for a movement that must not wait for a render. */
export function coverOf(map: HTMLElement | null, panel: HTMLElement | null): Cover {
  if (map === null || panel === null) return NOTHING;
  const all = map.getBoundingClientRect();
  const covered = panel.getBoundingClientRect();
  return covered.width > all.width * SHEET
    ? { right: 0, bottom: Math.max(0, Math.round(all.bottom - covered.top)) }
    : { right: Math.max(0, Math.round(all.right - covered.left)), bottom: 0 };
}
