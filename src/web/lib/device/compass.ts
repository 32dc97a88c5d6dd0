/** iOS events carry the heading itself, and need the user's permission. */
type CompassEvent = DeviceOrientationEvent & { webkitCompassHeading?: number };
type AskingOrientation = { requestPermission?: () => Promise<"granted" | "denied"> };

/**
 * Follows the device's heading in degrees clockwise from north. Call it from a tap: iOS asks the user for permission. Devices without a
 * compass never call back.
 * @returns a function that stops it
 */
export function watchHeading(onHeading: (degrees: number) => void): () => void {
  const stop = new AbortController();
  const handle = (event: Event): void => {
    const heading = headingOf(event as CompassEvent);
    if (heading !== null) onHeading(heading);
  };
  const listen = (): void => {
    if (stop.signal.aborted) return;
    // On Android, the event relative to true north is called "absolute". iOS lacks that event and reports its heading with the other one.
    window.addEventListener("deviceorientationabsolute", handle, { signal: stop.signal });
    window.addEventListener("deviceorientation", handle, { signal: stop.signal });
  };
  const asking = globalThis.DeviceOrientationEvent as AskingOrientation | undefined;
  if (asking?.requestPermission === undefined) listen();
  else
    void asking
      .requestPermission()
      .then((answer) => (answer === "granted" ? listen() : undefined))
      .catch(() => undefined);
  return () => stop.abort();
}

/** Heading of a device held flat or slightly raised; null when the event is not relative to north. */
export function headingOf(event: {
  webkitCompassHeading?: number;
  absolute: boolean;
  alpha: number | null;
}): number | null {
  if (typeof event.webkitCompassHeading === "number" && event.webkitCompassHeading >= 0)
    return event.webkitCompassHeading;
  // `alpha` counts counterclockwise.
  return event.absolute && event.alpha !== null ? (360 - event.alpha) % 360 : null;
}
