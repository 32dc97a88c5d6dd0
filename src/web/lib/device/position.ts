/** The device's position, or a sentence that explains why it is unknown. */
export type Position =
  /** Degrees, WGS 84; `accuracyM` in meters. */
  | { isKnown: true; latitude: number; longitude: number; accuracyM: number }
  | { isKnown: false; reason: string };

interface Device {
  /** Browsers give positions only to https pages and to localhost. */
  isSecureContext: boolean;
  geolocation: Pick<Geolocation, "getCurrentPosition"> | undefined;
}

/** Milliseconds: the first fix outdoors can take long. */
const PATIENCE_MS = 20_000;
const NOT_SECURE =
  "Browsers tell where you are only to pages on https, and this one is not. Ask the people who run this server for its https address.";
const NO_GEOLOCATION = "This browser cannot tell where you are.";
const DENIED = 1;
const TOO_LATE = 3;

/** Asks the device once; the browser may ask the user for permission. */
export async function currentPosition(device: Device = thisDevice()): Promise<Position> {
  const { geolocation, isSecureContext } = device;
  if (!isSecureContext) {
    return unknown(NOT_SECURE);
  }
  if (geolocation === undefined) return unknown(NO_GEOLOCATION);
  return await new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ isKnown: true, latitude, longitude, accuracyM: accuracy }),
      ({ code }) => resolve(unknown(sentenceFor(code))),
      // No cached position: the user asks again because they have moved.
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    );
  });
}

/** A position reported by the device: degrees, WGS 84, and meters. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracyM: number;
  /** Direction of movement in degrees clockwise from true north; null while standing still, or if the device does not report it. */
  courseDegrees: number | null;
  /** Time of arrival in milliseconds since the epoch, by this device's clock. */
  at: number;
}

/** A sentence that explains why there is no fix now. */
export interface PositionProblem {
  reason: string;
  /** True when the watch has ended until the user changes something; false while the device is still being asked. */
  isFinal: boolean;
}

interface WatchingDevice {
  isSecureContext: boolean;
  geolocation: Pick<Geolocation, "watchPosition" | "clearWatch"> | undefined;
}

/** Milliseconds between an error and the next try. */
const RETRY_MS = 3_000;
/** Milliseconds after which a device that has reported nothing is asked again: some stop reporting when they lose the satellites. */
const SILENCE_MS = 25_000;
/**
 * Milliseconds since the last fix after which another is requested: some devices stop reporting while standing still, and a fix gets old.
 */
const QUIET_MS = 12_000;

/**
 * Follows the device's position; the browser may ask the user for permission first. Only a refusal ends it: GPS has many short
 * failures, and some browsers end their own watch with the first error.
 * @returns a function that stops it
 */
export function watchPosition(
  onFix: (fix: Fix) => void,
  onProblem: (problem: PositionProblem) => void,
  device: WatchingDevice = thisDevice(),
): () => void {
  const { geolocation, isSecureContext } = device;
  if (!isSecureContext || geolocation === undefined) {
    onProblem({ reason: isSecureContext ? NO_GEOLOCATION : NOT_SECURE, isFinal: true });
    return () => undefined;
  }
  let watch: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(timer);
    if (watch !== null) geolocation?.clearWatch(watch);
    watch = null;
  }
  function beginIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(begin, ms);
  }
  function begin(): void {
    end();
    beginIn(SILENCE_MS);
    watch =
      geolocation?.watchPosition(
        ({ coords: { latitude, longitude, accuracy, heading } }) => {
          beginIn(QUIET_MS);
          const courseDegrees = heading === null || Number.isNaN(heading) ? null : heading;
          onFix({ latitude, longitude, accuracyM: accuracy, courseDegrees, at: Date.now() });
        },
        ({ code }) => {
          const isFinal = code === DENIED;
          if (isFinal) end();
          else beginIn(RETRY_MS);
          onProblem({ reason: sentenceFor(code), isFinal });
        },
        // A cached position would make a stale one look fresh.
        { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
      ) ?? null;
  }
  begin();
  return end;
}

/** Whether the user has given permission before, so that another request shows no prompt. */
export async function isPositionAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false; // not supported by some browsers
  }
}

function thisDevice(): Device & WatchingDevice {
  // Missing in some browsers, despite the types.
  return { isSecureContext: window.isSecureContext, geolocation: navigator.geolocation };
}

function unknown(reason: string): Position {
  return { isKnown: false, reason };
}

function sentenceFor(code: number): string {
  switch (code) {
    case DENIED:
      return "This page may not know where you are. Allow it to use your location in the browser's settings, then try again.";
    case TOO_LATE:
      return "Finding your place took too long. Step out under the open sky and try again.";
    default:
      return "Your place could not be found. Turn on location, step out under the open sky and try again.";
  }
}
