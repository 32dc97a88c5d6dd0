type Size = { bound: "" | ">" | "<"; value: number; unit: string };

/** The base unit of each unit, with the factor. */
const units: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  kw: ["w", 1_000],
  w: ["w", 1],
  watt: ["w", 1],
  watts: ["w", 1],
  l: ["l", 1],
  litre: ["l", 1],
  litres: ["l", 1],
  liter: ["l", 1],
  liters: ["l", 1],
  person: ["people", 1],
  persons: ["people", 1],
  people: ["people", 1],
  metre: ["m", 1],
  metres: ["m", 1],
};

/** Whether two sizes match: "2 kW" equals "2000 W" and, since it is enough, ">=2kW"; ">2 kW" is more than that. */
export function sizeFits(expected: string, actual: string): boolean {
  const [one, other] = [readSize(expected), readSize(actual)];
  if (one === null || other === null) return false;
  const isSame = one.unit === other.unit && Math.abs(one.value - other.value) <= one.value / 100;
  return isSame && (one.bound === other.bound || (one.bound === "" && other.bound === ">"));
}

/** Null for text that is not a size. */
export function readSize(text: string): Size | null {
  const match = /^([<>]?)=?\s*(\d+(?:\.\d+)?)\s*(\p{L}+\d?)$/u.exec(text.trim().toLowerCase());
  if (match === null) return null;
  const [unit, factor] = units[match[3] ?? ""] ?? [match[3] ?? "", 1];
  const bound = match[1] === ">" || match[1] === "<" ? match[1] : "";
  return { bound, value: Number(match[2]) * factor, unit };
}
