import { isFields } from "#shared/json-fields.ts";
import { jsonValues, parseLoosely } from "#shared/json-in-text.ts";
import { callableAbilities, type CallableAbility, isCallable } from "./abilities.ts";

/** A model may encode its arguments as a text within the text. */
const MOST_ENCODINGS = 2;

/**
 * The arguments of a model's call. Accepts what models send beside plain JSON: JSON encoded as a text, words or a fence around one object,
 * the faults that `parseLoosely` repairs. Empty text and `null` mean no arguments.
 * @returns undefined when the text contains no JSON, or several objects
 */
export function readArguments(text: string): unknown {
  let value: unknown = text;
  for (let encoded = 0; encoded <= MOST_ENCODINGS && typeof value === "string"; encoded += 1)
    value = valueIn(value);
  return typeof value === "string" ? undefined : value;
}

function valueIn(text: string): unknown {
  const whole = text.trim() === "" ? {} : parseLoosely(text);
  if (whole !== undefined) return whole ?? {};
  const [only, another] = jsonValues(text).filter(({ value }) => isFields(value));
  return another === undefined ? only?.value : undefined;
}

/** Longest name that is read, in characters. */
const MAX_NAME = 100;
/** Words that models and their servers write before a tool's name. */
const PREFIXES: ReadonlySet<string> = new Set(
  "functions function default api looby tools tool mcp".split(" "),
);
const byFoldedName = new Map(callableAbilities.map((name) => [name.replaceAll("-", ""), name]));

/**
 * The ability with this name, as models write it: `whats_on`, `whatsOn`, `functions.find`, `find<|channel|>commentary`, `find()`. An exact
 * name takes precedence.
 * @returns null for an unknown name
 */
export function abilityOfName(name: string): CallableAbility | null {
  if (isCallable(name)) return name;
  const [bare = ""] = name.slice(0, MAX_NAME).split(/[<(]/);
  const words = bare
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  const first = words.findIndex((word) => !PREFIXES.has(word));
  return first === -1 ? null : (byFoldedName.get(words.slice(first).join("")) ?? null);
}
