/** Events of iOS carry the heading as it is, and want the person asked first. */
type CompassEvent = DeviceOrientationEvent & { webkitCompassHeading?: number };
type AskingOrientation = { requestPermission?: () => Promise<"granted" | "denied"> };

/**
 * Follows which way the device points, in degrees clockwise from north. Call it from a tap: iOS asks the person. Devices
 * without a compass never call back.
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
    // Android calls true north "absolute"; iOS has no such event and gives its heading with the other one.
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

/** Of a device held flat or a little raised; null where the event says nothing about north. */
export function headingOf(event: {
  webkitCompassHeading?: number;
  absolute: boolean;
  alpha: number | null;
}): number | null {
  if (typeof event.webkitCompassHeading === "number" && event.webkitCompassHeading >= 0)
    return event.webkitCompassHeading;
  // `alpha` counts against the clock.
  return event.absolute && event.alpha !== null ? (360 - event.alpha) % 360 : null;
}
