import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentPosition, type Fix, type PositionProblem, watchPosition } from "./position.ts";

test("returns a position with its accuracy", async () => {
  const coords = { latitude: 40.78, longitude: -119.2, accuracy: 12 };
  const position = await currentPosition(device((found) => found({ coords } as GeolocationPosition)));
  expect(position).toEqual({ isKnown: true, latitude: 40.78, longitude: -119.2, accuracyM: 12 });
});

test("explains every failure with a message that suggests a remedy", async () => {
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

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("retries after a temporary error until the device answers", () => {
  const gps = watchedDevice();
  const fixes: Fix[] = [];
  const problems: PositionProblem[] = [];
  const stop = watchPosition(
    (fix) => fixes.push(fix),
    (problem) => problems.push(problem),
    gps.device,
  );
  gps.find(40.78);
  gps.fail(2);
  expect(problems).toEqual([{ reason: expect.stringContaining("could not be found"), isFinal: false }]);
  vi.advanceTimersByTime(3_000);
  gps.fail(3);
  vi.advanceTimersByTime(3_000);
  gps.find(40.79);
  expect(fixes.map(({ latitude }) => latitude)).toEqual([40.78, 40.79]);
  expect(fixes.map(({ at }) => at - (fixes[0]?.at ?? 0))).toEqual([0, 6_000]);
  expect(gps.begun()).toBe(3);
  // After a silence, the device is asked for another fix, and again while it stays silent.
  vi.advanceTimersByTime(12_000);
  expect(gps.begun()).toBe(4);
  vi.advanceTimersByTime(25_000);
  expect(gps.begun()).toBe(5);
  expect(gps.running()).toBe(1);
  stop();
  vi.advanceTimersByTime(60_000);
  expect([gps.begun(), gps.running()]).toEqual([5, 0]);
});

test("stops the watch after a refusal, without another prompt", () => {
  const gps = watchedDevice();
  const problems: PositionProblem[] = [];
  watchPosition(
    () => undefined,
    (problem) => problems.push(problem),
    gps.device,
  );
  gps.fail(1);
  vi.advanceTimersByTime(120_000);
  expect(problems).toEqual([{ reason: expect.stringContaining("Allow it"), isFinal: true }]);
  expect([gps.begun(), gps.running()]).toEqual([1, 0]);
});

/** A device whose geolocation is controlled by the test. */
function watchedDevice() {
  let begun = 0;
  let current: { found: PositionCallback; failed: PositionErrorCallback } | null = null;
  return {
    begun: () => begun,
    running: () => (current === null ? 0 : 1),
    find(latitude: number) {
      current?.found({
        coords: { latitude, longitude: -119.2, accuracy: 8, heading: null },
      } as GeolocationPosition);
    },
    fail(code: number) {
      current?.failed({ code } as GeolocationPositionError);
    },
    device: {
      isSecureContext: true,
      geolocation: {
        watchPosition(found: PositionCallback, failed?: PositionErrorCallback | null) {
          expect(current, "one watch at a time").toBeNull();
          current = { found, failed: failed ?? (() => undefined) };
          return ++begun;
        },
        clearWatch(id: number) {
          if (id === begun) current = null;
        },
      },
    },
  };
}

function device(answer: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  return {
    isSecureContext: true,
    geolocation: {
      getCurrentPosition: (found: PositionCallback, failed?: PositionErrorCallback | null) =>
        answer(found, failed ?? (() => undefined)),
    },
  };
}
