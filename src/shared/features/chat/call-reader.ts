import { finderOf } from "./answer-marks.ts";
import { createCodeReader } from "./code-reader.ts";
import { endOfJson } from "#shared/json-in-text.ts";
import { callsIn, type IsTool, type WrittenCall } from "./written-calls.ts";

export interface CallReader {
  /** Reads the next piece of a model's text. Returns the text that is certainly no call. */
  push(text: string): string;
  /** Ends the text: the rest of it, and the calls in what was held back. */
  end(): WrittenCalls;
}

export interface WrittenCalls {
  text: string;
  calls: WrittenCall[];
  /** Something that should have been a call could not be read. It is not shown. */
  isBroken: boolean;
}

/** Marks that begin a call anywhere in a text. In lower case. */
const marks = finderOf([
  "<tool_call",
  "<function=",
  "<function name=",
  "<function_call",
  "<function>",
  "<invoke name=",
  "<antml:invoke name=",
  "<antml:function_calls",
  "<function_calls",
  "<tool_code>",
  "<tool_use>",
  "<longcat_tool_call",
  "<minimax:tool_call",
  "<|python_tag|>",
  "<|python_start|>",
  "<｜dsml｜",
  "<|tool_call",
  "<｜tool▁call",
  "<|channel|>commentary to=",
  "[tool_calls]",
  "[tool_request]",
  "<toolcall>",
  "<tools>",
  "<|tools_prefix|>",
  "<|start_action|>",
  "<|action_start|>",
  "<start_function_call>",
  "<seed:tool_call>",
]);
/** A mark and a sentence about it: "<tool_call> begins a call". */
const PROSE = /^(?:<[^<>\n]{0,80}>|\[TOOL_[A-Z]+\])[`"')]*[ ,.;:][^<>{}[\]()=]{0,40}[a-z] [a-z]/i;
/** Marks of ends alone, which some servers leave behind an answer. */
const ENDS = /^(?:\s*<(?:\|tool_calls?(?:_section)?_end\||\/tool_calls?|tool_call\|)>)+\s*$/;
/** Keys that an object which is a call may begin with. */
const CALL_KEY =
  /^(?:role|content|name|type|id|tool|tool_name|tool_calls|tool_uses|function|function_name|recipient_name|action|arguments|parameters|args)$/;
/** How the arguments of a call in code begin, as far as they are there. */
const ARGUMENTS = /^(?:$|\)\s*(?:[\n,\])}`;]|$)|\{|[\w-]{1,60}\s*(?:$|[=:]))/;
/** Words before a call at the beginning of a line: of Python, of Phi 4, and of harmony without its special tokens. */
const LEADS = ["print(", "functools[", "to=", "commentary to=", "assistantcommentary to="];
const NAMESPACES = ["", "functions.", "default_api."];
/** The longest text that is held back because it may be a call without marks, in UTF-16 units. */
const MOST_HELD = 8_000;

/**
 * Finds tool calls that a model wrote into its text, while it streams. Text that may be a call is held back; from the beginning of a call on,
 * nothing is shown: models that call stop, or go on with invented results. Calls in code and sentences about their marks stay text; JSON,
 * a fenced block and a function call count only at the beginning of a line, and only if they name a tool.
 */
export function createCallReader(toolNames: readonly string[], isTool: IsTool): CallReader {
  let held = "";
  let isCalling = false;
  const code = createCodeReader();
  const names = toolNames.map((name) => name.toLowerCase());

  function push(text: string): string {
    held += text;
    let shown = "";
    while (!isCalling && held !== "") {
      const piece = next();
      if (piece === "") break;
      code.read(piece);
      shown += piece;
      held = held.slice(piece.length);
    }
    return shown;
  }

  /** The beginning of the held text that is certainly no call; empty when that is not known yet. */
  function next(): string {
    if (!code.isInCode() && code.isAtLineStart()) {
      const space = /^\s+/.exec(held)?.[0];
      if (space !== undefined) return space;
      const judged = judge(held);
      if (judged === "call") isCalling = true;
      if (judged !== "text") return "";
    }
    const line = held.indexOf("\n") + 1;
    const part = line === 0 ? held : held.slice(0, line);
    const mark = code.isInCode() ? null : marks.find(part);
    if (mark === null) return part.slice(0, part.length - (line === 0 ? marks.startedLength(part) : 0));
    if (mark.at > 0) return part.slice(0, mark.at);
    if (PROSE.test(held)) return part.slice(0, mark.mark.length);
    isCalling = held.length > 120 || /[{(=]/.test(held.slice(mark.mark.length));
    return "";
  }

  /** Whether a text at the beginning of a line is a call without marks. */
  function judge(start: string): "call" | "text" | "wait" {
    const fence = /^(`{3,}|~{3,})[^\n`]*(\n\s*|$)/.exec(start);
    const body = fence === null ? start : start.slice(fence[0].length);
    if (fence !== null && body === "") return fence[2] === "" && start.length > 40 ? "text" : "wait";
    if (/^`{1,2}$|^~{1,2}$/.test(start)) return "wait";
    if (/^[[{]/.test(body)) return judgeJson(body);
    if (LEADS.some((lead) => lead.startsWith(body))) return "wait";
    const rest = body.replace(/^print\(|^functools(?=\[)/, "");
    return rest.startsWith("[") ? judgeJson(rest) : judgeName(rest);
  }

  function judgeJson(start: string): "call" | "text" | "wait" {
    if (/^[[{][\s[{]{0,100}['"]?$/.test(start)) return "wait";
    const inList = /^\[\s*([\w.-]+\(?.*)$/s.exec(start)?.[1];
    if (inList !== undefined) return judgeName(inList);
    const [, key, closing = ""] = /^[[{\s]*['"]([\w.-]{0,60})(['"]?)/.exec(start) ?? [];
    if (key === undefined) return "text";
    if (closing === "") return start.length > 100 ? "text" : "wait";
    if (!CALL_KEY.test(key) && !isTool(key)) return "text";
    const named = /^[[{\s]*['"]name['"]\s*:\s*['"]([\w.-]*)['"]/.exec(start)?.[1];
    if (named !== undefined && !isTool(named)) return "text";
    const end = endOfJson(start, 0);
    if (end === null) return start.length > MOST_HELD ? "text" : "wait";
    return callsIn(start.slice(0, end), isTool, false).length > 0 ? "call" : "text";
  }

  /** A tool's name with its arguments in brackets, or as harmony's recipient. */
  function judgeName(start: string): "call" | "text" | "wait" {
    const [name = "", bracket = ""] = /^[\w.-]*(\(?)/.exec(start) ?? [];
    if (bracket === "(") {
      const inside = start.slice(name.length).trimStart();
      if (/^\)\s*$/.test(inside)) return "wait";
      if (/^[A-Z]/.test(name) || !isTool(name.slice(0, -1)) || !ARGUMENTS.test(inside)) return "text";
      // Not after every piece of the arguments, which may grow long.
      const first = start.slice(0, MOST_HELD);
      if (first.includes(")") && callsIn(first, isTool).length > 0) return "call";
      return start.length > MOST_HELD ? "text" : "wait";
    }
    const json = /^[\w.-]+(\s{0,2})(\{\s*["'}]|\{?\s*$)/.exec(start);
    if (json !== null && names.includes(name)) {
      const end = endOfJson(start, start.indexOf("{"));
      return json[2]?.startsWith("{") && end !== null ? "call" : start.length > MOST_HELD ? "text" : "wait";
    }
    const recipient = /^(?:assistant)?(?:commentary )?to=([\w.-]*?)(?:json)?(?![\w.-])/i.exec(start);
    if (recipient !== null) return isTool(recipient[1] ?? "") ? "call" : start.length > 80 ? "text" : "wait";
    const isWhole = start.length > name.length;
    const word = name.toLowerCase();
    const isBegun = names.some((tool) => NAMESPACES.some((space) => (space + tool).startsWith(word)));
    return !isWhole && word.length < 40 && isBegun ? "wait" : "text";
  }

  function end(): WrittenCalls {
    const rest = held;
    held = "";
    if (rest === "" || ENDS.test(rest)) return { text: "", calls: [], isBroken: false };
    const isMarked = isCalling || marks.find(rest)?.at === 0;
    const calls = PROSE.test(rest) ? [] : callsIn(rest, isTool, isMarked);
    if (calls.length > 0) return { text: "", calls, isBroken: false };
    const isCut = isCalling || namesTool(rest) || (isMarked && !PROSE.test(rest));
    return { text: isCut ? "" : rest, calls, isBroken: isCut };
  }

  /** Whether a text is a call to a tool that breaks off. */
  function namesTool(text: string): boolean {
    const [, key, word] = /["'](\w+)["']\s*:\s*["']([\w.-]+)["']/.exec(text) ?? [];
    const called =
      /^[[\s`]*(?:\w+\n)?\s*([a-z][\w.-]*)\((?=$|[\w-]+\s*(?:$|[=:])|\{)/.exec(text)?.[1] ?? word;
    return (
      (key === undefined || CALL_KEY.test(key)) &&
      called !== undefined &&
      /^[a-z]/.test(called) &&
      isTool(called)
    );
  }

  return { push, end };
}

/** The calls between marks in a text that is not shown, such as a model's thoughts. */
export function markedCallsIn(text: string, isTool: IsTool): WrittenCall[] {
  const mark = marks.find(text);
  return mark === null ? [] : callsIn(text.slice(mark.at), isTool);
}
