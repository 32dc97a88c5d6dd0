/** Where the device is, or a sentence about why that cannot be told. */
export type Position =
  /** Degrees, WGS 84; `accuracyM` in metres. */
  | { isKnown: true; latitude: number; longitude: number; accuracyM: number }
  | { isKnown: false; reason: string };

interface Device {
  /** Browsers tell a place to pages on https, and on this very machine, only. */
  isSecureContext: boolean;
  geolocation: Pick<Geolocation, "getCurrentPosition"> | undefined;
}

/** Milliseconds: the first fix under an open sky takes its time. */
const PATIENCE_MS = 20_000;
const NOT_SECURE =
  "Browsers tell where you are only to pages on https, and this one is not. Ask the people who run this server for its https address.";
const NO_GEOLOCATION = "This browser cannot tell where you are.";
const DENIED = 1;
const TOO_LATE = 3;

/** Asks the device once; the browser may ask the person. */
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
      // Never an older one: asking again means having gone somewhere else.
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    );
  });
}

/** A place a device says it is at: degrees, WGS 84, and metres. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracyM: number;
  /** Degrees clockwise from true north one moves towards; null while one stands, or where the device cannot tell. */
  courseDegrees: number | null;
  /** When it arrived, in milliseconds since the epoch by this device's clock. */
  at: number;
}

/** Why there is no fix now, as a sentence. */
export interface PositionProblem {
  reason: string;
  /** Nothing follows until the person changes something; else the device is still being asked. */
  isFinal: boolean;
}

interface WatchingDevice {
  isSecureContext: boolean;
  geolocation: Pick<Geolocation, "watchPosition" | "clearWatch"> | undefined;
}

/** Milliseconds from an error to the next try. */
const RETRY_MS = 3_000;
/** Milliseconds after which a device that has said nothing at all is asked again: some go quiet when they lose the sky. */
const SILENCE_MS = 25_000;
/** Milliseconds since the last fix after which it is asked for another: some go quiet while one stands, and a fix gets old. */
const QUIET_MS = 12_000;

/**
 * Follows where the device is; the browser may ask the person first. An error ends it only where the person has refused: GPS fails
 * for a moment all day, and some browsers end their watch with the first error.
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
        // An older one would make what is stale look fresh.
        { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
      ) ?? null;
  }
  begin();
  return end;
}

/** Whether the person has allowed it before, so that asking again asks nobody. */
export async function isPositionAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false; // some browsers do not tell
  }
}

function thisDevice(): Device & WatchingDevice {
  // Missing in some browsers, whatever the types say.
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
