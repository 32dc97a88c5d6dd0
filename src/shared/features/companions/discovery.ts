/** An event that may cause a user to meet a companion. */
export type DiscoveryTrigger =
  /** Degrees, WGS 84. `accuracyM`: accuracy radius in meters; undefined when the device does not report it. */
  | { kind: "place"; latitude: number; longitude: number; accuracyM?: number | undefined }
  /** Content of a companion's tag or QR code. */
  | { kind: "tag" | "qr"; code: string }
  /** Number of days on which the user has written a daily thought. */
  | { kind: "daily-thoughts"; days: number };

/** The place where a companion can be met. */
export interface MeetingPlace {
  /** Degrees, WGS 84. */
  lat: number;
  lng: number;
  /** Meters. */
  radius: number;
}

export interface Discoverable {
  id: string;
  discoveryLocation: MeetingPlace;
  /** Content of its tag and its QR code; null while it has none. */
  code: string | null;
}

/** Days of daily thoughts after which a user has met every companion, for users who cannot (or can no longer) come to their places. */
const ENOUGH_DAYS = 3;
const EARTH_RADIUS_M = 6_371_008.8;

/** Ids of the companions met by a trigger, including those already known. */
export function metBy(trigger: DiscoveryTrigger, companions: readonly Discoverable[]): string[] {
  return companions.filter((companion) => isMet(trigger, companion)).map(({ id }) => id);
}

/** Distance in meters between two places in degrees, on a sphere. */
export function metresBetween(
  from: { latitude: number; longitude: number },
  to: { lat: number; lng: number },
): number {
  const [fromPhi, toPhi] = [radians(from.latitude), radians(to.lat)];
  const north = Math.sin((toPhi - fromPhi) / 2) ** 2;
  const east = Math.sin(radians(to.lng - from.longitude) / 2) ** 2;
  const share = Math.min(1, north + Math.cos(fromPhi) * Math.cos(toPhi) * east);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(share));
}

function isMet(trigger: DiscoveryTrigger, { discoveryLocation, code }: Discoverable): boolean {
  switch (trigger.kind) {
    case "place": {
      // A position whose error may exceed the whole circle does not show that the user is inside it.
      const isVague = (trigger.accuracyM ?? 0) > discoveryLocation.radius;
      return !isVague && metresBetween(trigger, discoveryLocation) <= discoveryLocation.radius;
    }
    case "tag":
    case "qr":
      return code !== null && code === trigger.code;
    case "daily-thoughts":
      return trigger.days >= ENOUGH_DAYS;
  }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
