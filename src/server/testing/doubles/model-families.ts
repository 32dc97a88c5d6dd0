import type { Fields } from "#shared/json-fields.ts";
import { familiesInFrames } from "./families-in-frames.ts";
import { familiesInMarks } from "./families-in-marks.ts";
import {
  acceptsAll,
  argumentsOf,
  callChunks,
  chunk,
  fieldsOf,
  idOfCall,
  type ModelFamily,
  piecesOf,
  streamed,
  textChunks,
  THOUGHT,
} from "./family-frames.ts";
import {
  lostSignature,
  refusesAsMistral,
  refusesEmptyContent,
  refusesForeignFields,
  refusesLostDetails,
  refusesLostThoughts,
  refusesNullContent,
  refusesTwoTurns,
} from "./family-refusals.ts";
import type { UpstreamCall } from "./upstream-model.ts";

export {
  type FamilyAnswer,
  type ModelFamily,
  refusalAnswer,
  sendFamilyAnswer,
  THOUGHT,
} from "./family-frames.ts";
export { INVENTED_TURN } from "./families-in-marks.ts";

const SIGNATURE = "CiQBjz1rXy9wZ2Vub25jZS1vZi1Mb29ieTo+L2V4YW1wbGU=";

interface StreamForm {
  refuses?: ModelFamily["refuses"];
  /** Chunks before the calls and before the words. */
  before?: readonly string[];
  calls?: (calls: readonly UpstreamCall[]) => string[];
  words?: (text: string) => string[];
  /** `finish_reason` after calls. */
  end?: string;
}

/** A server that streams calls in `tool_calls`. Everything not given is as OpenAI does it. */
function structured(name: string, form: StreamForm = {}): ModelFamily {
  const {
    refuses = acceptsAll,
    before = [],
    calls = callChunks,
    words = textChunks,
    end = "tool_calls",
  } = form;
  const start = [chunk({ role: "assistant", content: "" }), ...before];
  return {
    name,
    refuses,
    calls: (each) => streamed([...start, ...calls(each), chunk({}, end)]),
    words: (text) => streamed([...start, ...words(text), chunk({}, "stop")]),
  };
}

/** One chunk for each whole call. @param pieceOf further or other fields of the piece */
const whole =
  (pieceOf: (call: UpstreamCall, index: number) => Fields, more: Fields = {}) =>
  (calls: readonly UpstreamCall[]) =>
    calls.map((call, index) => {
      const called = { name: call.name, arguments: argumentsOf(call) };
      const piece = { index, id: idOfCall(call, index), type: "function", function: called };
      return chunk({ ...more, tool_calls: [{ ...piece, ...pieceOf(call, index) }] });
    });

const thoughtDetails = piecesOf(THOUGHT).map((text) =>
  chunk({
    content: "",
    reasoning: text,
    reasoning_details: [{ type: "reasoning.text", text, format: "unknown", index: 0 }],
  }),
);

/** Google omits `index`, ends with "stop" and signs the first call. https://github.com/THU-MAIC/OpenMAIC/issues/1556, https://github.com/open-webui/computer/issues/224 */
const google = (_: UpstreamCall, index: number): Fields => ({
  index: undefined,
  id: `function-call-${index + 1}`,
  ...(index === 0 ? { extra_content: { google: { thought_signature: SIGNATURE } } } : {}),
});

function refusesAsGoogle(...[request]: Parameters<ModelFamily["refuses"]>) {
  const message = lostSignature(request, SIGNATURE);
  const error = { code: 400, message, status: "INVALID_ARGUMENT" };
  return message === null ? null : { status: 400, message, body: JSON.stringify([{ error }], null, 2) };
}

/** https://platform.openai.com/docs/api-reference/chat-streaming */
export const plainOpenAi: ModelFamily = structured("plain OpenAI");

const byProvider: ModelFamily[] = [
  structured("DeepSeek API, thinking", {
    refuses: refusesLostThoughts,
    before: textChunks(THOUGHT, "reasoning_content"),
  }),
  structured("Gemini by Google", {
    refuses: refusesAsGoogle,
    calls: whole(google, { content: null }),
    words: (text) => [
      ...textChunks(text),
      chunk({ extra_content: { google: { thought_signature: SIGNATURE } } }),
    ],
    end: "stop",
  }),
  // https://github.com/su-kaka/gcli2api/pull/406
  structured("Gemini by a proxy, all at index 0", {
    refuses: refusesAsGoogle,
    calls: whole((call, index) => ({ ...google(call, index), index: 0 })),
  }),
  structured("Gemini by OpenRouter", {
    refuses: (request) => refusesLostDetails(request, SIGNATURE),
    before: [
      ...thoughtDetails,
      chunk({
        content: "",
        reasoning_details: [
          {
            type: "reasoning.encrypted",
            data: SIGNATURE,
            id: "call_0",
            format: "google-gemini-v1",
            index: 0,
          },
        ],
      }),
    ],
    calls: whole(() => ({})),
  }),
  // huggingface.co/openai/gpt-oss-20b discussions; https://github.com/openai/harmony/issues
  structured("gpt-oss by OpenRouter, channel after the tool's name", {
    before: thoughtDetails,
    calls: (calls) =>
      callChunks(calls.slice(0, 1).map((call) => ({ ...call, name: `${call.name}<|channel|>commentary` }))),
  }),
  structured("gpt-oss by Groq, namespace before the tool's name", {
    refuses: refusesForeignFields,
    before: piecesOf(THOUGHT).map((reasoning) => chunk({ reasoning, channel: "analysis" })),
    calls: (calls) => whole(() => ({}))(calls.map((call) => ({ ...call, name: `functions.${call.name}` }))),
  }),
  // https://docs.mistral.ai/capabilities/reasoning; https://github.com/braintrustdata/braintrust-sdk-javascript/issues/1857
  structured("Mistral by its API, thinking", {
    refuses: refusesAsMistral,
    before: piecesOf(THOUGHT).map((text) =>
      chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] }),
    ),
    calls: whole((_, index) => ({ id: `D681Pev${index}s`, type: undefined })),
    words: (text) => piecesOf(text).map((piece) => chunk({ content: [{ type: "text", text: piece }] })),
  }),
  // https://github.com/ollama/ollama/issues/15457
  structured("Ollama, all at index 0", {
    before: piecesOf(THOUGHT).map((reasoning) => chunk({ role: "assistant", content: "", reasoning })),
    calls: whole((_, index) => ({ index: 0, id: `call_${index}x8k2` }), { role: "assistant", content: "" }),
  }),
  // https://github.com/ollama/ollama/issues/7881
  structured("Ollama before 0.4.7, arguments as an object", {
    calls: whole((call) => ({
      index: undefined,
      id: undefined,
      function: { name: call.name, arguments: fieldsOf(call) },
    })),
  }),
];

const byPieces: ModelFamily[] = [
  // https://github.com/dyedd/lens/issues/49
  structured("calls one after the other at index 0", {
    calls: (calls) =>
      calls.flatMap((call, at) => [
        chunk({
          tool_calls: [
            { index: 0, id: `toolu_${at}`, type: "function", function: { name: call.name, arguments: "" } },
          ],
        }),
        ...piecesOf(argumentsOf(call)).map((piece) =>
          chunk({ tool_calls: [{ index: 0, function: { name: "", arguments: piece } }] }),
        ),
      ]),
  }),
  // https://github.com/AstrBotDevs/AstrBot/issues/6661: an empty id in every piece
  structured("calls one after the other at index 0, without ids", {
    calls: (calls) =>
      calls.flatMap((call) => [
        chunk({ tool_calls: [{ index: 0, id: "", type: "function", function: { name: call.name } }] }),
        ...piecesOf(argumentsOf(call)).map((piece) =>
          chunk({ tool_calls: [{ index: 0, id: "", type: "", function: { arguments: piece } }] }),
        ),
      ]),
  }),
  // https://github.com/vercel/ai/pull/15888
  structured("all arguments so far in each piece", {
    calls: (calls) =>
      calls.flatMap((call, index) =>
        piecesOf(argumentsOf(call)).map((_, at, pieces) => {
          const soFar = { name: call.name, arguments: pieces.slice(0, at + 1).join("") };
          return chunk({
            tool_calls: [{ index, id: idOfCall(call, index), type: "function", function: soFar }],
          });
        }),
      ),
  }),
];

/** Servers that refuse a conversation that others accept. */
const byRules: ModelFamily[] = [
  structured("strict template in llama-server", { refuses: (request) => refusesTwoTurns(request, 500) }),
  structured("strict template in vLLM", { refuses: (request) => refusesTwoTurns(request, 400) }),
  structured("server that refuses null content", { refuses: refusesNullContent }),
  structured("server that refuses empty content", { refuses: refusesEmptyContent }),
];

/** Every family, the plain one first. */
export const modelFamilies: readonly ModelFamily[] = [
  plainOpenAi,
  ...byProvider,
  ...byPieces,
  ...byRules,
  ...familiesInFrames,
  ...familiesInMarks,
];
