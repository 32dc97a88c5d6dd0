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

/** The labels and markers to draw, and the position of each label. */
export interface LabelLayout {
  placed: ReadonlyMap<string, Choice>;
  /** Whether a cluster or a marker overlaps a more important element. Its button is still rendered, for the keyboard. */
  isCovered: (id: string) => boolean;
}

/** Zoom from which single places show their names. */
const NAMES_FROM = 1.3;
/** No screen has room for more names. */
const MOST_NAMES = 150;
/** Share of the screen beyond each edge where labels are placed, so that panning does not reveal them late. */
const MARGIN = 0.2;

interface LayoutParts {
  city: City;
  viewport: Viewport;
  markers: Pick<Markers, "clusters" | "singles">;
  selectedId: string | null;
  ownPlace: OwnPlace;
  textWidth: TextWidth;
  /** The area covered by a panel. */
  cover: Cover;
}

/**
 * Decides in one pass which elements of the map are drawn and where each label is placed, without overlaps. Earlier elements have priority:
 * the selected place, the user, signs and landmarks, clusters, the clock, stacks and favourites, streets, other places.
 */
export function layOutLabels(parts: LayoutParts): LabelLayout {
  const { city, viewport, markers, selectedId, ownPlace } = parts;
  const { frame, view } = viewport;
  if (frame.width === 0) return { placed: new Map(), isCovered: () => false };
  const { at, type, mark, name, bubble, clusterName } = labeller(parts);
  const isNear = ({ left, top }: ScreenPoint): boolean =>
    left > -frame.width * MARGIN &&
    left < frame.width * (1 + MARGIN) &&
    top > -frame.height * MARGIN &&
    top < frame.height * (1 + MARGIN);
  const ofCity = cityLabels(city).filter(
    ({ minZoom, at: place }) => view.zoom >= minZoom && isNear(at(place)),
  );
  const ofKind = (wanted: CityLabel["kind"]) => ofCity.filter(({ kind }) => kind === wanted);

  const selected = markers.singles.find(({ id }) => id === selectedId);
  const ranked = rankedPlaces(
    markers.singles.filter((point) => point !== selected),
    viewport,
  );
  const ofRank = (rank: number): MapPoint[] => ranked.filter((point) => rankOf(point) === rank);
  const isNamed = new Set(
    ranked.filter((point) => view.zoom >= NAMES_FROM || rankOf(point) < 2).slice(0, MOST_NAMES),
  );
  const markAndName = (point: MapPoint) => [mark(point), ...(isNamed.has(point) ? [name(point)] : [])];
  const signs = ofRank(0);
  // The Man marks the middle. A sign is recognizable without its name.
  const landmarks = signs.filter(({ item }) => item.kind === "art");
  const clusters = markers.clusters.toSorted((one, other) => other.count - one.count);
  const here = ownPlace.isReal ? [fixed("here", hereBox(at(ownPlace), type))] : [];
  const avoided = [...here, ...signs.map(mark)].flatMap(({ choices }) => choices.map(({ box }) => box));
  const placed = placeLabels<LabelSide>([
    ...(selected === undefined
      ? []
      : [fixed(markKey(selected.id), pinBox(at(selected))), clearOf(avoided, name(selected, true))]),
    ...here,
    ...signs.map(mark),
    ...clusters.map(bubble),
    ...[...new Set([...landmarks, ...signs])].map((sign) => name(sign)),
    ...ofKind("hour").map((label) => hourLabel(label, at(label.at), viewport, type)),
    ...clusters.map(clusterName),
    ...ofRank(1).flatMap(markAndName),
    ...ofKind("street").map((label) => streetLabel(label, at(label.at), view.turn, type)),
    ...ofRank(2).flatMap(markAndName),
  ]);
  return { placed, isCovered: (id) => !placed.has(markKey(id)) };
}

/** Creates the labels of places and clusters for this screen. */
function labeller({ city, viewport: { frame, view }, textWidth, cover }: LayoutParts) {
  const type = { textWidth, em: textScale() };
  const at = (point: { x: number; y: number }): ScreenPoint => toScreen(frame, view, point);
  const { top, right, bottom, left } = insetsOf(frame, cover);
  const free = { left, top, width: frame.width - left - right, height: frame.height - top - bottom };
  const screen = { left: 0, top: 0, width: frame.width, height: frame.height };
  /** Tries positions in the free area first. The screen's edge may cut only the name of the selected place. */
  const within = ({ key, choices }: Label<LabelSide>, isSelected = false) => {
    const isWhole = ({ box }: Choice): boolean => isInside(screen, box) || !doTouch(screen, box);
    const whole = isSelected ? choices : choices.filter(isWhole);
    return { key, choices: preferred(whole, ({ box }) => isInside(free, box)) };
  };
  const marked = (id: string, box: Box): Label<LabelSide> => ({
    key: markKey(id),
    choices: [{ side: "here", box }],
  });
  return {
    at,
    type,
    mark: (point: MapPoint) => marked(point.id, markBox(point, at(point))),
    name: (point: MapPoint, isSelected = false) => ({
      ...within(placeLabel(point, at(point), isSelected, type), isSelected),
      of: markKey(point.id),
    }),
    bubble: (cluster: Cluster) => marked(cluster.id, bubbleBox(cluster, at(cluster), type)),
    clusterName: (cluster: Cluster) => ({
      ...within(clusterLabel(clusterPlace(city, cluster), cluster, at(cluster), type)),
      of: markKey(cluster.id),
    }),
  };
}

function markKey(id: string): string {
  return `mark ${id}`;
}

/** The elements that are always drawn. */
function fixed(key: string, box: Box): Label<LabelSide> {
  return { key, isFixed: true, choices: [{ side: "here", box }] };
}

/** "3:00 & Captivate"; empty when no place is known. */
export function clusterPlace(city: City, { street, time }: Cluster): string {
  const kind = street === null ? "radial" : time === null ? "annular" : "intersection";
  return formatAddress(city, { ...blank(kind), street, time }) ?? "";
}

/** Orders by importance, then by distance from the middle. */
function rankedPlaces(places: readonly MapPoint[], { view }: Viewport): MapPoint[] {
  const distance = ({ x, y }: MapPoint): number => (x - view.x) ** 2 + (y - view.y) ** 2;
  return places.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || signsFirst(one, other) || distance(one) - distance(other),
  );
}

/** 0 and 1: named at every zoom. The name of a stack is its count. */
function rankOf({ item: { kind, isFavourite, isLit }, isSign }: MapPoint): 0 | 1 | 2 {
  if (isLit || isSign || kind === "art") return 0;
  return kind === "stack" || isFavourite ? 1 : 2;
}

function isInside(area: Box, box: Box): boolean {
  return (
    box.left >= area.left &&
    box.left + box.width <= area.left + area.width &&
    box.top >= area.top &&
    box.top + box.height <= area.top + area.height
  );
}

/** Tries positions outside all of these boxes before others. */
function clearOf(boxes: readonly Box[], { choices, ...label }: Label<LabelSide>): Label<LabelSide> {
  return { ...label, choices: preferred(choices, ({ box }) => !boxes.some((other) => doTouch(box, other))) };
}

function preferred(choices: readonly Choice[], isBetter: (choice: Choice) => boolean): Choice[] {
  return [...choices.filter(isBetter), ...choices.filter((choice) => !isBetter(choice))];
}
