import { specCity } from "#shared/features/map/city/city.ts";
import { directions } from "#shared/features/map/view/directions.ts";
import { isLike, lengthIn } from "./answer-fits.ts";
import { pointOf, splitReference } from "./places.ts";
import { readSize } from "./size-fits.ts";
import { type Expectation, expectationsOf, type Situation, type Talk } from "./talk-format.ts";
import { readTime, type Time } from "./time-fits.ts";
import { wordsFit } from "./words-fit.ts";
import type { World } from "./world.ts";

type Resource = World["resources"][number];
type Case = { world: World; situation: Situation; expected: Expectation };

/** Expectations of a talk that are not true of the world, as sentences. */
export function truthProblems(world: World, talk: Talk): string[] {
  const situation = talk.situation ?? {};
  return talk.turns.flatMap((turn) =>
    expectationsOf(turn)
      .flatMap((expected) => {
        const each = { world, situation, expected };
        return [
          ...wrongLengths(each),
          ...wrongNearest(each),
          ...wrongFreedom(each),
          ...wrongFinds(each),
          ...wrongOrder(each),
          ...wrongEvents(each),
          ...wrongDays(each, turn.say),
          ...wrongCards(each),
        ];
      })
      .map((problem) => `${talk.id}, "${turn.say}": ${problem}`),
  );
}

/** An expected route must be as long as the map's own, from each alternative to each. */
function wrongLengths({ world, situation, expected }: Case): string[] {
  if (expected.ability !== "directions" && expected.ability !== "distance") return [];
  const { from, to } = expected.slots;
  const stated = expected.contains.flatMap((piece) => piece.split("|").flatMap((one) => lengthIn(one) ?? []));
  const lengths = alternatives(from).flatMap((start) =>
    alternatives(to).flatMap((end) => wayBetween(world, situation, start, end) ?? []),
  );
  return stated
    .filter((metres) => !lengths.some((length) => isLike(length, metres)))
    .map((metres) => `${metres} m is not the way, which is ${lengths.map(Math.round).join(" or ")}`);
}

function wayBetween(world: World, situation: Situation, from: string, to: string): number | null {
  const [start, end] = [pointOf(world, situation, from), pointOf(world, situation, to)];
  return start && end && directions(specCity, start, end).metres;
}

/** The nearest service of its kind, in a straight line and on foot: a talk may only ask when both agree. */
function wrongNearest({ world, situation, expected }: Case): string[] {
  const { ability, slots } = expected;
  if (ability !== "nearest" && ability !== "medical-first") return [];
  const named = [...alternatives(slots["to"]), ...expected.contains.flatMap((piece) => piece.split("|"))];
  const services = named.filter((ref) => ref.startsWith("service:"));
  const from = pointOf(world, situation, alternatives(slots["from"])[0] ?? "");
  if (from === null) return [];
  return services.flatMap((ref) => {
    const chosen = world.services.find((service) => `service:${service.id}` === ref);
    const others = world.services.filter((other) => other.kind === chosen?.kind && other !== chosen);
    const at = (service: { address: string } | undefined) =>
      service === undefined ? null : pointOf(world, situation, service.address);
    const metres = (service: { address: string } | undefined) => {
      const place = at(service);
      return place === null
        ? [Infinity, Infinity]
        : [Math.hypot(place.x - from.x, place.y - from.y), directions(specCity, from, place).metres];
    };
    const [straight = 0, way = 0] = metres(chosen);
    const nearer = others.filter((other) => metres(other).some((far, i) => far < (i === 0 ? straight : way)));
    return nearer.map((other) => `${other.id} is nearer than ${ref}`);
  });
}

/** An item described as free must have no booking on those days, and an item described as taken must have a booking. */
function wrongFreedom({ world, situation, expected }: Case): string[] {
  const { ability, slots, contains } = expected;
  if (ability !== "availability") return [];
  const time = readTime(alternatives(slots["days"])[0] ?? "", situation.now ?? world.festival.now);
  const resource = resourceOf(world, alternatives(slots["item"])[0] ?? "");
  if (time === null || resource === undefined) return [];
  const isExpected = (word: string) => contains.some((piece) => piece.split("|").includes(word));
  const isOpen = isFree(world, resource, time);
  if (isExpected("free") && !isOpen) return [`${resource.id} is taken then`];
  return isExpected("taken") && isOpen ? [`${resource.id} is free then`] : [];
}

/** Items found for certain days must be free then and have the requested size. */
function wrongFinds({ world, situation, expected }: Case): string[] {
  const { ability, slots, contains } = expected;
  if (ability !== "find" && ability !== "borrow") return [];
  const now = situation.now ?? world.festival.now;
  const time = readTime(alternatives(slots["when"] ?? slots["days"])[0] ?? "", now);
  const size = readSize(alternatives(slots["size"])[0] ?? "");
  const isToBeTaken = contains.some((piece) => piece.includes("taken|") || piece.includes("yours|"));
  return contains
    .flatMap((piece) => piece.split("|"))
    .flatMap((ref) => {
      const resource = resourceOf(world, ref);
      if (resource === undefined) return [];
      const isTaken = time !== null && !isToBeTaken && !isFree(world, resource, time);
      return [
        ...(isTaken ? [`${ref} is not free then`] : []),
        ...(size !== null && !isLargeEnough(resource, size) ? [`${ref} has another size`] : []),
      ];
    });
}

/** An item described as the nearest or biggest must be that among all library items of that name. */
function wrongOrder({ world, situation, expected }: Case): string[] {
  const { ability, slots, contains } = expected;
  const from = pointOf(world, situation, alternatives(slots["near"])[0] ?? "me");
  const order = slots["order"];
  const best = (contains[0] ?? "").split("|").flatMap((ref) => resourceOf(world, ref) ?? []);
  if (ability !== "find" || typeof order !== "string" || from === null || best.length === 0) return [];
  const score = (resource: Resource) => {
    const place = pointOf(world, situation, resource.address);
    if (order !== "nearest") return (order === "biggest" ? -1 : 1) * (resource.amount?.value ?? Number.NaN);
    return place === null ? Infinity : Math.hypot(place.x - from.x, place.y - from.y);
  };
  const named = world.resources.filter((each) =>
    alternatives(slots["what"]).some((what) => wordsFit(what, each.title)),
  );
  const least = Math.min(...best.map(score));
  return named
    .filter((other) => other.availability === "available" && score(other) < least)
    .map((other) => `${other.id} is more ${order}`);
}

function isLargeEnough({ amount }: Resource, size: NonNullable<ReturnType<typeof readSize>>): boolean {
  const resourceSize = amount && readSize(`${amount.value} ${amount.unit}`);
  // "Forty people", asked of chairs, means forty chairs.
  if (!resourceSize || resourceSize.unit !== size.unit) return true;
  if (size.bound === ">") return resourceSize.value > size.value;
  return size.bound === "<" ? resourceSize.value < size.value : resourceSize.value >= size.value;
}

/** Events in an answer must take place at the requested time. */
function wrongEvents({ world, situation, expected }: Case): string[] {
  if (expected.ability !== "whats-on") return [];
  const now = situation.now ?? world.festival.now;
  const times = alternatives(expected.slots["when"]).flatMap((when) => readTime(when, now) ?? []);
  return expected.contains
    .flatMap((piece) => piece.split("|"))
    .flatMap((ref) => {
      const [kind, id] = splitReference(ref);
      const event = kind === "event" ? world.events.find((each) => each.id === id) : undefined;
      if (event === undefined) return [];
      return times.some((time) => isOnAt(event, time)) ? [] : [`${ref} is not on then`];
    });
}

const hours = { morning: [5, 12], afternoon: [12, 18], evening: [17, 30], night: [17, 30] } as const;

function isOnAt(event: { start: string; end: string }, time: Time): boolean {
  const start = minutesSince(time.first, event.start);
  const end = minutesSince(time.first, event.end);
  const days = (Date.parse(time.last) - Date.parse(time.first)) / 86_400_000 + 1;
  if (time.minutes !== null) return start <= time.minutes + 60 && end > time.minutes;
  const [from, to] = time.part === null ? [0, days * 24 + 6] : hours[time.part];
  return start < to * 60 && end > from * 60;
}

/** In wall-clock time: both are in the festival's zone. */
function minutesSince(day: string, moment: string): number {
  return (Date.parse(`${moment.slice(0, 16)}Z`) - Date.parse(`${day}T00:00Z`)) / 60_000;
}

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** Days must be days of the festival, not before today, and match those named in the message. */
function wrongDays({ world, situation, expected }: Case, message: string): string[] {
  const now = situation.now ?? world.festival.now;
  const today = now.slice(0, 10);
  const times = alternatives(expected.slots["when"] ?? expected.slots["days"]).flatMap(
    (when) => readTime(when, now) ?? [],
  );
  const early = times.filter((time) => time.first < today).map((time) => `${time.first} is over`);
  if (times.length === 0) return early;
  const meantWords = message.toLowerCase().replaceAll(/\bnot (?:until |till |on )?[a-z0-9]+/g, "");
  const named = daysNamed(meantWords, today);
  const meant = times.flatMap((time) => [time.first, time.last]);
  return [
    ...early,
    ...named.filter((day) => !meant.includes(day)).map((day) => `${day} is named, not ${meant.join(", ")}`),
  ];
}

function daysNamed(message: string, today: string): string[] {
  const after = (count: number) =>
    new Date(Date.parse(`${today}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
  const ahead = weekdays.flatMap((name, index) => {
    const isNamed = new RegExp(String.raw`\b${name}(?:s|r|nes|urs|ur)?(?:day)?\b`).test(message);
    return isNamed ? [after((index - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7)] : [];
  });
  const isTomorrow = /\b(?:tomorr?ow|tmrw|tomoz|2morrow)\b/.test(message) && !/after tomorrow/.test(message);
  const isToday = /\b(?:tonight|tonite|today|right now|rn)\b/.test(message);
  return [...ahead, ...(isTomorrow ? [after(1)] : []), ...(isToday ? [today] : [])];
}

/** The card must be expected where it is required, and must not be expected and forbidden at once. */
function wrongCards({ expected: { ability, helpCard } }: Case): string[] {
  const needsCard = ability === "help-card";
  return needsCard && helpCard !== true ? ["a help card is not shown"] : [];
}

function resourceOf(world: World, ref: string): Resource | undefined {
  return world.resources.find((resource) => `resource:${resource.id}` === ref);
}

function isFree(world: World, resource: Resource, time: Time): boolean {
  const taken = world.loans.filter(
    (loan) =>
      loan.resourceId === resource.id &&
      (loan.state === "approved" || loan.state === "handed-over") &&
      loan.first <= time.last &&
      time.first <= loan.last,
  );
  return resource.availability === "available" && taken.length === 0;
}

function alternatives(value: Expectation["slots"][string] | undefined): string[] {
  return typeof value === "string" ? value.split("|") : [];
}
