import type { City } from "#shared/features/map/city/city.ts";
import { blank, formatAddress } from "#shared/features/map/address/address.ts";
import { type CityLabel, cityLabels } from "#shared/features/map/city/city-labels.ts";
import { mapTexts } from "#shared/features/map/city/spec-constants.ts";
import { type Cluster, signsFirst } from "#shared/features/map/view/cluster.ts";
import { type Box, boxAround, type Label, placeLabels } from "#shared/features/map/view/place-labels.ts";
import { oneTurn, type ScreenPoint, toScreen, turned } from "#shared/features/map/view/view.ts";
import type { OwnPlace } from "../position/own-place.ts";
import type { Viewport } from "../view/map-view.ts";
import { textScale, type TextWidth } from "./text-width.ts";
import type { MapPoint, Markers } from "./use-markers.ts";

/** Where a label lies: at a marker, outside or inside the last street, or along its street. */
export type LabelSide = AtMarker | "outside" | "far" | "inside" | "along";
type AtMarker = "below" | "above" | "right" | "left" | "below-left" | "below-right";
export type LabelLayout = ReadonlyMap<string, LabelSide>;

/** Pixels from the last street to an hour's middle. */
export const hourGap = { outside: 20, far: 46, inside: -22 } as const;

/** Zoom from which single places show their names. */
const NAMES_FROM = 1.3;
/** More names than these find no room on any screen. */
const MOST_NAMES = 150;
/** Longest name in pixels at the usual text size; the style sheet cuts it off there, too. */
const LONGEST = 176;
/** Share of the screen beyond each edge where labels are placed, so that panning does not make them appear late. */
const MARGIN = 0.2;

interface LayoutParts {
  city: City;
  viewport: Viewport;
  markers: Pick<Markers, "clusters" | "singles">;
  selectedId: string | null;
  own: OwnPlace;
  textWidth: TextWidth;
}

/** How texts are measured: their width, and the user's text size. */
interface Type {
  textWidth: TextWidth;
  em: number;
}

/** Decides which labels are visible, and where each lies, so that none lies on another, on a cluster, on a sign or on the chosen pin. */
export function layOutLabels({
  city,
  viewport,
  markers,
  selectedId,
  own,
  textWidth,
}: LayoutParts): LabelLayout {
  const { frame, view } = viewport;
  if (frame.width === 0) return new Map();
  const at = (point: { x: number; y: number }): ScreenPoint => toScreen(frame, view, point);
  const isNear = ({ left, top }: ScreenPoint): boolean =>
    left > -frame.width * MARGIN &&
    left < frame.width * (1 + MARGIN) &&
    top > -frame.height * MARGIN &&
    top < frame.height * (1 + MARGIN);
  const type = { textWidth, em: textScale() };
  const selected = markers.singles.find(({ id }) => id === selectedId);
  const obstacles = markers.clusters.map((cluster) => bubbleBox(cluster, at(cluster), type));
  obstacles.push(...markers.singles.filter(({ isSign }) => isSign).map((sign) => signBox(at(sign))));
  if (selected) obstacles.push(pinBox(at(selected)));
  if (own.isReal) obstacles.push(hereBox(at(own), type));

  const names = namedPlaces(markers.singles, selected, viewport);
  const ofCity = cityLabels(city).filter(
    ({ minZoom, at: place }) => view.zoom >= minZoom && isNear(at(place)),
  );
  const ofKind = (wanted: CityLabel["kind"]) => ofCity.filter(({ kind }) => kind === wanted);
  const nameLabel = (point: MapPoint) =>
    withinScreen(placeLabel(point, at(point), point === selected, type), frame.width);
  const ofRank = (rank: number) => names.filter((point) => rankOf(point, selected) === rank).map(nameLabel);
  return placeLabels<LabelSide>(
    [
      ...ofRank(0),
      ...ofKind("hour").map((label) => hourLabel(label, at(label.at), viewport, type)),
      ...markers.clusters
        .toSorted((one, other) => other.count - one.count)
        .map((cluster) => withinScreen(clusterLabel(city, cluster, at(cluster), type), frame.width)),
      ...ofRank(1),
      ...ofKind("street").map((label) => streetLabel(label, at(label.at), view.turn, type)),
      ...ofRank(2),
    ],
    obstacles,
  );
}

/** "3:00 & Captivate"; empty when nothing is known. */
export function clusterPlace(city: City, { street, time }: Cluster): string {
  const kind = street === null ? "radial" : time === null ? "annular" : "intersection";
  return formatAddress(city, { ...blank(kind), street, time }) ?? "";
}

/** The places whose names may be shown, the most important and then the nearest to the middle first. */
function namedPlaces(
  singles: readonly MapPoint[],
  selected: MapPoint | undefined,
  { view }: Viewport,
): MapPoint[] {
  const rank = (point: MapPoint): number => rankOf(point, selected);
  const distance = ({ x, y }: MapPoint): number => (x - view.x) ** 2 + (y - view.y) ** 2;
  return singles
    .filter((point) => view.zoom >= NAMES_FROM || rank(point) < 2)
    .toSorted(
      (one, other) => rank(one) - rank(other) || signsFirst(one, other) || distance(one) - distance(other),
    )
    .slice(0, MOST_NAMES);
}

/** 0 and 1: has its name at every zoom. The name of a stack is its count. */
function rankOf(point: MapPoint, selected: MapPoint | undefined): 0 | 1 | 2 {
  const { kind, isFavourite, isLit } = point.item;
  if (point === selected || isLit || point.isSign || kind === "art") return 0;
  return kind === "stack" || isFavourite ? 1 : 2;
}

function bubbleBox({ count }: Cluster, { left, top }: ScreenPoint, { textWidth }: Type): Box {
  const width = Math.max(44, textWidth(String(count), 700, 16) + 22);
  return boxAround(left, top, width + 6, 50);
}

function signBox({ left, top }: ScreenPoint): Box {
  return boxAround(left, top, 28, 28);
}

/** The pin stands on its point. */
function pinBox({ left, top }: ScreenPoint): Box {
  return { left: left - 20, top: top - 54, width: 40, height: 60 };
}

function hereBox({ left, top }: ScreenPoint, { textWidth, em }: Type): Box {
  const width = textWidth(mapTexts.hereMarker, 650, 13.5 * em) + 22;
  return { left: left - width / 2, top: top - 12, width, height: 28 + 24 * em };
}

function placeLabel(
  point: MapPoint,
  place: ScreenPoint,
  isSelected: boolean,
  { textWidth, em }: Type,
): Label<LabelSide> {
  const size = {
    width: Math.min(textWidth(point.item.name, 600, 13 * em), LONGEST * em) + 20,
    height: 19 * em + 4,
  };
  const beside = point.isSign ? 15 : 9;
  const gap = isSelected
    ? { below: 6, above: 56, aside: 24 }
    : { below: beside, above: beside, aside: beside };
  const choices = around(place, size, gap);
  return { key: point.id, choices: point.item.kind === "art" ? [choices[1], ...choices] : choices };
}

function clusterLabel(
  city: City,
  cluster: Cluster,
  place: ScreenPoint,
  { textWidth, em }: Type,
): Label<LabelSide> {
  const text = clusterPlace(city, cluster);
  if (text === "") return { key: cluster.id, choices: [] };
  const size = { width: textWidth(text, 600, 13 * em) + 20, height: 19 * em + 4 };
  return { key: cluster.id, choices: around(place, size, { below: 27, above: 27, aside: 36 }) };
}

/** Tries places that the screen does not cut off before those it does. */
function withinScreen({ key, choices }: Label<LabelSide>, width: number): Label<LabelSide> {
  const isCut = ({ box }: Choice): boolean => box.left < 0 || box.left + box.width > width;
  return { key, choices: [...choices.filter((one) => !isCut(one)), ...choices.filter(isCut)] };
}

type Around = [Choice, Choice, ...Choice[]];
type Choice = Label<LabelSide>["choices"][number];

/** Pixels by which a label below and aside reaches beyond its point: the style sheet has the same. */
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

/** Outside the last street; where the screen ends there, inside it. */
function hourLabel(
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
  const outside = choice("outside");
  const isCut = outside.box.left < 0 || outside.box.left + outside.box.width > frame.width;
  return { key, choices: isCut ? [choice("inside")] : [outside, choice("far"), choice("inside")] };
}

function streetLabel(
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
