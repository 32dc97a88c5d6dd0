import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnswerDelta, createReasoningSplitter, textAfter } from "./reasoning.ts";

/** Marks of other families. */
const otherMarks = [
  "[THINK]",
  "[/THINK]",
  "<|channel|>analysis<|message|>",
  "<|end|>",
  "<|start|>assistant",
  "</s>",
  "<|im_end|>",
  "analysisWe",
  "assistantfinal",
];

/** Whole tags, parts of tags, code and text that looks like a tag, so that chunk borders fall in the difficult places. */
const answerOf = (...marks: string[]) =>
  fc
    .array(
      fc.oneof(
        ...marks.map((mark) => fc.constant(mark)),
        fc.constantFrom(
          "<think>",
          "</think>",
          "<Think>",
          "</THINK>",
          "<thi",
          "nk>",
          "</",
          "<",
          "<<think>",
          "</think",
        ),
        fc.constantFrom("\n", " ", "`", "``", "```", "\n```\n", "~~~", "- "),
        fc.string({ unit: "grapheme", maxLength: 6 }),
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(""));
const chunkSizes = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 8 });

test("returns the same answer for a stream as for the whole, wherever chunks split it", () => {
  fc.assert(
    fc.property(answerOf(...otherMarks), chunkSizes, fc.boolean(), (text, sizes, isWhole) => {
      expect(split(cut(text, sizes), isWhole)).toEqual(split([text], isWhole));
    }),
    { seed: 20260701, numRuns: 5_000 },
  );
});

test("removes only tags and emits no empty delta", () => {
  fc.assert(
    fc.property(answerOf(), chunkSizes, (text, sizes) => {
      const deltas = deltasOf(cut(text, sizes), false);
      expect(deltas.every(({ delta }) => delta.length > 0)).toBe(true);
      const { text: shown, reasoning } = split([text], false);
      const tags = (whole: string) => whole.match(/<\/?think>/gi)?.length ?? 0;
      const visible = withoutTags(shown + reasoning);
      // Text on both sides of a removed tag may form another one.
      if (tags(shown + reasoning) <= tags(text)) expect(sorted(visible)).toEqual(sorted(withoutTags(text)));
    }),
    { seed: 20260702, numRuns: 500 },
  );
});

test.for<[name: string, text: string, visible: string, reasoning: string]>([
  ["a block that leads the answer", "\n<think>Hm</think>\n\nHi", "\n\n\nHi", "Hm"],
  ["a tag in any case", "<THINK>Hm</Think>Hi", "Hi", "Hm"],
  ["two blocks", "<think>a</think>\n<think>b</think>Hi", "\nHi", "ab"],
  ["a tag in a block", "<think>a <think> b</think>Hi", "Hi", "a <think> b"],
  ["a pair of tags in prose", "Hi <Think>Hm</think> there</think>", "Hi <Think>Hm</think> there</think>", ""],
  [
    "an opening tag in code before a closing one",
    "`<think>` ends with </think>.",
    "`<think>` ends with </think>.",
    "",
  ],
  ["an opening tag in prose", "Write <think> before it.", "Write <think> before it.", ""],
  ["a pair of tags in code", "Write `<think>a</think>` so.", "Write `<think>a</think>` so.", ""],
  ["a closing tag without a block", "Hm, they ask.\n</think>\n\nHi", "\n\nHi", "Hm, they ask.\n"],
  ["a closing tag in the middle of a line", "Hm.</think>Hi", "Hi", "Hm."],
  ["a closing tag with nothing before it", "</think>\nHi", "\nHi", ""],
  ["a second closing tag", "a</think>b</think>c", "b</think>c", "a"],
  ["a closing tag after a block", "<think>a</think>b</think>c", "b</think>c", "a"],
  ["a block after a closing tag without one", "a</think> <think>b</think>Hi", " Hi", "ab"],
  ["a closing tag in a code span", "See ``a ` </think>`` here", "See ``a ` </think>`` here", ""],
  ["a closing tag in a fence", "So:\n```xml\n</think>\n```\nEnd", "So:\n```xml\n</think>\n```\nEnd", ""],
  ["a closing tag in a fence in a list", "- ~~~\n  </think>\n  ~~~", "- ~~~\n  </think>\n  ~~~", ""],
  ["a closing tag after code", "Try `x`.\n```\ny\n```\n</think>Hi", "Hi", "Try `x`.\n```\ny\n```\n"],
  ["a block that never closes", "<think>Four litres", "Four litres", ""],
  ["an open block after another", "<think>a</think><think>Four litres", "Four litres", "a"],
  ["an empty block that never closes", "<think> ", "", " "],
  ["the beginning of a tag", "a </thin", "a </thin", ""],
])("splits an answer with %s", ([, text, visible, reasoning]) => {
  expect(split([text], true)).toEqual({ text: visible, reasoning });
  expect(split(text.split(""), true)).toEqual({ text: visible, reasoning });
  expect(deltasOf(text.split(""), true).reduce(textAfter, "")).toBe(visible);
});

test.for<[name: string, text: string, visible: string, reasoning: string]>([
  ["<thinking>", "<thinking>Hm</thinking>Hi", "Hi", "Hm"],
  ["<thought>", "<thought>Hm</thought>Hi", "Hi", "Hm"],
  ["<reasoning>", "<reasoning>Hm</reasoning>Hi", "Hi", "Hm"],
  ["[THINK]", "[THINK]Hm[/THINK]Hi", "Hi", "Hm"],
  ["◁think▷", "◁think▷Hm◁/think▷Hi", "Hi", "Hm"],
  ["Gemma 4", "<|channel>thought\nHm<channel|>Hi", "Hi", "\nHm"],
  [
    "harmony",
    "<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>",
    "Hi",
    "Hm",
  ],
  [
    "harmony with two thoughts",
    "<|start|>assistant<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>analysis<|message|>b<|end|><|start|>assistant<|channel|>final<|message|>Hi",
    "Hi",
    "ab",
  ],
  ["harmony without its tokens", "analysisWe need it.assistantfinalHi", "Hi", "We need it."],
  ["a swallowed [THINK]", "Hm[/THINK]Hi", "Hi", "Hm"],
  ["an answer's role", "<|im_start|>assistant\nHi<|im_end|>\n<|im_start|>user\nAnd?", "\nHi", ""],
  ["Llama's role", "<|start_header_id|>assistant<|end_header_id|>\n\nHi<|eot_id|>", "\n\nHi", ""],
  ["an end on its own line", "Hi\n</s>\nuser: more", "Hi\n", ""],
  ["an end behind a space", "Hi </s>", "Hi ", ""],
  ["an invented turn", "Hi.<|user|>And?", "Hi.", ""],
  [
    "an end in code",
    "The mark `</s>` and\n```\n<|im_end|>\n```",
    "The mark `</s>` and\n```\n<|im_end|>\n```",
    "",
  ],
  ["an end in prose", "The mark </s> ends it, “</s>” too.", "The mark </s> ends it, “</s>” too.", ""],
  ["struck words", "It is <s>not</s> here.", "It is <s>not</s> here.", ""],
  ["struck words at its beginning", "<S>40</S>, now free.", "<S>40</S>, now free.", ""],
  ["an end behind a closing fence", "```\nx\n```<|user|>And?", "```\nx\n```", ""],
  ["a closing mark in quotes", 'It ends with "</think>".', 'It ends with "</think>".', ""],
  ["a link to [Think]", "[Think](looby:1) of it [/think]", "[Think](looby:1) of it [/think]", ""],
  ["a title beginning with Analysis", "Analysis1: AnalysisParalysis", "Analysis1: AnalysisParalysis", ""],
  [
    "words before a call in harmony",
    "<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.x<|message|>{}<|call|>",
    "I look.<|channel|>commentary to=functions.x<|message|>{}",
    "",
  ],
  ["the word analysis", "analysis of the dust", "analysis of the dust", ""],
  ["marks of two families", "<think>a </thinking> b</think>Hi", "Hi", "a </thinking> b"],
])("splits an answer with the marks of %s", ([, text, visible, reasoning]) => {
  expect(split([text], true)).toEqual({ text: visible, reasoning });
  expect(split(text.split(""), true)).toEqual({ text: visible, reasoning });
});

test("emits text at once, except a possible start of a tag", () => {
  const splitter = createReasoningSplitter();
  expect(splitter.push("Water is at 7:30 </")).toEqual([{ kind: "text", delta: "Water is at 7:30 " }]);
  expect(splitter.push("thin")).toEqual([]);
  expect(splitter.push("ly spread>")).toEqual([{ kind: "text", delta: "</thinly spread>" }]);
  expect(splitter.end(true)).toEqual([]);
});

test("treats an unfinished block as reasoning when the stream breaks off", () => {
  const splitter = createReasoningSplitter();
  expect(splitter.push("<think>where is ")).toEqual([{ kind: "reasoning", delta: "where is " }]);
  expect(splitter.push("shade</thi")).toEqual([{ kind: "reasoning", delta: "shade" }]);
  expect(splitter.end(false)).toEqual([{ kind: "reasoning", delta: "</thi" }]);
});

/** The text and reasoning a reader has at the end of the stream. */
function split(chunks: string[], isWhole: boolean): Record<AnswerDelta["kind"], string> {
  const answered = { text: "", reasoning: "" };
  for (const { kind, delta, isTurned } of deltasOf(chunks, isWhole)) {
    const other = kind === "text" ? "reasoning" : "text";
    if (isTurned) {
      expect(answered[other].endsWith(delta)).toBe(true);
      answered[other] = answered[other].slice(0, -delta.length);
    }
    answered[kind] += delta;
  }
  return answered;
}

function deltasOf(chunks: string[], isWhole: boolean): AnswerDelta[] {
  const splitter = createReasoningSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end(isWhole)];
}

function withoutTags(text: string): string {
  return text.replaceAll(/<\/?think>/gi, "");
}

function sorted(text: string): string[] {
  return text.split("").toSorted();
}

/** Cuts `text` into pieces of the given sizes, repeating the sizes; a size of 0 gives an empty chunk. */
function cut(text: string, sizes: number[]): string[] {
  const chunks: string[] = [];
  const steps = sizes.some((size) => size > 0) ? sizes : [1];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = steps[turn % steps.length] ?? 1;
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}
