import { useEffect, useRef } from "react";
import { pixelsPerMetre } from "#shared/features/map/view/view.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";
import { useShownMark } from "#web/lib/page-shown.ts";
import type { MapPoint } from "./use-markers.ts";
import type { Viewport } from "../view/map-view.ts";
import { paintDots } from "./paint.ts";
import styles from "../view/playa-map.module.css";

interface DotsLayerProps {
  points: readonly MapPoint[];
  viewport: Viewport;
  theme: MapTheme;
}

/** Share of the screen drawn beyond each edge, so that panning shows no gap before the next drawing. */
const MARGIN = 0.3;

/** Draws every map item except the signs as dots on one canvas. The marker buttons above it are too few to show a city. */
export function DotsLayer({ points, viewport, theme }: DotsLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { frame, view } = viewport;
  const scale = pixelsPerMetre(frame, view.zoom);
  // A rotated screen covers more ground, so use its upright bounding box.
  const [sin, cos] = [Math.abs(Math.sin(view.turn)), Math.abs(Math.cos(view.turn))];
  const width = Math.ceil((frame.width * cos + frame.height * sin) * (1 + 2 * MARGIN));
  const height = Math.ceil((frame.height * cos + frame.width * sin) * (1 + 2 * MARGIN));
  // From the city's center, the origin of the stage. Snapped to steps of the margin, so that small moves need no new drawing.
  const left = snap(view.x * scale, frame.width * MARGIN) - width / 2;
  const top = snap(-view.y * scale, frame.height * MARGIN) - height / 2;

  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    const density = Math.min(2, devicePixelRatio);
    const dots = points
      .filter(({ isSign }) => !isSign)
      .map(({ x, y, item }) => ({
        left: x * scale - left,
        top: -y * scale - top,
        colour: item.colour,
        kind: item.kind,
      }))
      .filter((dot) => dot.left > -20 && dot.left < width + 20 && dot.top > -20 && dot.top < height + 20);
    canvas.current.width = width * density;
    canvas.current.height = height * density;
    paintDots(canvas.current, dots, {
      radius: dotRadius(scale, theme),
      isGlowing: theme === "night",
      density,
    });
  }, [points, theme, scale, width, height, left, top]);
  useShownMark("camps-drawn", width > 0 && points.some(({ item }) => item.kind === "camp"));

  return (
    <canvas
      ref={canvas}
      className={styles.dots}
      style={{ width, height, translate: `${left}px ${top}px` }}
      aria-hidden
    />
  );
}

/** Radius in pixels. A camp is some meters wide, but must be visible without hiding its neighbor. */
function dotRadius(scale: number, theme: MapTheme): number {
  return Math.min(4.5, Math.max(1.05, 5.4 * scale)) * (theme === "day" ? 1.2 : 1);
}

function snap(value: number, step: number): number {
  return step === 0 ? value : Math.round(value / step) * step;
}
