import { splitReference } from "./places.ts";

/** An answer as the user sees it: its whole text, and the references of the cards and citations it shows. */
export type Answer = { text: string; refs: readonly string[] };

/**
 * Whether an answer contains a piece that a talk expects. A reference must be shown or cited, `~450 m` is a length within rounding,
 * anything else is text. `|` separates alternatives.
 */
export function holds(answer: Answer, piece: string): boolean {
  return piece.split("|").some((one) => holdsOne(answer, one.trim()));
}

function holdsOne({ text, refs }: Answer, piece: string): boolean {
  if (splitReference(piece)[0] !== null) return refs.includes(piece);
  const metres = lengthIn(piece);
  if (metres !== null) return lengthsOf(text).some((length) => isLike(length, metres));
  return plain(text).includes(plain(piece));
}

/** Meters of a piece such as `~450 m` or `~1.2 km`; null for any other. */
export function lengthIn(piece: string): number | null {
  return piece.startsWith("~") ? (lengthsOf(piece.slice(1))[0] ?? null) : null;
}

/** Whether a stated length matches the expected one: within a tenth, or 25 m if that is more. */
export function isLike(answered: number, metres: number): boolean {
  return Math.abs(answered - metres) <= Math.max(25, metres / 10);
}

function lengthsOf(text: string): number[] {
  const found = text.matchAll(/(\d+(?:[.,]\d+)?)\s?(km|m|met(?:re|er)s?|kilomet(?:re|er)s?)\b/gi);
  return Array.from(
    found,
    ([, number = "", unit = ""]) => Number(number.replace(",", ".")) * (/^k/i.test(unit) ? 1_000 : 1),
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/\s+/g, " ");
}
