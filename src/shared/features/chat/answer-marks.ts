/** Marks of one family of models around their thoughts. In lower case they count in any case, in capitals only so. */
export interface Thoughts {
  opens: readonly string[];
  /** The first character after an opening mark, where the mark is a word. */
  before?: RegExp;
  closes: readonly string[];
}

/**
 * The marks of the families, as their servers show them when they do not parse them: DeepSeek, Qwen and most others; Anthropic's and
 * others' prompts; Mistral (Magistral); Kimi; Gemma 4; Cohere; OpenAI's harmony format (gpt-oss), with and without its special tokens.
 */
export const thoughtFamilies: readonly Thoughts[] = [
  { opens: ["<think>"], closes: ["</think>"] },
  { opens: ["<thinking>"], closes: ["</thinking>"] },
  { opens: ["<thought>"], closes: ["</thought>"] },
  { opens: ["<reasoning>"], closes: ["</reasoning>"] },
  { opens: ["[THINK]"], closes: ["[/THINK]"] },
  { opens: ["◁think▷"], closes: ["◁/think▷"] },
  { opens: ["<|channel>thought"], closes: ["<channel|>"] },
  { opens: ["<|start_thinking|>"], closes: ["<|end_thinking|>"] },
  {
    opens: ["<|channel|>analysis<|message|>"],
    closes: ["<|end|>", "<|start|>", "<|channel|>"],
  },
  { opens: ["analysis"], before: /[A-Z"'“(\d]/, closes: ["assistantfinal", "assistantcommentary"] },
];

/** Closing marks that begin what follows. */
export const keptMarks: ReadonlySet<string> = new Set(["<|start|>", "<|channel|>", "assistantcommentary"]);

/** Marks that may lead an answer and mean nothing to a person. */
export const leadingMarks: readonly string[] = [
  "<bos>",
  "<|begin_of_text|>",
  "<|assistant|>",
  "<｜assistant｜>",
  "<|im_start|>assistant",
  "<start_of_turn>model",
  "<|start_header_id|>assistant<|end_header_id|>",
  "<|start|>assistant",
  "<|end|><|start|>assistant",
  "<|channel|>commentary<|message|>",
  "<|channel|>final<|message|>",
  "<|channel|>final <|constrain|>json<|message|>",
  "<|message|>",
];

/** Marks in the middle of an answer after which thoughts may follow again. */
export const turningMarks: readonly string[] = [
  "<|start|>assistant",
  "<|end|><|start|>assistant",
  "<|channel|>analysis<|message|>",
  "<|channel|>final<|message|>",
];

/** Marks that end an answer. A model that goes on behind them invents the other's words. */
export const endMarks: readonly string[] = [
  "</s>",
  "<eos>",
  "<|im_end|>",
  "<|im_start|>",
  "<|eot_id|>",
  "<|eom_id|>",
  "<|eot|>",
  "<|start_header_id|>",
  "<|end|>",
  "<|call|>",
  "<|return|>",
  "<|start|>",
  "<|endoftext|>",
  "<|end_of_text|>",
  "<end_of_turn>",
  "<start_of_turn>",
  "<|user|>",
  "<|system|>",
  "<|assistant|>",
  "<|observation|>",
  "<｜end▁of▁sentence｜>",
  "<｜user｜>",
  "[/inst]",
];

export interface MarkFinder {
  /** The first of the marks in a text, in any case. */
  find(text: string): { at: number; mark: string } | null;
  /** Number of characters at the end of a text that may be the start of one of the marks. */
  startedLength(text: string): number;
}

/** @param marks in lower case: in any case; in capitals: only so */
export function finderOf(marks: readonly string[]): MarkFinder {
  const longestFirst = marks.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join("|"), "i");
  const longest = longestFirst[0]?.length ?? 0;
  const firsts = new Set(marks.map((mark) => mark[0]));
  return {
    find(text) {
      const match = pattern.exec(text);
      if (match === null) return null;
      const [found] = match;
      return { at: match.index, mark: marks.includes(found) ? found : found.toLowerCase() };
    },
    startedLength(text) {
      for (let at = Math.max(0, text.length - longest + 1); at < text.length; at += 1) {
        if (!firsts.has(text[at]?.toLowerCase())) continue;
        const started = text.slice(at).toLowerCase();
        if (marks.some((mark) => mark.length > started.length && mark.toLowerCase().startsWith(started)))
          return started.length;
      }
      return 0;
    },
  };
}

function patternOf(mark: string): string {
  const escaped = mark.replaceAll(/[|[\]/]/g, String.raw`\$&`);
  return /[A-Z]/.test(mark) ? `(?-i:${escaped})` : escaped;
}
