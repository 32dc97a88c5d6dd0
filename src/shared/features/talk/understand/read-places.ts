import { findAddress } from "#shared/features/map/address/find-address.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import { blank } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { PlaceRef } from "./intent.ts";
import type { Span } from "./learned/spans-of-message.ts";
import { serviceNamed } from "./services.ts";
import { subjectOf } from "./subject.ts";

/** Role of a place in a message: items should be near it, a route begins or ends there, or the question is about it. */
export type PlaceRole = "near" | "from" | "to" | "at";

export interface ReadPlace {
  role: PlaceRole;
  place: PlaceRef;
}

interface MarkedPlaces {
  /** In the order of their numbers. */
  addresses: PlaceRef[];
  /** The text with a sign for each address: a private-use character, followed by the number as another one. */
  text: string;
}

const MARK = "\uE000";
const MOST_PLACES = 4;
const landmarks: readonly (readonly [RegExp, () => PlaceRef])[] = [
  [/\b(?:the )?temple\b/i, () => landmark("temple")],
  [/\b(?:the man(?! (?:who|with|that))|man base|(?<=\b(?:to|from|near) )man)\b/i, () => landmark("man")],
];
const ME =
  /^(?:me|us|here|i am|we are|where (?:i am|we are|i stand)|right here|(?:my|our|this) (?:position|location|spot|current location)|this place)$/;
const HOME =
  /^(?:(?:back |there )?home|where (?:i|we) (?:camp|live|sleep|stay)|(?:(?:my|our) (?:own )?)(?:camp|tent|home|place|yurt|van|bed|bus|rv|hut|caravan|campsite)|camp|bed)$/;
/** References to something mentioned before; they are resolved elsewhere. */
const SPOKEN =
  /^(?:there|that|this|it|them|they|him|her|that (?:one|place|camp)|the (?:first|second|third|last|other)(?: one)?|(?:first|second|third|last|other) one)$/;
const NEARBY = /\b(?:near ?by|close by|around (?:here|me|us)|around the corner|near me|near us|near here)\b/;

function landmark(which: "man" | "temple"): PlaceRef {
  return {
    kind: "address",
    address: { ...blank("landmark"), landmark: which, frontage: "landmark" },
    words: which === "man" ? "The Man" : "The Temple",
  };
}

/** Finds the addresses and landmarks in a message and replaces each by a sign. */
export function markPlaces(city: City, message: string): MarkedPlaces {
  const addresses: PlaceRef[] = [];
  let text = clarifyAddresses(message);
  while (addresses.length < MOST_PLACES) {
    const found = findAddress(city, text);
    if (found === null) break;
    addresses.push({ kind: "address", address: found.address, words: text.slice(found.start, found.end) });
    text = marked(text, found.start, found.end, addresses.length - 1);
  }
  for (const [words, place] of landmarks) {
    const found = words.exec(text);
    if (found === null || addresses.length >= MOST_PLACES) continue;
    text = marked(text, found.index, found.index + found[0].length, addresses.length);
    addresses.push(place());
  }
  return { addresses, text };
}

/** The places in a message with their roles: its addresses, "here" and "home", and places named in words. */
export function placesIn(spans: readonly Span[], addresses: readonly PlaceRef[], text: string): ReadPlace[] {
  const places: ReadPlace[] = [];
  const used = new Set<number>();
  for (const { name, tokens } of spans) {
    if (name !== "near" && name !== "from" && name !== "to" && name !== "at") continue;
    const sign = tokens.find(({ place }) => place !== null)?.place ?? null;
    if (sign !== null) used.add(sign);
    const words = tokens.map(({ word }) => word).join(" ");
    const place = sign === null ? placeInWords(words) : (addresses[sign] ?? null);
    if (place !== null) places.push({ role: roleBefore(text, words) ?? name, place });
  }
  // An address outside all slots still counts.
  for (const [index, place] of addresses.entries()) if (!used.has(index)) places.push({ role: "at", place });
  for (const [, role = "to"] of text.matchAll(OWN_HOME))
    if (places.every(({ place }) => place.kind !== "home"))
      places.push({ role: role === "from" || role === "since" ? "from" : "to", place: { kind: "home" } });
  if (NEARBY.test(text) && places.every(({ place }) => place.kind !== "me"))
    places.push({ role: "near", place: { kind: "me" } });
  return places;
}

const OWN_HOME = /\b(from|since|to|until) (?:my|our) (?:own )?(?:camp|tent|home|place|bed|yurt|van)\b/g;
const FROM = /\b(?:from|since)(?: the| where)?\s*$/;
const TO = /\b(?:to|until|till|towards)(?: the)?\s*$/;

/** The role of a place, given by the preposition in front of it; null without one. */
function roleBefore(text: string, words: string): PlaceRole | null {
  const before = text.slice(0, Math.max(0, text.indexOf(words)));
  return FROM.test(before) ? "from" : TO.test(before) ? "to" : null;
}

function placeInWords(words: string): PlaceRef | null {
  const bare = words.replace(/^(?:the|to|at|from|near|a)\s+(?=\S)/, "");
  if (ME.test(bare)) return { kind: "me" };
  if (HOME.test(bare)) return { kind: "home" };
  if (SPOKEN.test(words)) return null;
  return namedPlace(subjectOf(words));
}

/** The place of a name: the nearest service it names, otherwise a camp or thing; null for an empty name. */
export function namedPlace(name: string): PlaceRef | null {
  const service = serviceNamed(name);
  if (service !== null) return { kind: "service", service, from: null };
  return name === "" ? null : { kind: "named", name };
}

function marked(text: string, start: number, end: number, index: number): string {
  return `${text.slice(0, start)}${MARK}${String.fromCharCode(0xe001 + index)}${text.slice(end)}`;
}
