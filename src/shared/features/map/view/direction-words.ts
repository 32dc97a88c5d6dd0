import { type City, findStreet } from "../city/city.ts";
import { formatClock } from "../city/clock.ts";
import type { Leg, Route } from "./directions.ts";
import { hoursOf, type LocalPoint, reverse, toGeo } from "../city/geometry.ts";

/** A change of heading below the first angle is straight ahead for a user on foot; above the second it is turning around. In degrees. */
const STRAIGHT_BELOW = 30;
const ROUND_ABOVE = 150;

/**
 * A route as sentences for reading or speech output, one per leg: where to turn, along which street, how far, up to where.
 * @param goal the destination's name, such as "Spoke Asylum"
 */
export function directionSentences(city: City, { legs }: Route, goal: string): string[] {
  if (legs.length === 0) return [`You are at ${goal}.`];
  return legs.map((leg, index) => {
    const before = legs[index - 1];
    const next = legs[index + 1];
    const turn = before === undefined ? null : turnBetween(before, leg);
    const end = next === undefined ? `${goal} is there.` : null;
    return [sentenceOf(city, leg, { turn, next, goal }), end].filter(Boolean).join(" ");
  });
}

/** "about 350 m", "1.2 km": no more precise than counting steps. */
export function roundMetres(metres: number): string {
  if (metres >= 1_000) return `${(metres / 1_000).toFixed(1)} km`;
  return `${metres < 100 ? Math.max(5, Math.round(metres / 5) * 5) : Math.round(metres / 10) * 10} m`;
}

interface Around {
  turn: "left" | "right" | "round" | "straight" | null;
  next: Leg | undefined;
  goal: string;
}

function sentenceOf(city: City, leg: Leg, { turn, next, goal }: Around): string {
  const far = roundMetres(leg.metres);
  const { way } = leg;
  switch (way.kind) {
    case "access":
      if (next === undefined)
        return turn === null ? `Walk ${far}.` : `${sideOf(turn)}, ${far} off the street:`;
      return `Walk ${far} to ${nameOf(next)}.`;
    case "open":
      return `${lead(turn, "Cross")} the open playa for ${far} towards ${
        next === undefined ? goal : addressOf(city, leg.to)
      }.`;
    case "radial": {
      const isOut = Math.hypot(leg.to.x, leg.to.y) > Math.hypot(leg.from.x, leg.from.y);
      const heading = isOut ? "away from the Man" : "towards the Man";
      return `${lead(turn, "Take", way.name)}, ${heading}, for ${far}${upTo(city, leg, next)}.`;
    }
    case "ring": {
      const isClockwise = ((hoursOf(leg.to) - hoursOf(leg.from) + 18) % 12) - 6 > 0;
      const heading = `with the Man on your ${isClockwise ? "right" : "left"}`;
      return `${lead(turn, "Take", way.name)}, ${heading}, for ${far}${upTo(city, leg, next)}.`;
    }
  }
}

/** "Turn left onto 7:30", "Take Delight" at the beginning, "Cross" when there is no street. */
function lead(turn: Around["turn"], verb: string, street?: string): string {
  if (street === undefined) return verb;
  switch (turn) {
    case "left":
    case "right":
      return `Turn ${turn} onto ${street}`;
    case "round":
      return `Turn round on ${street}`;
    case "straight":
      return `Go straight on along ${street}`;
    case null:
      return `${verb} ${street}`;
  }
}

function upTo(city: City, { to, way }: Leg, next: Leg | undefined): string {
  if (next === undefined) return "";
  if (next.way.kind === "ring" || next.way.kind === "radial") return `, up to ${next.way.name}`;
  if (next.way.kind === "open") return ", up to the open playa";
  if (way.kind === "ring") return `, as far as ${formatClock(hoursOf(to))}`;
  const { street } = reverse(city, toGeo(city, to));
  return street === null ? "" : `, as far as ${findStreet(city, street)?.name ?? street}`;
}

function sideOf(turn: Exclude<Around["turn"], null>): string {
  return turn === "left" || turn === "right" ? `On your ${turn}` : "Straight ahead";
}

function nameOf({ way }: Leg): string {
  switch (way.kind) {
    case "ring":
    case "radial":
      return way.name;
    case "open":
      return "the open playa";
    case "access":
      return "the street";
  }
}

function addressOf(city: City, point: LocalPoint): string {
  const { street, time } = reverse(city, toGeo(city, point));
  return street === null ? time : `${time} & ${findStreet(city, street)?.name ?? street}`;
}

function turnBetween(before: Leg, leg: Leg): Exclude<Around["turn"], null> {
  const change = headingOf(leg.path, 0) - headingOf(before.path, before.path.length - 2);
  const degrees = (((((change * 180) / Math.PI + 540) % 360) + 360) % 360) - 180;
  if (Math.abs(degrees) < STRAIGHT_BELOW) return "straight";
  if (Math.abs(degrees) > ROUND_ABOVE) return "round";
  return degrees > 0 ? "right" : "left";
}

/** Heading of the path segment that begins at `index`, in radians clockwise from 12:00. */
function headingOf(path: readonly LocalPoint[], index: number): number {
  const [from, to] = [path[index], path[index + 1]];
  return from === undefined || to === undefined ? 0 : Math.atan2(to.x - from.x, to.y - from.y);
}
