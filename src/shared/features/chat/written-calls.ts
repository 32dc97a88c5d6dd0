import { type Fields, isFields } from "#shared/json-fields.ts";
import { jsonValues, parseLoosely } from "#shared/json-in-text.ts";

/** A tool call that a model wrote as words. */
export interface WrittenCall {
  name: string;
  /** JSON, or what the model wrote in its place. */
  arguments: string;
}

/** Whether a text is a tool's name, also in a form that a model made of it. */
export type IsTool = (name: string) => boolean;

/**
 * The calls in a text that a model wrote in place of a tool call: JSON with a name, elements with parameters, marks around a name and JSON,
 * or a function call as in Python. The forms are those of the models' chat templates: Hermes and Qwen, Qwen3-Coder, Llama 3, DeepSeek,
 * Mistral, gpt-oss (harmony), GLM, Kimi, MiniMax, Gemma.
 * @param isMarked false: no mark says that it is a call, so JSON needs a tool's exact name and a field with its arguments
 */
export function callsIn(written: string, isTool: IsTool, isMarked = true): WrittenCall[] {
  // DeepSeek V3.2 marks its elements, Claude names their space, Gemma 4 marks its quotes.
  const text = written
    .replaceAll(/(<\/?)(?:｜DSML｜|\w{1,20}:(?=invoke|parameter))/g, "$1")
    .replaceAll('<|"|>', '"');
  const inElements = callsInElements(text, isTool);
  if (inElements.length > 0) return inElements;
  const inJson = callsInJson(text, isTool, isMarked);
  return inJson.length > 0 ? inJson : callsInCode(text, isTool);
}

const ELEMENT =
  /<(?:function=|function name=|invoke name=)"?([\w.:-]{1,100})"?>([\s\S]*?)(?:<\/(?:function|invoke)>|$)/gi;
// None of these reads a text twice: a model that repeats itself writes thousands of elements.
const PARAMETER =
  /<parameter(?:=| name=)"?([\w-]{1,60})"?[^<>]*>((?:(?!<parameter|<\/function)[\s\S])*?)(?:<\/parameter>|(?=<parameter|<\/function)|$)/gi;
const WITH_KEYS =
  /<tool_call>\s*([\w.:-]{1,100})\s*(<arg_key>(?:(?!<tool_call>)[\s\S])*?<\/arg_value>\s*)?(?:<\/tool_call>|$)/gi;
const KEY = /<arg_key>([^<]*)<\/arg_key>\s*<arg_value>((?:(?!<arg_key>)[\s\S])*?)<\/arg_value>/gi;

function callsInElements(text: string, isTool: IsTool): WrittenCall[] {
  const found = [
    ...[...text.matchAll(ELEMENT)].map(([, name = "", body = ""]) => ({ name, body, pattern: PARAMETER })),
    ...[...text.matchAll(WITH_KEYS)].map(([, name = "", body = ""]) => ({ name, body, pattern: KEY })),
  ];
  return found.flatMap(({ name, body, pattern }) => {
    if (!isTool(name)) return [];
    const pairs = [...body.matchAll(pattern)].map(([, key = "", value = ""]) => [key.trim(), valueOf(value)]);
    if (pairs.length > 0) return [{ name, arguments: JSON.stringify(Object.fromEntries(pairs)) }];
    return [{ name, arguments: jsonValues(body)[0]?.text ?? (body.trim() === "" ? "{}" : body.trim()) }];
  });
}

/** A parameter's value: JSON of a list, an object, a number or a boolean, otherwise its text. */
function valueOf(text: string): unknown {
  const trimmed = text.trim();
  return /^(?:[[{].*[\]}]|-?\d+(?:\.\d+)?|true|false|null)$/s.test(trimmed)
    ? (parseLoosely(trimmed) ?? trimmed)
    : trimmed;
}

function callsInJson(text: string, isTool: IsTool, isMarked: boolean): WrittenCall[] {
  let from = 0;
  return jsonValues(text).flatMap(({ start, end, value }) => {
    const before = text.slice(Math.max(from, start - 200), start);
    from = end;
    const calls = callsOf(value, isTool, isMarked);
    if (calls.length > 0 || !isFields(value)) return calls;
    // Without its marks, harmony writes "to=functions.findjson{".
    const words = before.match(/[\w.-]+?(?=(?:json)?(?:[^\w.-]|$))/g) ?? [];
    const name = words.findLast((word) => isTool(word));
    return name === undefined ? [] : [{ name, arguments: JSON.stringify(value) }];
  });
}

const NAMES = ["name", "tool", "tool_name", "function_name", "function", "action", "recipient_name"] as const;
const ARGUMENTS = ["arguments", "parameters", "args", "params", "input", "action_input", "kwargs"] as const;
const LISTS = ["tool_calls", "tool_uses", "calls"] as const;

function callsOf(value: unknown, isTool: IsTool, isMarked: boolean): WrittenCall[] {
  if (Array.isArray(value)) return value.flatMap((each) => callsOf(each, isTool, isMarked));
  if (!isFields(value)) return [];
  const list = LISTS.map((key) => value[key]).find((each) => Array.isArray(each));
  if (list !== undefined) return callsOf(list, isTool, isMarked);
  if (isFields(value["function"])) return callsOf(value["function"], isTool, isMarked);
  const name = NAMES.map((key) => value[key]).find((each) => typeof each === "string" && isTool(each));
  if (!isMarked && (!/^[a-z]/.test(String(name)) || !ARGUMENTS.some((key) => key in value))) return [];
  if (typeof name === "string") return [{ name, arguments: argumentsOf(value) }];
  const [only, another] = Object.entries(value);
  return only !== undefined && another === undefined && isTool(only[0]) && isFields(only[1])
    ? [{ name: only[0], arguments: JSON.stringify(only[1]) }]
    : [];
}

function argumentsOf(call: Fields): string {
  const given = ARGUMENTS.map((key) => call[key]).find((each) => each !== undefined);
  if (typeof given === "string") return given;
  const others = Object.entries(call).filter(
    ([key]) => key !== "type" && key !== "id" && !NAMES.some((name) => name === key),
  );
  return JSON.stringify(given ?? Object.fromEntries(others));
}

/** `find(what="a ladder", near="me")`, `find({"what": "a ladder"})` having been read as JSON before. */
function callsInCode(text: string, isTool: IsTool): WrittenCall[] {
  return [...text.matchAll(/([\w.-]{1,100})\(((?:[^()"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)\)/g)].flatMap(
    ([, name = "", body = ""]) => {
      if (!isTool(name)) return [];
      const pairs = [
        ...body.matchAll(
          /([\w-]{1,60})\s*[=:]\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^\]]*\]|[^,\s"'[\]]+)/g,
        ),
      ].map(([, key = "", value = ""]) => [key, literal(value)]);
      return [{ name, arguments: JSON.stringify(Object.fromEntries(pairs)) }];
    },
  );
}

function literal(text: string): unknown {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll(String.raw`\'`, "'");
  const value = parseLoosely(text.replaceAll("'", '"'));
  if (value !== undefined) return value;
  return text === "None" ? null : text.replaceAll(/^"|"$/g, "");
}
