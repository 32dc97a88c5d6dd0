import { test, expect } from "vitest";
import * as constants from "./spec-constants.ts";

test("every map constant has the value the specification gives it", () => {
  expect({ ...constants }).toEqual({
    mapBounds: {
      southWest: { latitude: 40.7715, longitude: -119.224 },
      northEast: { latitude: 40.805, longitude: -119.18 },
    },
    mapCentre: { latitude: 40.786367, longitude: -119.203583 },
    zoomRange: { min: 0.5, max: 3 },
    zoomButtonStep: 0.2,
    wheelFactor: { out: 0.9, in: 1.1 },
    clusterClickZoom: 0.6,
    campsLoadDelayMs: 500,
    renderThrottleMs: 250,
    gestureHintMs: 5000,
    nearbyRadiusDegrees: 0.005,
    nearbyLimit: 5,
    clusterThresholdDegrees: 0.005,
    unclusteredAboveZoom: 2.5,
    unclusteredLimit: 250,
    singleMarkerLimit: 200,
    clusterExpandLimit: 5,
    browseCategoryLimit: 50,
    degreesPerHour: 30,
    streetNames: {
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
    },
    esplanadeRadiusDegrees: 0.0022,
    firstStreetRadiusDegrees: 0.003,
    streetSpacingDegrees: 0.0008,
    mapTexts: {
      loading: "Loading Playa Map...",
      loadFailed: "Failed to load camp data. Please try again later.",
      hereMarker: "You are here",
      panHint: "Drag to pan",
      zoomHint: "Pinch to zoom",
    },
  });
});

test("the letters rise evenly from A at 0.003 to K at 0.011", () => {
  const letters = Object.keys(constants.streetNames);
  const last = constants.firstStreetRadiusDegrees + constants.streetSpacingDegrees * (letters.length - 1);
  expect(letters.join("")).toBe("ABCDEFGHIJK");
  expect(last).toBeCloseTo(0.011, 12);
});
