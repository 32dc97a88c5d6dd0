import type { AddressSuggestion } from "#shared/features/places/contract.ts";

/** Finds addresses anywhere, by an external service. */
export interface Geocoder {
  /** Identifies provider and countries. Results of one id are not valid for another. */
  readonly id: string;
  /** Whether it may be called while the user types, or only when they press Enter. */
  readonly mayTypeAhead: boolean;
  /** Minimum time between two calls of the whole server, in milliseconds. */
  readonly pauseMs: number;
  /** Must be shown with the results. */
  readonly attribution: { text: string; url: string };
  /** @throws AppError `upstream-failed`, `unavailable` */
  search(question: string): Promise<AddressSuggestion[]>;
}

export interface GeocoderSettings {
  kind: "photon" | "nominatim";
  /** Without a trailing slash. */
  baseUrl: string;
  /** ISO 3166 codes in lower case. Empty means everywhere. */
  countries: readonly string[];
  /** Identifies the client: product, version and how to reach its operator. */
  userAgent: string;
}

/** Both providers serve OpenStreetMap data, which requires this attribution. */
export const openStreetMap = {
  text: "© OpenStreetMap contributors",
  url: "https://www.openstreetmap.org/copyright",
} as const;
