import { expect, test } from "vitest";
import { currentPosition } from "./position.ts";

test("a place comes with its accuracy", async () => {
  const coords = { latitude: 40.78, longitude: -119.2, accuracy: 12 };
  const position = await currentPosition(device((found) => found({ coords } as GeolocationPosition)));
  expect(position).toEqual({ isKnown: true, latitude: 40.78, longitude: -119.2, accuracyM: 12 });
});

test("every way not to know it has a sentence that says what to do", async () => {
  const sentences = await Promise.all([
    ...[1, 2, 3].map((code) =>
      currentPosition(device((_, failed) => failed({ code } as GeolocationPositionError))),
    ),
    currentPosition({ ...device(() => undefined), isSecureContext: false }),
    currentPosition({ isSecureContext: true, geolocation: undefined }),
  ]);
  const reasons = sentences.map((position) => (position.isKnown ? "" : position.reason));
  expect(reasons[0]).toContain("Allow it");
  expect(reasons[1]).toContain("could not be found");
  expect(reasons[2]).toContain("took too long");
  expect(reasons[3]).toContain("https");
  expect(reasons[4]).toBe("This browser cannot tell where you are.");
});

function device(answer: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  return {
    isSecureContext: true,
    geolocation: {
      getCurrentPosition: (found: PositionCallback, failed?: PositionErrorCallback | null) =>
        answer(found, failed ?? (() => undefined)),
    },
  };
}
