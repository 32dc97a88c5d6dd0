import { useEffect, useRef, useState } from "react";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import { drawCity } from "#shared/features/map/city/draw-city.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";
import { paintCity } from "./paint.ts";
import styles from "../view/playa-map.module.css";

interface BasePictureProps {
  city: City;
  theme: MapTheme;
  /** Side in CSS pixels. */
  size: number;
  onReady: () => void;
}

/** Pixels of the drawn fallback, the same as of the WebP. */
const CANVAS_SIDE = 2048;

/** The image of the city under the markers: the SVG, else the WebP, else drawn here from the same geometry. */
export function BasePicture({ city, theme, size, onReady }: BasePictureProps) {
  // The build renders the built-in city; others are drawn here.
  const sources =
    city.id === specCity.id ? [`/map/${city.id}-${theme}.svg`, `/map/${city.id}-${theme}.webp`] : [];
  const [failed, setFailed] = useState<readonly string[]>([]);
  const source = sources.find((candidate) => !failed.includes(candidate));
  const place = { width: size, height: size, translate: `${-size / 2}px ${-size / 2}px` };
  if (source === undefined) return <DrawnCity city={city} theme={theme} place={place} onReady={onReady} />;
  return (
    <img
      className={styles.picture}
      src={source}
      style={place}
      alt=""
      draggable={false}
      onLoad={onReady}
      onError={() => setFailed([...failed, source])}
    />
  );
}

/** Draws the city on a canvas. */
export function DrawnCity({
  city,
  theme,
  place,
  onReady,
}: Pick<BasePictureProps, "city" | "theme"> & { place: React.CSSProperties; onReady?: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    const drawing = drawCity(city, theme);
    paintCity(canvas.current, drawing, CANVAS_SIDE / drawing.side);
  }, [city, theme]);
  useEffect(() => onReady?.(), [onReady]);
  return (
    <canvas ref={canvas} className={styles.picture} width={CANVAS_SIDE} height={CANVAS_SIDE} style={place} />
  );
}
