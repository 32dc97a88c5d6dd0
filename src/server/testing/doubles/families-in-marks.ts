import {
  acceptsAll,
  argumentsOf,
  callChunks,
  chunk,
  fieldsOf,
  type ModelFamily,
  streamed,
  textChunks,
  THOUGHT,
} from "./family-frames.ts";
import { refusesLongIds } from "./family-refusals.ts";
import type { UpstreamCall } from "./upstream-model.ts";

/** Words that a model writes after its answer, for the user. No answer may show them. */
export const INVENTED_TURN = "And where is the other sauna then?";

interface TextForm {
  calls: (calls: readonly UpstreamCall[]) => string;
  /** The whole text around the words of the answer. Default: the words alone. */
  words?: (text: string) => string;
  refuses?: ModelFamily["refuses"];
}

/** A server that passes on what its model writes, calls too, as the answer's text. */
function inText(
  name: string,
  { calls, words = (text) => text, refuses = acceptsAll }: TextForm,
): ModelFamily {
  const answer = (text: string) =>
    streamed([chunk({ role: "assistant", content: "" }), ...textChunks(text), chunk({}, "stop")]);
  return { name, refuses, calls: (each) => answer(calls(each)), words: (text) => answer(words(text)) };
}

const inJson = (call: UpstreamCall, key = "arguments") =>
  `{"name": ${JSON.stringify(call.name)}, "${key}": ${argumentsOf(call)}}`;
const inPython = (call: UpstreamCall) =>
  `${call.name}(${fields(call, (key, value) => `${key}=${JSON.stringify(value)}`).join(", ")})`;
const fields = (call: UpstreamCall, write: (key: string, value: unknown) => string) =>
  Object.entries(fieldsOf(call)).map(([key, value]) => write(key, value));
const each =
  (write: (call: UpstreamCall) => string, between = "\n") =>
  (calls: readonly UpstreamCall[]) =>
    calls.map(write).join(between);
const thinking = (text: string) => `<think>\n${THOUGHT}\n</think>\n\n${text}`;

/** gpt-oss calls one tool per answer, because `<|call|>` ends it. https://github.com/openai/harmony/blob/main/docs/format.md, llama.cpp tests/test-chat.cpp */
const harmony: ModelFamily[] = [
  inText("gpt-oss, harmony left in the text", {
    calls: ([call]) =>
      `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant${call === undefined ? "" : `<|channel|>commentary to=functions.${call.name} <|constrain|>json<|message|>${argumentsOf(call)}<|call|>`}`,
    words: (text) =>
      `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${text}<|return|>`,
  }),
  inText("gpt-oss, recipient before its channel, stop token dropped", {
    calls: ([call]) =>
      `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant to=functions.${call?.name}<|channel|>commentary json<|message|>${call === undefined ? "" : argumentsOf(call)}`,
    words: (text) =>
      `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${text}`,
  }),
  inText("gpt-oss, harmony without its special tokens", {
    calls: ([call]) =>
      `analysis${THOUGHT}assistantcommentary to=functions.${call?.name} json${call === undefined ? "" : argumentsOf(call)}`,
    words: (text) => `analysis${THOUGHT}assistantfinal${text}`,
  }),
  inText("gpt-oss, harmony without special tokens or spaces", {
    calls: ([call]) =>
      `analysis${THOUGHT}assistantcommentary to=functions.${call?.name}json${call === undefined ? "" : argumentsOf(call)}`,
    words: (text) => `analysis${THOUGHT}assistantfinal${text}`,
  }),
];

/** https://docs.vllm.ai/en/stable/features/tool_calling/ and llama.cpp tests/test-chat.cpp; the ids: Mistral's chat templates */
const mistral: ModelFamily[] = [
  inText("Mistral without a tool parser", {
    calls: (calls) => `[TOOL_CALLS][${each((call) => inJson(call), ", ")(calls)}]`,
    refuses: refusesLongIds,
  }),
  inText("Mistral 13, [TOOL_CALLS]name[ARGS]", {
    calls: (calls) =>
      `[THINK]${THOUGHT}[/THINK]${each((call) => `[TOOL_CALLS]${call.name}[ARGS]${argumentsOf(call)}`, "")(calls)}</s>`,
    words: (text) => `[THINK]${THOUGHT}[/THINK]${text}</s>`,
    refuses: refusesLongIds,
  }),
];

/** https://github.com/cubist38/mlx-openai-server/issues/83, https://github.com/ggml-org/llama.cpp/issues/15012, ml-explore/mlx-lm#1616 */
const qwen: ModelFamily[] = [
  inText("Qwen without a tool parser", {
    calls: (calls) => thinking(each((call) => `<tool_call>\n${inJson(call)}\n</tool_call>`)(calls)),
    words: thinking,
  }),
  inText("Qwen whose template wrote <think>", {
    calls: (calls) =>
      `${THOUGHT}\n</think>\n\n${each((call) => `<tool_call>\n${inJson(call)}\n</tool_call>`)(calls)}`,
    words: (text) => `${THOUGHT}\n</think>\n\n${text}<|im_end|>`,
  }),
  inText("Qwen3-Coder without a tool parser", {
    calls: (calls) =>
      `Let me look that up.\n${each((call) => `<tool_call>\n${inQwenXml(call)}\n</tool_call>`)(calls)}`,
  }),
  inText("Qwen3-Coder without its <tool_call>", { calls: each(inQwenXml) }),
];

function inQwenXml(call: UpstreamCall): string {
  const parameters = fields(call, (key, value) => `<parameter=${key}>\n${value as string}\n</parameter>\n`);
  return `<function=${call.name}>\n${parameters.join("")}</function>`;
}

/** sglang's Llama32Detector and its tests; https://github.com/vllm-project/vllm/issues/46863, https://github.com/vllm-project/vllm/issues/22917 */
const llama: ModelFamily[] = [
  inText("Llama 3, python tag", {
    calls: (calls) => `<|python_tag|>${each((call) => inJson(call, "parameters"), "; ")(calls)}<|eom_id|>`,
    words: (text) => `${text}<|eot_id|>`,
  }),
  inText("Llama 3, bare JSON", { calls: each((call) => inJson(call, "parameters")) }),
  inText("Llama 4, typed JSON in its tags", {
    calls: each(
      (call) =>
        `<|python_start|>{"type": "function", "name": "${call.name}", "parameters": ${argumentsOf(call)}}<|python_end|>`,
    ),
    words: (text) => `${text}<|eot|>`,
  }),
  inText("Llama 3, fenced JSON", {
    calls: (calls) => `\`\`\`json\n[${each((call) => inJson(call, "parameters"), ",\n")(calls)}]\n\`\`\``,
  }),
  inText("Llama, list of Python calls", { calls: (calls) => `[${each(inPython, ", ")(calls)}]` }),
  inText("Llama, bare Python calls", { calls: each(inPython) }),
];

/** https://huggingface.co/deepseek-ai/DeepSeek-V3.1 (its chat template, also in sglang and llama.cpp); V3.2: sglang's DeepSeekV32Detector */
const deepSeek: ModelFamily[] = [
  inText("DeepSeek R1 without a tool parser", {
    calls: (calls) =>
      thinking(
        `<｜tool▁calls▁begin｜>${each((call) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.name}\n\`\`\`json\n${argumentsOf(call)}\n\`\`\`<｜tool▁call▁end｜>`)(calls)}<｜tool▁calls▁end｜>`,
      ),
    words: (text) => `${thinking(text)}<｜end▁of▁sentence｜>`,
  }),
  inText("DeepSeek V3.1 without a tool parser", {
    calls: (calls) =>
      `<｜tool▁calls▁begin｜>${each((call) => `<｜tool▁call▁begin｜>${call.name}<｜tool▁sep｜>${argumentsOf(call)}<｜tool▁call▁end｜>`, "")(calls)}<｜tool▁calls▁end｜>`,
  }),
  inText("DeepSeek V3.2, DSML left in the text", {
    calls: (calls) =>
      `Let me look.\n\n<｜DSML｜function_calls>\n${each((call) => `<｜DSML｜invoke name="${call.name}">\n${fields(call, (key, value) => `<｜DSML｜parameter name="${key}" string="true">${value as string}</｜DSML｜parameter>\n`).join("")}</｜DSML｜invoke>`)(calls)}\n</｜DSML｜function_calls>`,
  }),
];

/** Hugging Face model cards; their parsers in vllm/tool_parsers and sglang/srt/function_call; Gemma: waybarrios/vllm-mlx#622 */
const others: ModelFamily[] = [
  inText("MiniMax M2 without a tool parser", {
    calls: (calls) =>
      thinking(
        `<minimax:tool_call>\n${each((call) => `<invoke name="${call.name}">\n${fields(call, (key, value) => `<parameter name="${key}">${value as string}</parameter>\n`).join("")}</invoke>`)(calls)}\n</minimax:tool_call>`,
      ),
    words: thinking,
  }),
  inText("GLM without a tool parser", {
    calls: (calls) =>
      thinking(
        each(
          (call) =>
            `<tool_call>${call.name}\n${fields(call, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value as string}</arg_value>\n`).join("")}</tool_call>`,
        )(calls),
      ),
    words: (text) => `${thinking(text)}<|user|>\n${INVENTED_TURN}\n<|assistant|>\nIt is far.`,
  }),
  inText("Kimi K2 without a tool parser", {
    calls: (calls) =>
      `<|tool_calls_section_begin|>${calls.map((call, index) => `<|tool_call_begin|>functions.${call.name}:${index}<|tool_call_argument_begin|>${argumentsOf(call)}<|tool_call_end|>`).join("")}<|tool_calls_section_end|>`,
    words: (text) => `◁think▷${THOUGHT}◁/think▷${text}<|im_end|>`,
  }),
  inText("Gemma 4 without a tool parser", {
    calls: each(
      (call) =>
        `<|tool_call>call:${call.name}{${fields(call, (key, value) => `${key}:<|"|>${value as string}<|"|>`).join(",")}}<tool_call|>`,
      "",
    ),
  }),
  inText("Gemma 3, tool_code block", {
    calls: (calls) => `\`\`\`tool_code\n${each(inPython)(calls)}\n\`\`\``,
  }),
];

/** Thoughts in the text of a server that parses calls, for lack of a reasoning parser: the tags its models write. llama.cpp common/chat.cpp */
const thoughtsInMarks = [
  ["<thinking>\n", "\n</thinking>\n\n"],
  ["<thought>\n", "\n</thought>\n"],
  ["<reasoning>", "</reasoning>\n"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"],
].map(([open = "", close = ""]): ModelFamily => {
  const thought = textChunks(`${open}${THOUGHT}${close}`);
  return {
    name: `thoughts in ${open.trim()}`,
    refuses: acceptsAll,
    calls: (calls) => streamed([...thought, ...callChunks(calls), chunk({}, "tool_calls")]),
    words: (text) => streamed([...thought, ...textChunks(text), chunk({}, "stop")]),
  };
});

/** Ends of a turn, and turns that a model invents after it, when a server has no stop tokens of its model. Chat templates of these models. */
const marksAfterAnswer = [
  "</s>",
  "<|im_end|>",
  "<|eot_id|>",
  "<end_of_turn>",
  `<|user|>\n${INVENTED_TURN}`,
  `<|im_end|>\n<|im_start|>user\n${INVENTED_TURN}<|im_end|>\n<|im_start|>assistant\n`,
].map((mark): ModelFamily => ({
  name: `answer ended by ${mark.replaceAll("\n", " ").slice(0, 32)}`,
  refuses: acceptsAll,
  calls: (calls) => streamed([...callChunks(calls), chunk({}, "tool_calls")]),
  words: (text) => streamed([...textChunks(`${text}${mark}`), chunk({}, "stop")]),
}));

/** Models whose calls, thoughts or ends stay in the answer's text. */
export const familiesInMarks: readonly ModelFamily[] = [
  ...harmony,
  ...mistral,
  ...qwen,
  ...llama,
  ...deepSeek,
  ...others,
  ...thoughtsInMarks,
  ...marksAfterAnswer,
];
