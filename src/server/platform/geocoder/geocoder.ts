import type { AddressSuggestion } from "#shared/features/places/contract.ts";

/** Finds addresses anywhere, outside this server. */
export interface Geocoder {
  /** Names provider and countries: answers of one are not answers of another. */
  readonly id: string;
  /** Whether it may be asked while a person types; else only when they press Enter. */
  readonly mayTypeAhead: boolean;
  /** Least time between two calls of the whole server, in milliseconds. */
  readonly pauseMs: number;
  /** Must be shown with its answers. */
  readonly attribution: { text: string; url: string };
  /** @throws AppError `upstream-failed`, `unavailable` */
  search(question: string): Promise<AddressSuggestion[]>;
}

export interface GeocoderSettings {
  kind: "photon" | "nominatim";
  /** Without a slash at its end. */
  baseUrl: string;
  /** ISO 3166 codes in small letters; none means everywhere. */
  countries: readonly string[];
  /** Who is asking: product, version and how to reach its operator. */
  userAgent: string;
}

/** Both serve OpenStreetMap's data, which asks for this line. */
export const openStreetMap = {
  text: "© OpenStreetMap contributors",
  url: "https://www.openstreetmap.org/copyright",
} as const;
