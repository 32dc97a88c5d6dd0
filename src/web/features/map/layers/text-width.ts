import { useEffect, useState } from "react";

const FAMILY = '"Figtree Variable", sans-serif';
/** Margin for rounding and for glyphs that extend beyond their width. */
const SPARE = 2;

/** Returns the width of a single-line text in pixels. */
export type TextWidth = (text: string, weight: number, size: number) => number;

/**
 * Measures texts in the map's font on a canvas, because measuring elements would lay out the page. Returns a new function once the font is
 * loaded, because until then a fallback font is measured.
 */
export function useTextWidth(): TextWidth {
  const [measure, setMeasure] = useState(createTextWidth);
  useEffect(() => {
    if (document.fonts.check(`600 13px ${FAMILY}`)) return;
    const renew = (): void => setMeasure(createTextWidth);
    document.fonts.addEventListener("loadingdone", renew);
    return () => document.fonts.removeEventListener("loadingdone", renew);
  }, []);
  return measure;
}

function createTextWidth(): TextWidth {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  const widths = new Map<string, number>();
  return (text, weight, size) => {
    const key = `${weight} ${size} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (context === null) return text.length * size * 0.6;
    context.font = `${weight} ${size}px ${FAMILY}`;
    const width = Math.ceil(context.measureText(text).width) + SPARE;
    widths.set(key, width);
    return width;
  };
}

/** The user's text size, relative to the usual 16 pixels. */
export function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}
