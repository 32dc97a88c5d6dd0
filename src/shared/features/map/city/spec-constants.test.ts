import { expect, test } from "vitest";
import * as constants from "./spec-constants.ts";

/**
 * The specification's statements about the map: the section, its exact sentences, and the constants with their numbers and quoted words, in
 * the same order.
 */
const specification: readonly (readonly [section: string, sentences: string, ...constants: string[]])[] = [
  [
    "2. Screens and routes, Playa map",
    "A 'You are here' marker at the map centre. " +
      "A gesture hint ('Drag to pan', 'Pinch to zoom') that fades after 5 s or on tap. " +
      "A loading screen 'Loading Playa Map...'.",
    "mapTexts.hereMarker",
    "mapTexts.panHint",
    "mapTexts.zoomHint",
    "gestureHintMs",
    "mapTexts.loading",
  ],
  [
    "8. The error catalogue, Resources and map",
    "Camp fetch failure: 'Failed to load camp data. Please try again later.'",
    "mapTexts.loadFailed",
  ],
  [
    "9. Business constants and limits, Map",
    "Bounds: south-west 40.7715, -119.224 to north-east 40.805, -119.18. Centre 40.786367, -119.203583.",
    "mapBounds.southWest.latitude",
    "mapBounds.southWest.longitude",
    "mapBounds.northEast.latitude",
    "mapBounds.northEast.longitude",
    "mapCentre.latitude",
    "mapCentre.longitude",
  ],
  [
    "9. Business constants and limits, Map",
    "Zoom range 0.5 to 3. Buttons step 0.2. Wheel factor 0.9 (out) or 1.1 (in). A cluster click adds 0.6.",
    "zoomRange.min",
    "zoomRange.max",
    "zoomButtonStep",
    "wheelFactor.out",
    "wheelFactor.in",
    "clusterClickZoom",
  ],
  [
    "9. Business constants and limits, Map",
    "Camps load after a 500 ms delay. Rendering is throttled to 250 ms.",
    "campsLoadDelayMs",
    "renderThrottleMs",
  ],
  [
    "9. Business constants and limits, Map",
    "Nearby camps lie within 0.005 degrees, at most 5.",
    "nearbyRadiusDegrees",
    "nearbyLimit",
  ],
  [
    "9. Business constants and limits, Map",
    "Cluster threshold is 0.005 divided by the zoom. Above zoom 2.5 the first 250 markers are shown unclustered. " +
      "Otherwise at most 200 single markers are shown.",
    "clusterThresholdDegrees",
    "unclusteredAboveZoom",
    "unclusteredLimit",
    "singleMarkerLimit",
  ],
  [
    "9. Business constants and limits, Map",
    "A cluster of 5 camps or fewer expands on click.",
    "clusterExpandLimit",
  ],
  [
    "9. Business constants and limits, Map",
    "The Browse tab shows 50 camps per category.",
    "browseCategoryLimit",
  ],
  [
    "9. Business constants and limits, Map",
    "Street letters A to K are named Agog, Baffie, Captivate, Delight, Enchant, Fascinate, Gobsmack, Hypergawk, " +
      "Intrigue, Jawdrop, Kobler.",
    ...["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"].map((letter) => `streetNames.${letter}`),
  ],
  ["9. Business constants and limits, Map", "Esplanade radius is 0.0022.", "esplanadeRadiusDegrees"],
  [
    "9. Business constants and limits, Map",
    "Letter radii start at 0.003 for A and rise 0.0008 per letter to 0.011 for K. The clock angle is 30 degrees per hour",
    "firstStreetRadiusDegrees",
    "streetSpacingDegrees",
    "the last street's radius",
    "degreesPerHour",
  ],
];

const { firstStreetRadiusDegrees, streetSpacingDegrees, streetNames } = constants;
const lastStreet = Object.keys(streetNames).length - 1;
const values: Readonly<Record<string, unknown>> = {
  ...leavesOf(constants),
  gestureHintMs: constants.gestureHintMs / 1000, // the specification gives seconds
  "the last street's radius": Number(
    (firstStreetRadiusDegrees + streetSpacingDegrees * lastStreet).toFixed(12),
  ),
};

test.each(specification)("matches the specification: %s: %s", (_section, sentences, ...names) => {
  expect(names.map((name) => values[name])).toEqual(valuesIn(sentences));
});

test("takes every constant from the specification", () => {
  const named = specification.flatMap(([_section, _sentences, ...names]) => names);
  expect(named.toSorted()).toEqual(Object.keys(values).toSorted());
});

/** Numbers, quoted words, and the names in a list introduced by "are named". */
function valuesIn(sentences: string): (string | number)[] {
  const [, names] = /are named (.*)\.$/.exec(sentences) ?? [];
  if (names !== undefined) return names.split(", ");
  return [...sentences.matchAll(/'([^']+)'|-?\d+(?:\.\d+)?/g)].map(
    ([value, quoted]) => quoted ?? Number(value),
  );
}

/** Flattens `{ zoomRange: { min: 0.5 } }` to `{ "zoomRange.min": 0.5 }`. */
function leavesOf(tree: object, path = ""): Record<string, unknown> {
  const leaves = Object.entries(tree).map(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? leavesOf(value, `${path}${name}.`)
      : { [path + name]: value },
  );
  return Object.assign({}, ...leaves) as Record<string, unknown>;
}
