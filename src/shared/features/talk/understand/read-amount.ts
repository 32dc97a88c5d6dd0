/** A size or a number of people, in one unit per kind. */
export interface Amount {
  value: number;
  unit: "kW" | "l" | "people" | "m" | "kg" | "Ah";
}

/** Each spelling of a unit, with the unit it converts to and the factor. */
const units: readonly (readonly [spelling: string, unit: Amount["unit"], factor: number])[] = [
  ["kw|kilowatts?|kva", "kW", 1],
  ["w|watts?", "kW", 0.001],
  ["l|lit(?:er|re)s?", "l", 1],
  ["gal|gallons?", "l", 3.785],
  ["people|persons?|ppl|pax|guests?|heads?|seats?", "people", 1],
  ["m|met(?:er|re)s?", "m", 1],
  ["cm", "m", 0.01],
  ["ft|feet|foot|'", "m", 0.3048],
  ["kg|kilos?", "kg", 1],
  ["lbs?|pounds?", "kg", 0.4536],
  ["ah", "Ah", 1],
];

/** Not "one": "one person can carry it" is no size. */
export const numberWords = "two three four five six seven eight nine ten eleven twelve".split(" ");
const AMOUNT = new RegExp(
  String.raw`(?<![\d:.\p{L}])(\d{1,5}(?:[.,]\d{1,2})?|${numberWords.join("|")})[\s-]?(?:${units.map(([spelling]) => `(${spelling})`).join("|")})(?![\p{L}\p{N}])`,
  "giu",
);

/** Every size in a text: a question ("2kw", "for 40 people") or an entry's own text ("Honda 2.2 kW, 12 l tank"). */
export function amountsIn(text: string): (Amount & { start: number; end: number })[] {
  return [...text.matchAll(AMOUNT)].flatMap((found) => {
    const place = found.slice(2).findIndex((spelling) => spelling !== undefined);
    const unit = units[place];
    const number = numberOf(found[1] ?? "");
    if (unit === undefined || Number.isNaN(number)) return [];
    const value = Math.round(number * unit[2] * 1_000) / 1_000;
    return [{ value, unit: unit[1], start: found.index, end: found.index + found[0].length }];
  });
}

function numberOf(written: string): number {
  const place = numberWords.indexOf(written.toLowerCase());
  return place === -1 ? Number(written.replace(",", ".")) : place + 2;
}

/** "Tent for 2". */
const ROOM_FOR = new RegExp(
  String.raw`(?<=\b(?:tents?|domes?|tables?|rooms?|space|seats?|yurts?|canop(?:y|ies)) )for (\d{1,3}|${numberWords.join("|")})\b(?! (?:days?|nights?|hours?|weeks?|\d))`,
  "iu",
);

/** The number of people a room or tent should have space for, as "tent for 2 people"; the text itself without one. */
export function withPeople(text: string): string {
  return text.replace(ROOM_FOR, (whole) => `${whole} people`);
}

/** "2 kW", "40 people". */
export function amountInWords({ value, unit }: Amount): string {
  if (unit === "kW" && value < 1) return `${Math.round(value * 1_000)} W`;
  return `${value} ${unit}`;
}
