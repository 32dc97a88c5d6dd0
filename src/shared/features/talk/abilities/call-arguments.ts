import { parseStorable } from "#shared/storable-text.ts";
import { callableAbilities, type CallableAbility, isCallable } from "./abilities.ts";

/** A model may encode its arguments as a text within the text. */
const MOST_ENCODINGS = 2;

/**
 * The arguments of a model's call, in time linear in their length. Accepts what models send beside plain JSON: JSON encoded as a text, a
 * fence or words around the object, one comma before its end. Empty text and `null` mean no arguments.
 * @returns undefined when the text contains no JSON
 */
export function readArguments(text: string): unknown {
  let value: unknown = text;
  for (let encoded = 0; encoded <= MOST_ENCODINGS && typeof value === "string"; encoded += 1)
    value = value.trim() === "" ? {} : (parse(value) ?? parse(objectIn(value)));
  if (value === null) return {};
  return typeof value === "string" ? undefined : value;
}

/** From the first brace to the last, without a comma before the end. */
function objectIn(text: string): string {
  return text.slice(Math.max(0, text.indexOf("{")), text.lastIndexOf("}") + 1).replace(/,(?=[\s}\]]*$)/, "");
}

/** Undefined for invalid JSON; `null` as no fields. */
function parse(text: string): unknown {
  try {
    return parseStorable(text) ?? {};
  } catch {
    return undefined;
  }
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
