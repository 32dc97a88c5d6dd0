import type { City, StreetRef } from "../city/city.ts";
import { findStreet } from "../city/city.ts";
import { type FeatureKind, featureKinds, type Term, type Token, tokenizeLocation } from "./address-terms.ts";

/** `radial` and `annular` are a whole street, as in "near 7:30"; only `findAddress` returns them. */
export const addressKinds = [
  "none",
  "unknown",
  "intersection",
  "radial",
  "annular",
  "polar",
  "village",
  ...featureKinds,
] as const;
type AddressKind = (typeof addressKinds)[number];

/** Kind of the first-named part of an address; a plot faces it. */
type Frontage =
  | "annular"
  | "radial"
  | "plaza"
  | "portal"
  | "cc"
  | "ring"
  | "inner"
  | "r66"
  | "air"
  | "gate"
  | "landmark"
  | "polar";

export type Address = {
  kind: AddressKind;
  street: StreetRef | null;
  /** On the city's clock. For plazas, Centre Camp, ring road and inner circle, on the place's own clock. */
  time: string | null;
  /** Position of the plaza or portal on the city's clock. */
  plazaTime: string | null;
  plazaStreet: StreetRef | null;
  frontage: Frontage | null;
  village?: string;
  landmark?: "man" | "temple";
  distanceFt?: number;
};

/** Longer texts are not location strings; the limit makes hostile input cheap to process. */
const maxLocationLength = 300;

/**
 * Parses a camp's location string: "E & 7:30", "7:30 @ Enchant", "7:30 G Plaza @ 4:30", "9:00 Portal & A", "w/in Sin City". Street names of
 * any year become letters. Never throws: an empty text, "&" and "None & None" are `none`; text that is not an address is `unknown`.
 */
export function parseAddress(text: string | null | undefined): Address {
  const trimmed = (text ?? "").trim();
  if (trimmed.length > maxLocationLength) return blank("unknown");
  const village = /^(?:w\s*\/\s*(?:in?)?|within|inside|part\s+of)\s+(.+)$/is.exec(trimmed)?.[1];
  if (village) return { ...blank("village"), village: village.trim() };

  const tokens = tokenizeLocation(trimmed);
  if (tokens.some((token) => token.type === "word")) return blank("unknown");
  const terms = termsOf(tokens);
  // Punctuation alone is no address: "-", "...", "&".
  const hasWords = tokens.some((token) => token.type === "filler" && /[a-z]/.test(token.text));
  if (terms.length === 0) return blank(hasWords ? "unknown" : "none");
  return assembleAddress(terms);
}

/** Assembles one address from its terms; `unknown` when they contradict each other or are incomplete. */
export function assembleAddress(terms: Term[]): Address {
  const streets = new Set(terms.flatMap((term) => (term.type === "street" ? [term.street] : [])));
  const times = new Set(terms.flatMap((term) => (term.type === "time" ? [term.time] : [])));
  const [street = null] = streets;
  const [time = null] = times;
  const feature = terms.find((term) => term.type === "feature");
  const distance = terms.find((term) => term.type === "distance");
  if (streets.size > 1 || times.size > 1) return blank("unknown");

  const address: Address = { ...blank("unknown"), street, time, frontage: frontageOf(terms) };
  if (feature) return withFeature(address, feature);
  if (distance && time && !street) {
    return { ...address, kind: "polar", frontage: "polar", distanceFt: distance.feet };
  }
  if (street && time && !distance) return { ...address, kind: "intersection" };
  return blank("unknown");
}

export function termsOf(tokens: Token[]): Term[] {
  return tokens.filter(
    (token) =>
      token.type === "time" ||
      token.type === "street" ||
      token.type === "distance" ||
      token.type === "feature",
  );
}

export function blank(kind: AddressKind): Address {
  return { kind, street: null, time: null, plazaTime: null, plazaStreet: null, frontage: null };
}

/**
 * An address as people say it, with the city's street names: "7:30 & Enchant", "7:30 G Plaza @ 4:30", "9:00 Portal & Agog". Null when there
 * is nothing to write. `parseAddress` is the inverse.
 */
export function formatAddress(city: City, address: Address): string | null {
  const street = address.street && (findStreet(city, address.street)?.name ?? address.street);
  const at = address.time === null ? "" : ` @ ${address.time}`;
  const and = street === null ? "" : ` & ${street}`;
  switch (address.kind) {
    case "intersection":
      return `${address.time} & ${street}`;
    case "radial":
      return address.time;
    case "annular":
      return street;
    case "polar":
      return `${address.time} ${address.distanceFt}', Open Playa`;
    case "plaza":
      return [address.plazaTime, address.plazaStreet, "Plaza"].filter(Boolean).join(" ") + at + and;
    case "portal":
      return [address.plazaTime, "Portal"].filter(Boolean).join(" ") + at + and;
    case "village":
      return `w/in ${address.village}`;
    case "landmark":
      return (address.landmark === "temple" ? "The Temple" : "The Man") + at + and;
    case "unknown":
    case "none":
      return null;
    case "centerCampPlaza":
    case "ringRoad":
    case "innerCircle":
    case "route66":
    case "airport":
    case "gate":
      return featureNames[address.kind] + at + and;
  }
}

/** A written address in the words of `formatAddress`; other text, and an inexact address ("near 7:30 & E"), is returned unchanged. */
export function writtenAddress(city: City, text: string): string {
  return (INEXACT.test(text) ? null : formatAddress(city, parseAddress(text))) ?? text;
}

const INEXACT = /\b(?:near|by|off|between|around|about|approx|approximately|ish|mid|midblock)\b/i;

const featureNames = {
  centerCampPlaza: "Center Camp Plaza",
  ringRoad: "Rod's Ring Road",
  innerCircle: "Inner Circle",
  route66: "Route 66",
  airport: "Airport Road",
  gate: "Gate Road",
} as const;

const featureFrontage = {
  plaza: "plaza",
  portal: "portal",
  centerCampPlaza: "cc",
  ringRoad: "ring",
  innerCircle: "inner",
  route66: "r66",
  airport: "air",
  gate: "gate",
  landmark: "landmark",
} as const satisfies Record<FeatureKind, Frontage>;

function withFeature(address: Address, feature: Extract<Term, { type: "feature" }>): Address {
  const { kind } = feature;
  if (kind === "landmark") {
    return { ...address, kind, landmark: feature.name.endsWith("temple") ? "temple" : "man" };
  }
  if (kind !== "plaza" && kind !== "portal") return { ...address, kind };
  // "Public Plaza & 9:00": the only time given is the plaza's position.
  const plazaTime = feature.time ?? address.time;
  const time = feature.time === null ? null : address.time;
  return { ...address, kind, time, plazaTime, plazaStreet: feature.street };
}

function frontageOf(terms: Term[]): Frontage | null {
  const first = terms[0];
  if (first?.type === "street") return "annular";
  if (first?.type === "time") return "radial";
  return first?.type === "feature" ? featureFrontage[first.kind] : null;
}
