import fc from "fast-check";
import { expect, test } from "vitest";
import { createCallReader } from "./call-reader.ts";

const tools = ["find", "distance", "where-am-i"];
const isTool = (name: string) =>
  tools.includes(name.replace(/^functions\.|^default_api\./, "").replaceAll("_", "-"));

const LADDER = { name: "find", arguments: { what: "ladder" } };

test.for<[name: string, text: string, calls?: readonly object[]]>([
  ["bare JSON", '{"name": "find", "arguments": {"what": "ladder"}}'],
  ["bare JSON with parameters", '{"type": "function", "name": "find", "parameters": {"what": "ladder"}}'],
  [
    "JSON in OpenAI's form",
    '{"tool_calls":[{"function":{"name":"find","arguments":"{\\"what\\":\\"ladder\\"}"}}]}',
  ],
  ["a list of calls", '[{"name": "find", "arguments": {"what": "ladder"}}]'],
  ["the name as key", '<tool_call>{"find": {"what": "ladder"}}</tool_call>'],
  ["a text over two lines", '{"name": "find", "arguments": {"what": "ladder"},\n"id": "a\nb"}'],
  ["fenced JSON", '```json\n{"name": "find", "arguments": {"what": "ladder"}}\n```'],
  ["fenced JSON without a language", '```\n{"name": "find", "arguments": {"what": "ladder"}}\n```\nDone.'],
  ["single quotes", "{'name': 'find', 'arguments': {'what': 'ladder'}}"],
  ["Hermes and Qwen", '<tool_call>\n{"name": "find", "arguments": {"what": "ladder"}}\n</tool_call>'],
  ["Qwen without its end", '<tool_call>\n{"name": "find", "arguments": {"what": "ladder"}}'],
  [
    "Qwen3-Coder",
    "<tool_call>\n<function=find>\n<parameter=what>\nladder\n</parameter>\n</function>\n</tool_call>",
  ],
  ["Llama's function tag", '<function=find>{"what": "ladder"}</function>'],
  ["Llama's python tag", '<|python_tag|>{"name": "find", "parameters": {"what": "ladder"}}'],
  ["Python", 'find(what="ladder")'],
  ["Python in a list", "[find(what='ladder')]"],
  ["Python behind a mark", '<|python_tag|>find(what="ladder")'],
  ["Python in a fence", '```tool_code\nfind(what="ladder")\n```'],
  ["a namespace", 'functions.find({"what": "ladder"})'],
  ["Mistral", '[TOOL_CALLS][{"name": "find", "arguments": {"what": "ladder"}}]'],
  ["newer Mistral", '[TOOL_CALLS]find[ARGS]{"what": "ladder"}'],
  [
    "DeepSeek R1",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>find\n```json\n{"what": "ladder"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    "DeepSeek V3.1",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>find<｜tool▁sep｜>{"what": "ladder"}<｜tool▁call▁end｜>',
  ],
  ["harmony", '<|channel|>commentary to=functions.find <|constrain|>json<|message|>{"what": "ladder"}'],
  ["harmony without its tokens", 'assistantcommentary to=functions.find json{"what": "ladder"}'],
  ["harmony's recipient alone", 'commentary to=functions.find json{"what": "ladder"}'],
  ["GLM", "<tool_call>find\n<arg_key>what</arg_key>\n<arg_value>ladder</arg_value>\n</tool_call>"],
  [
    "Kimi",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>{"what": "ladder"}<|tool_call_end|>',
  ],
  [
    "MiniMax",
    '<minimax:tool_call>\n<invoke name="find">\n<parameter name="what">ladder</parameter>\n</invoke>\n</minimax:tool_call>',
  ],
  ["Devstral without its marks", 'find{"what": "ladder"}'],
  ["an older GLM", 'find\n{"what": "ladder"}'],
  ["Phi 4", 'functools[{"name": "find", "arguments": {"what": "ladder"}}]'],
  ["Cohere", '<|START_ACTION|>[{"tool_name": "find", "parameters": {"what": "ladder"}}]<|END_ACTION|>'],
  ["Nemotron", '<TOOLCALL>[{"name": "find", "arguments": {"what": "ladder"}}]</TOOLCALL>'],
  ["LM Studio", '[TOOL_REQUEST]{"name": "find", "arguments": {"what": "ladder"}}[END_TOOL_REQUEST]'],
  ["Gemini in code", '```tool_code\nprint(default_api.find(what="ladder"))\n```'],
  ["a lost end of a parameter", "<function=find>\n<parameter=what>\nladder\n</function>"],
  ["a mark around its name", '<function>find{"what": "ladder"}</function>'],
  [
    "Claude",
    '<antml:invoke name="find">\n<antml:parameter name="what">ladder</antml:parameter>\n</antml:invoke>',
  ],
  [
    "a whole message",
    '{"role": "assistant", "tool_calls": [{"function": {"name": "find", "arguments": {"what": "ladder"}}}]}',
  ],
  ["LFM", '<|tool_call_start|>[find(what="ladder")]<|tool_call_end|>'],
])("takes a call written as %s", ([, text]) => {
  for (const before of ["", "Let me look that up.\n\n"]) {
    const whole = before + text;
    expect(read([whole])).toEqual({ text: before, calls: [LADDER], isBroken: false });
    expect(read(whole.split(""))).toEqual({ text: before, calls: [LADDER], isBroken: false });
  }
});

test("takes several calls in their order and drops what follows", () => {
  const text =
    '<tool_call>{"name":"find","arguments":{"what":"ladder"}}</tool_call>\n<tool_call>{"name":"where_am_i","arguments":{}}</tool_call>\nThe ladder is at 7:30.';
  expect(read(text.split(""))).toEqual({
    text: "",
    calls: [LADDER, { name: "where_am_i", arguments: {} }],
    isBroken: false,
  });
});

test.for([
  '{"name": "find", "arguments": {"what": "lad',
  '<tool_call>\n{"name": "find", "argum',
  '<tool_call>{"name": "steal", "arguments": {}}</tool_call>',
  "<|python_tag|>brave_search.call(query='x')",
  '[TOOL_CALLS]steal[ARGS]{"what": "ladder"}',
  'find(what="lad',
])("shows nothing of the broken call %s", (text) => {
  expect(read(text.split(""))).toEqual({ text: "", calls: [], isBroken: true });
});

test("reads a call that repeats itself without end in linear time", () => {
  const pair = "<arg_key>what</arg_key>\n<arg_value>ladder</arg_value>\n";
  for (const text of [
    `<tool_call>find\n${pair.repeat(1_000)}<arg_key>wh`,
    `<tool_call>find\n${pair.replace("</arg_value>", "").repeat(1_000)}`,
    `find(what=${"[[[find(".repeat(500)}`,
  ])
    expect(read(text.match(/[^]{1,4}/g) ?? [])).toEqual({ text: "", calls: [], isBroken: true });
});

test.for([
  "Find the ladder (what a ladder!) at 7:30.",
  "find your way by the Man.",
  '{"a": 1} is JSON.',
  'Write it so:\n```json\n{"what": "ladder"}\n```\nand so on.',
  "Qwen writes `<tool_call>` before a call.",
  "The mark <tool_call> begins a call of Qwen.",
  '```xml\n<tool_call>\n{"name": "find"}\n</tool_call>\n```',
  "[^camp:1] is near.",
  "- [ ] water\n- [x] ice\n\n[Temple](looby:1) to=day",
  "Distance matters.\n\ndistance: 300 m\n",
  "to be or not to be",
  "```python\nprint(1)\n```",
  "Find(e) ich gut.",
  "find(er) of lost things",
  "Distance(s):\n- Toilet 5 min",
  "find (or lose) it",
  "```\nfind(my_tent)\n```",
  '```json\n{"name":"Find","type":"tent"}\n```',
  '{"name": "find", "type": "tent"}',
  '{"find": {"a": 1}}',
  "find\nthe Man",
  "functools[0] is Python",
  "share() ends it",
  '{"name": "Mia", "skills": ["welding"]}',
])("keeps %j as it is written", (text) => {
  expect(read([text])).toEqual({ text, calls: [], isBroken: false });
  expect(read(text.split(""))).toEqual({ text, calls: [], isBroken: false });
});

test("drops a mark of an end that stands alone behind an answer", () => {
  const text = "Olga has one.<|tool_calls_section_end|>";
  expect(read(text.split(""))).toEqual({ text: "Olga has one.", calls: [], isBroken: false });
});

test("holds no word back in the middle of a line", () => {
  const reader = createCallReader(tools, isTool);
  for (const word of ["Half ", "a", " lap", " to", " f", "ind it"]) expect(reader.push(word)).toBe(word);
});

test("reads the same wherever chunks split the text", () => {
  const pieces = fc.constantFrom(
    "<tool_call>",
    "</tool_call>",
    '{"name": "find", ',
    '"arguments": {"what": "x"}}',
    "```json\n",
    "```\n",
    "functions.find(",
    'what="y")',
    "[TOOL_CALLS]",
    "to=functions.find ",
    "Hello there, ",
    "\n",
    "a ",
    "`",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const text = parts.join("");
      const split = read(text.split(""));
      expect(split).toEqual(read([text]));
    }),
    { seed: 20261130, numRuns: 3_000 },
  );
});

function read(chunks: readonly string[]) {
  const reader = createCallReader(tools, isTool);
  const shown = chunks.map((chunk) => reader.push(chunk)).join("");
  const { text, calls, isBroken } = reader.end();
  return {
    text: shown + text,
    calls: calls.map(({ name, arguments: json }) => ({
      name: name.replace(/^functions\.|^default_api\./, "").replace(/:0$/, ""),
      arguments: JSON.parse(json) as unknown,
    })),
    isBroken,
  };
}
