/** Something that may bring a person and a companion together. */
export type DiscoveryTrigger =
  /** Degrees, WGS 84. `accuracyM`: metres within which the position is true; undefined when the device does not say. */
  | { kind: "place"; latitude: number; longitude: number; accuracyM?: number | undefined }
  /** What is written on a companion's tag, or in its QR code. */
  | { kind: "tag" | "qr"; code: string }
  /** On how many days the person has written a daily thought. */
  | { kind: "daily-thoughts"; days: number };

/** Where a companion is found. */
export interface MeetingPlace {
  /** Degrees, WGS 84. */
  lat: number;
  lng: number;
  /** Metres. */
  radius: number;
}

export interface Discoverable {
  id: string;
  discoveryLocation: MeetingPlace;
  /** What its tag and its QR code say; null while it has none. */
  code: string | null;
}

/** A user who cannot come to the place (any more) has met everybody after so many days of daily thoughts. */
const ENOUGH_DAYS = 3;
const EARTH_RADIUS_M = 6_371_008.8;

/** Ids of the companions a trigger brings a person together with, known already or not. */
export function metBy(trigger: DiscoveryTrigger, companions: readonly Discoverable[]): string[] {
  return companions.filter((companion) => isMet(trigger, companion)).map(({ id }) => id);
}

/** Metres between two places in degrees, along a sphere. */
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
      // A position that may be off by more than the whole circle says nothing about being inside it.
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
