import { blank, formatAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { type CityLabel, cityLabels } from "#shared/features/map/city/city-labels.ts";
import { type Cluster, signsFirst } from "#shared/features/map/view/cluster.ts";
import { type Box, doTouch, type Label, placeLabels } from "#shared/features/map/view/place-labels.ts";
import { type ScreenPoint, toScreen } from "#shared/features/map/view/view.ts";
import type { OwnPlace } from "../position/own-place.ts";
import { type Cover, insetsOf } from "../view/free-area.ts";
import type { Viewport } from "../view/map-view.ts";
import {
  bubbleBox,
  type Choice,
  clusterLabel,
  hereBox,
  hourLabel,
  type LabelSide,
  markBox,
  pinBox,
  placeLabel,
  streetLabel,
} from "./label-boxes.ts";
import { textScale, type TextWidth } from "./text-width.ts";
import type { MapPoint, Markers } from "./use-markers.ts";

/** Which labels and markers are drawn, and where each label lies. */
export interface LabelLayout {
  placed: ReadonlyMap<string, Choice>;
  /** Whether a cluster or a marker lies on something more important. Its button stays, for the keyboard. */
  isCovered: (id: string) => boolean;
}

/** Zoom from which single places show their names. */
const NAMES_FROM = 1.3;
/** More names than these find no room on any screen. */
const MOST_NAMES = 150;
/** Share of the screen beyond each edge where labels are placed, so that panning does not make them appear late. */
const MARGIN = 0.2;

interface LayoutParts {
  city: City;
  viewport: Viewport;
  markers: Pick<Markers, "clusters" | "singles">;
  selectedId: string | null;
  own: OwnPlace;
  textWidth: TextWidth;
  /** What a panel covers. */
  cover: Cover;
}

/**
 * Decides in one pass what is drawn on the map, and where each label lies, so that nothing lies on anything else. What comes first has
 * priority: the selected place, signs and landmarks, clusters, the clock, stacks and favourites, streets, other places.
 */
export function layOutLabels(parts: LayoutParts): LabelLayout {
  const { city, viewport, markers, selectedId, own, textWidth, cover } = parts;
  const { frame, view } = viewport;
  if (frame.width === 0) return { placed: new Map(), isCovered: () => false };
  const at = (point: { x: number; y: number }): ScreenPoint => toScreen(frame, view, point);
  const isNear = ({ left, top }: ScreenPoint): boolean =>
    left > -frame.width * MARGIN &&
    left < frame.width * (1 + MARGIN) &&
    top > -frame.height * MARGIN &&
    top < frame.height * (1 + MARGIN);
  const type = { textWidth, em: textScale() };
  const selected = markers.singles.find(({ id }) => id === selectedId);
  const { top, right, bottom, left } = insetsOf(frame, cover);
  const free = { left, top, width: frame.width - left - right, height: frame.height - top - bottom };

  const ofCity = cityLabels(city).filter(
    ({ minZoom, at: place }) => view.zoom >= minZoom && isNear(at(place)),
  );
  const ofKind = (wanted: CityLabel["kind"]) => ofCity.filter(({ kind }) => kind === wanted);
  const ranked = rankedPlaces(markers.singles, selected, viewport);
  const ofRank = (rank: number): MapPoint[] => ranked.filter((point) => rankOf(point, selected) === rank);
  const name = (point: MapPoint) => ({
    ...within(free, placeLabel(point, at(point), point === selected, type)),
    of: markKey(point.id),
  });
  const isNamed = new Set(
    ranked.filter((point) => view.zoom >= NAMES_FROM || rankOf(point, selected) < 2).slice(0, MOST_NAMES),
  );
  const markAndName = (point: MapPoint) => [
    mark(point.id, markBox(point, at(point))),
    ...(isNamed.has(point) ? [name(point)] : []),
  ];
  const signs = ofRank(0);
  const clusters = markers.clusters.toSorted((one, other) => other.count - one.count);
  const placed = placeLabels<LabelSide>(
    [
      ...(selected === undefined
        ? []
        : [
            mark(selected.id, pinBox(at(selected))),
            clearOf(
              signs.map((sign) => markBox(sign, at(sign))),
              name(selected),
            ),
          ]),
      ...signs.map((sign) => mark(sign.id, markBox(sign, at(sign)))),
      ...clusters.map((cluster) => mark(cluster.id, bubbleBox(cluster, at(cluster), type))),
      ...signs.map(name),
      ...ofKind("hour").map((label) => hourLabel(label, at(label.at), viewport, type)),
      ...clusters.map((cluster) => ({
        ...within(free, clusterLabel(clusterPlace(city, cluster), cluster, at(cluster), type)),
        of: markKey(cluster.id),
      })),
      ...ofRank(1).flatMap(markAndName),
      ...ofKind("street").map((label) => streetLabel(label, at(label.at), view.turn, type)),
      ...ofRank(2).flatMap(markAndName),
    ],
    own.isReal ? [hereBox(at(own), type)] : [],
  );
  return { placed, isCovered: (id) => id !== selectedId && !placed.has(markKey(id)) };
}

function markKey(id: string): string {
  return `mark ${id}`;
}

/** The marker itself, which has one place only. */
function mark(id: string, box: Box): Label<LabelSide> {
  return { key: markKey(id), choices: [{ side: "here", box }] };
}

/** "3:00 & Captivate"; empty when nothing is known. */
export function clusterPlace(city: City, { street, time }: Cluster): string {
  const kind = street === null ? "radial" : time === null ? "annular" : "intersection";
  return formatAddress(city, { ...blank(kind), street, time }) ?? "";
}

/** All places but the selected one, the most important and then the nearest to the middle first. */
function rankedPlaces(
  singles: readonly MapPoint[],
  selected: MapPoint | undefined,
  { view }: Viewport,
): MapPoint[] {
  const rank = (point: MapPoint): number => rankOf(point, selected);
  const distance = ({ x, y }: MapPoint): number => (x - view.x) ** 2 + (y - view.y) ** 2;
  return singles
    .filter((point) => point !== selected)
    .toSorted(
      (one, other) => rank(one) - rank(other) || signsFirst(one, other) || distance(one) - distance(other),
    );
}

/** 0 and 1: has its name at every zoom. The name of a stack is its count. */
function rankOf(point: MapPoint, selected: MapPoint | undefined): 0 | 1 | 2 {
  const { kind, isFavourite, isLit } = point.item;
  if (point === selected || isLit || point.isSign || kind === "art") return 0;
  return kind === "stack" || isFavourite ? 1 : 2;
}

/** Tries places in the uncovered part of the screen before others. */
function within(free: Box, { key, choices }: Label<LabelSide>): Label<LabelSide> {
  const isInside = ({ box }: Choice): boolean =>
    box.left >= free.left &&
    box.left + box.width <= free.left + free.width &&
    box.top >= free.top &&
    box.top + box.height <= free.top + free.height;
  return { key, choices: preferred(choices, isInside) };
}

/** Tries places on none of these boxes before others. */
function clearOf(boxes: readonly Box[], { choices, ...label }: Label<LabelSide>): Label<LabelSide> {
  return { ...label, choices: preferred(choices, ({ box }) => !boxes.some((other) => doTouch(box, other))) };
}

function preferred(choices: readonly Choice[], isBetter: (choice: Choice) => boolean): Choice[] {
  return [...choices.filter(isBetter), ...choices.filter((choice) => !isBetter(choice))];
}
