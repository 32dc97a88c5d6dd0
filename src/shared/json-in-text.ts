import { parseStorable } from "./storable-text.ts";

export interface JsonValue {
  start: number;
  /** Behind its last character. */
  end: number;
  text: string;
  value: unknown;
}

/** Brackets tried that begin no JSON. */
const MOST_TRIES = 100;

/** The objects and lists in a text that are JSON, outermost only. */
export function jsonValues(text: string): JsonValue[] {
  const values: JsonValue[] = [];
  let tries = 0;
  for (let at = 0; at < text.length && tries < MOST_TRIES; at += 1) {
    if (text[at] !== "{" && text[at] !== "[") continue;
    tries += 1;
    const end = endOfJson(text, at);
    const json = text.slice(at, end ?? at);
    const value = parseLoosely(json);
    if (end === null || value === undefined) continue;
    values.push({ start: at, end, text: json, value });
    at = end - 1;
  }
  return values;
}

/** The place behind the bracket that closes the one at `start`; null when none does. */
export function endOfJson(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

const OF_PYTHON: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };

/**
 * JSON as models write it: with a comma too many, a line end in a text, single quotes and words of Python, or no quotes around its keys.
 * Undefined: it is none.
 */
export function parseLoosely(json: string): unknown {
  const plain = json.replaceAll(/,(\s*[}\]])/g, "$1").replaceAll("\n", " ");
  const variants = [
    json,
    plain,
    plain.replaceAll("'", '"').replaceAll(/\b(?:True|False|None)\b/g, (word) => OF_PYTHON[word] ?? word),
    plain.replaceAll(/([{,]\s*)([\w-]+)\s*:/g, '$1"$2":'),
  ];
  for (const variant of variants)
    try {
      return parseStorable(variant);
    } catch {
      continue;
    }
  return undefined;
}
