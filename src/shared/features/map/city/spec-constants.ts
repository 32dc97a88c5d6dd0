/**
 * All map constants of the specification, under the names it uses, in this file only. Angles and positions are in degrees, times in
 * milliseconds. The geometry of the built-in city is derived from these in `city.ts`.
 */

export const mapBounds = {
  southWest: { latitude: 40.7715, longitude: -119.224 },
  northEast: { latitude: 40.805, longitude: -119.18 },
} as const;
export const mapCentre = { latitude: 40.786367, longitude: -119.203583 } as const;

export const zoomRange = { min: 0.5, max: 3 } as const;
export const zoomButtonStep = 0.2;
export const wheelFactor = { out: 0.9, in: 1.1 } as const;
export const clusterClickZoom = 0.6;

export const campsLoadDelayMs = 500;
export const renderThrottleMs = 250;
export const gestureHintMs = 5_000;

export const nearbyRadiusDegrees = 0.005;
export const nearbyLimit = 5;

/** Divided by the zoom: zooming out makes the circle of a cluster larger. */
export const clusterThresholdDegrees = 0.005;
/** Above this zoom nothing is clustered and at most `unclusteredLimit` markers are shown. */
export const unclusteredAboveZoom = 2.5;
export const unclusteredLimit = 250;
export const singleMarkerLimit = 200;
/** A cluster of this many or fewer opens in place; a larger one zooms in. */
export const clusterExpandLimit = 5;

export const browseCategoryLimit = 50;

export const degreesPerHour = 30;
export const streetNames = {
  A: "Agog",
  B: "Baffie",
  C: "Captivate",
  D: "Delight",
  E: "Enchant",
  F: "Fascinate",
  G: "Gobsmack",
  H: "Hypergawk",
  I: "Intrigue",
  J: "Jawdrop",
  K: "Kobler",
} as const;
export const esplanadeRadiusDegrees = 0.0022;
export const firstStreetRadiusDegrees = 0.003;
export const streetSpacingDegrees = 0.0008;

/** Texts on the map, as worded in the specification. */
export const mapTexts = {
  loading: "Loading Playa Map...",
  loadFailed: "Failed to load camp data. Please try again later.",
  hereMarker: "You are here",
  panHint: "Drag to pan",
  zoomHint: "Pinch to zoom",
} as const;
