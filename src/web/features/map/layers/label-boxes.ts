import { type CityLabel } from "#shared/features/map/city/city-labels.ts";
import { mapTexts } from "#shared/features/map/city/spec-constants.ts";
import type { Cluster } from "#shared/features/map/view/cluster.ts";
import { type Box, boxAround, type Label } from "#shared/features/map/view/place-labels.ts";
import { oneTurn, type ScreenPoint, turned } from "#shared/features/map/view/view.ts";
import type { Viewport } from "../view/map-view.ts";
import type { TextWidth } from "./text-width.ts";
import type { MapPoint } from "./use-markers.ts";

/** Position of a label: at a marker, outside or inside the last street, or along its street. A marker itself is at its place. */
export type LabelSide = AtMarker | "outside" | "far" | "inside" | "along" | "here";
type AtMarker = "below" | "above" | "right" | "left" | "below-left" | "below-right";
export type Choice = Label<LabelSide>["choices"][number];

/** Parameters for measuring texts: their width, and the user's text size. */
export interface Type {
  textWidth: TextWidth;
  em: number;
}

/** Pixels from the last street to an hour's middle. */
export const hourGap = { outside: 20, far: 46, inside: -22 } as const;
/** Longest name in pixels at the usual text size; the style sheet cuts it off there, too. */
const LONGEST = 176;

export function bubbleBox({ count }: Cluster, { left, top }: ScreenPoint, { textWidth }: Type): Box {
  const width = Math.max(44, textWidth(String(count), 700, 16) + 22);
  return boxAround(left, top, width, 44);
}

/** The parts of a marker that the style sheet draws, without its name. */
export function markBox(point: MapPoint, { left, top }: ScreenPoint): Box {
  return boxAround(left, top, markSize(point), markSize(point));
}

/** In pixels. The style sheet places a name at least one pixel beside it. */
function markSize({ item: { kind, isFavourite, isLit }, isSign }: MapPoint): number {
  if (isSign) return 22;
  if (isLit) return 28;
  if (isFavourite || kind === "stack") return 24;
  return kind === "community" ? 20 : 16;
}

/** The tip of the pin is at its point. */
export function pinBox({ left, top }: ScreenPoint): Box {
  return { left: left - 20, top: top - 54, width: 40, height: 60 };
}

export function hereBox({ left, top }: ScreenPoint, { textWidth, em }: Type): Box {
  const width = textWidth(mapTexts.hereMarker, 650, 13.5 * em) + 22;
  return { left: left - width / 2, top: top - 12, width, height: 28 + 24 * em };
}

export function placeLabel(
  point: MapPoint,
  place: ScreenPoint,
  isSelected: boolean,
  { textWidth, em }: Type,
): Label<LabelSide> {
  const size = {
    width: Math.min(textWidth(point.item.name, 600, 13 * em), LONGEST * em) + 20,
    height: 19 * em + 4,
  };
  const beside = point.isSign ? 15 : markSize(point) / 2 + 1;
  const gap = isSelected
    ? { below: 6, above: 56, aside: 24 }
    : { below: beside, above: beside, aside: beside };
  const choices = around(place, size, gap);
  return { key: point.id, choices: point.item.kind === "art" ? [choices[1], ...choices] : choices };
}

export function clusterLabel(
  text: string,
  cluster: Cluster,
  place: ScreenPoint,
  { textWidth, em }: Type,
): Label<LabelSide> {
  if (text === "") return { key: cluster.id, choices: [] };
  const size = { width: textWidth(text, 600, 13 * em) + 20, height: 19 * em + 4 };
  return { key: cluster.id, choices: around(place, size, { below: 27, above: 27, aside: 36 }) };
}

type Around = [Choice, Choice, ...Choice[]];

/** Pixels by which a label below and aside extends beyond its point; same value as in the style sheet. */
const REACH = 22;

/** Below, above, right, left, or below and aside of a point. */
function around(
  { left, top }: ScreenPoint,
  { width, height }: { width: number; height: number },
  gap: { below: number; above: number; aside: number },
): Around {
  const middle = left - width / 2;
  return [
    { side: "below", box: { left: middle, top: top + gap.below, width, height } },
    { side: "above", box: { left: middle, top: top - gap.above - height, width, height } },
    { side: "right", box: { left: left + gap.aside, top: top - height / 2, width, height } },
    { side: "left", box: { left: left - gap.aside - width, top: top - height / 2, width, height } },
    { side: "below-left", box: { left: left + REACH - width, top: top + gap.below, width, height } },
    { side: "below-right", box: { left: left - REACH, top: top + gap.below, width, height } },
  ];
}

/** Outside the last street, or inside it if the screen ends there. */
export function hourLabel(
  { key, text, towards }: CityLabel,
  { left, top }: ScreenPoint,
  { frame, view }: Viewport,
  { textWidth, em }: Type,
): Label<LabelSide> {
  const out = turned(towards, view.turn);
  const choice = (side: keyof typeof hourGap): Choice => {
    const gap = hourGap[side];
    const width = textWidth(text, 650, 14 * em) + 8;
    return { side, box: boxAround(left + out.x * gap, top - out.y * gap, width, 20 * em) };
  };
  const isCut = ({ box }: Choice): boolean => box.left < 0 || box.left + box.width > frame.width;
  const outside = [choice("outside"), choice("far")].filter((one) => !isCut(one));
  return { key, choices: [...outside, choice("inside")] };
}

export function streetLabel(
  { key, text, towards }: CityLabel,
  { left, top }: ScreenPoint,
  turn: number,
  { textWidth, em }: Type,
) {
  const angle = oneTurn(Math.atan2(-towards.y, towards.x) + turn);
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [width, height] = [textWidth(text, 600, 12 * em) + 10, 15 * em];
  const box = boxAround(left, top, width * cos + height * sin, width * sin + height * cos);
  return { key, choices: [{ side: "along", box }] } satisfies Label<LabelSide>;
}
