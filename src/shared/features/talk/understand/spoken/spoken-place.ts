import { parseAddress } from "#shared/features/map/address/address.ts";
import { serviceKinds } from "#shared/features/map/city/city.ts";
import type { Intent, PlaceRef, Shown, TalkState } from "../intent.ts";
import { placeIn, type Reading } from "../read-message.ts";
import { namedPlace } from "../read-places.ts";

/** The place a need was about, which "there" refers to afterwards. */
export function placeSpokenOf({ ability, from, to, near, topic }: Intent): PlaceRef | null {
  if (ability === "directions" || ability === "distance") return to;
  // "Remember we meet at 3:00 B Plaza": the place of the note
  if (ability === "at-address" || ability === "remember") return near;
  if (ability === "about") return placeOfTopic(topic);
  if (ability !== "nearest" && ability !== "medical-first") return null;
  const service = ability === "nearest" ? serviceKinds.find((kind) => kind === topic) : "medical";
  return service === undefined ? null : { kind: "service", service, from };
}

/** The place that a section of the guide is about, if any. */
function placeOfTopic(topic: string | null): PlaceRef | null {
  const service = serviceKinds.find((kind) => topic === kind || topic === `${kind}s`);
  if (service !== undefined) return { kind: "service", service, from: null };
  const names = {
    temple: "The Temple",
    man: "The Man",
    "centre-camp": "Center Camp Plaza",
    airport: "Airport Road",
    gate: "Gate Road",
  }[topic ?? ""];
  return names === undefined ? null : { kind: "address", address: parseAddress(names), words: names };
}

/** The last two places mentioned, or after a search its first two results. */
export function twoPlaces({
  intent,
  shown: [first, second],
  place,
  placeBefore,
}: TalkState): [PlaceRef, PlaceRef] | null {
  const spoken: [PlaceRef, PlaceRef] | null =
    place === null || placeBefore === null ? null : [placeBefore, place];
  const listed: [PlaceRef, PlaceRef] | null =
    first === undefined || second === undefined
      ? null
      : [
          { kind: "shown", shown: first },
          { kind: "shown", shown: second },
        ];
  return intent?.ability === "find" ? (listed ?? spoken) : (spoken ?? listed);
}

/** Earlier places in the conversation, for resolving the places of a need. */
interface Before extends Pick<Intent, "near" | "from"> {
  place: PlaceRef | null;
  /** The thing or camp the talk is about. */
  shown: PlaceRef | null;
  last: Intent | null;
  /** The two places in "how far are they apart". */
  two: [PlaceRef, PlaceRef] | null;
}

export function placesOf(
  reading: Reading,
  ability: Intent["ability"],
  before: Before,
  item: Shown | null,
): Pick<Intent, "near" | "from" | "to"> {
  const none = { near: null, from: null, to: null };
  if (ability === "directions" || ability === "distance")
    return { near: null, ...wayOf(reading, before, item) };
  if (ability === "nearest" || ability === "medical-first") {
    const near = NEAR_IT.test(reading.wholeText) ? (before.shown ?? before.place) : null;
    const there = THERE.test(reading.wholeText) ? before.place : near;
    const from = placeIn(reading, "from", "near", "to", "at") ?? there;
    return { ...none, from: from ?? before.from ?? before.near ?? { kind: "me" } };
  }
  // "Is it open now?", about the ice just mentioned
  if (ability === "details" && before.place?.kind === "service" && OPEN.test(reading.wholeText))
    return { ...none, near: before.place };
  if (ability === "at-address")
    return { ...none, near: placeIn(reading, "at", "near", "to", "from") ?? spokenAddress(reading, before) };
  const there = THERE.test(reading.wholeText) ? before.place : null;
  if (ANYWHERE.test(reading.wholeText)) return none;
  return { ...none, near: placeIn(reading, "near", "at", "from", "to") ?? there ?? before.near };
}

/** Words that discard the earlier place. */
const ANYWHERE =
  /\b(?:anywhere|wherever|(?:does not|do not|doesnt|dont) (?:matter|care|mind) where|no matter where)\b/;

/** "There" as a place, not as in "is there". */
const THERE = /(?<!\b(?:is|are|was|were) )\bthere\b(?! (?:is|are)\b)/;

/** "A toilet near it", "close to them" */
const NEAR_IT =
  /\b(?:near|close|closest|nearest|next|by|from|around|round) (?:to )?(?:it|them|that (?:camp|place|one|thing)|this camp|him|her|theirs)\b/;
const FROM_THERE = /\bfrom there\b/;
const AFTER_IT = /^(?:(?:and|ok) )*(?:after(?:wards| that)?|(?:and|from there) then) to\b/;
const APART = /\b(?:apart|from each other|between (?:them|the two|those))\b/;
/** Words about the hours of a place. */
export const OPEN = /\b(?:open|opens|closed?|closes|hours|until|till|til|how late)\b/;

function spokenAddress({ wholeText, what }: Reading, { place }: Before): PlaceRef {
  if (place !== null && /\b(?:that|same|this) (?:corner|place|spot|street|address)\b/.test(wholeText))
    return place;
  if (/\b(?:here|this)\b/.test(wholeText)) return { kind: "me" };
  return namedPlace(what) ?? place ?? { kind: "me" };
}

/** Start and end of a route: as stated, otherwise from the earlier route. */
function wayOf(
  reading: Reading,
  { place, last, two }: Before,
  item: Shown | null,
): Pick<Intent, "from" | "to"> {
  const isWay = last?.ability === "directions" || last?.ability === "distance";
  const isFromService = last?.ability === "nearest" || last?.ability === "medical-first";
  if (reading.isUserAt && last !== null)
    return { from: placeIn(reading, "at", "near", "to", "from"), to: last.to };
  if (last !== null && /\bother way (?:round|around)\b/.test(reading.wholeText))
    return { from: last.to, to: last.from };
  if (two !== null && APART.test(reading.wholeText)) return { from: two[0], to: two[1] };
  const [first, second] = reading.places.filter(({ role }) => role !== "near");
  const isPair = first?.role === "at" && second?.role === "to";
  let to =
    placeIn(reading, "to") ?? (isPair ? null : placeIn(reading, "at", "near")) ?? namedPlace(reading.what);
  let from = isPair ? first.place : placeIn(reading, "from");
  // "How far am I from home": the only place named is the destination.
  if (
    to === null &&
    from !== null &&
    from.kind !== "me" &&
    !THERE.test(reading.wholeText) &&
    (/\bfar (?:am i|are we) from\b/.test(reading.wholeText) || (place === null && item === null && !isWay))
  )
    [to, from] = [from, { kind: "me" }];
  const shown: PlaceRef | null = item === null ? null : { kind: "shown", shown: item };
  const spoken = reading.ordinal === null ? (place ?? shown) : shown;
  // "And back?", "And back home?"
  if (from === null && isWay && /\bback\b/.test(reading.wholeText)) {
    from = last.to;
    to ??= last.from;
  }
  // "And from there to the Temple?", "from there home", "and after that to the Temple"
  if (FROM_THERE.test(reading.wholeText) || (isWay && AFTER_IT.test(reading.wholeText))) {
    to ??= from;
    from = isWay ? last.to : spoken;
  }
  if (to?.kind === "me" && (from === null || from.kind === "me")) to = null;
  const start = from ?? (isWay || isFromService ? last.from : null) ?? { kind: "me" };
  const end = to ?? (isWay ? last.to : null) ?? spoken;
  // "From our camp to the medical tent at Centre Camp", otherwise the one nearest to the start
  const beside =
    end?.kind === "service" && end.from === null ? (placeIn(reading, "at", "near") ?? start) : null;
  return { from: start, to: end?.kind === "service" && beside !== null ? { ...end, from: beside } : end };
}
