import * as z from "zod/mini";
import { createCallReader } from "#shared/features/chat/call-reader.ts";
import { NEEDED_WINDOW } from "#shared/features/chat/limits.ts";
import { createReasoningSplitter, textAfter } from "#shared/features/chat/reasoning.ts";
import {
  abilityContracts,
  callableAbilities,
  isCallable,
} from "#shared/features/talk/abilities/abilities.ts";
import { abilityOfName, readArguments } from "#shared/features/talk/abilities/call-arguments.ts";
import type { Fields } from "#shared/json-fields.ts";
import { shortLine } from "#shared/shorten.ts";
import { createCitationFilter } from "#server/features/chat/citations.ts";
import type { Egress } from "#server/platform/egress.ts";
import { errorInBody } from "#server/platform/llm/completion-chunk.ts";
import { CompletionReader } from "#server/platform/llm/completion-reader.ts";
import { failureOfStatus } from "#server/platform/llm/model-failures.ts";

/** A request to the model's server with its answer, as they went over the wire. */
export interface Exchange {
  /** The body of the request; empty for a list of models. */
  request: { messages?: Fields[]; tools?: unknown };
  /** Null: no answer came. */
  status: number | null;
  /** The body of the answer, as far as it was read, or why none came. */
  text: string;
}

/** Notes each request and its answer in `exchanges`. */
export function recorded(egress: Egress, exchanges: Exchange[]): Egress {
  return async (url, request) => {
    const body = typeof request.body === "string" ? (JSON.parse(request.body) as Exchange["request"]) : {}; // our own
    const exchange: Exchange = { request: body, status: null, text: "" };
    exchanges.push(exchange);
    try {
      const response = await egress(url, request);
      exchange.status = response.status;
      const decoder = new TextDecoder();
      const copied = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          exchange.text += decoder.decode(chunk, { stream: true });
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body?.pipeThrough(copied) ?? null, response);
    } catch (error) {
      exchange.text = reasonOf(error);
      throw error;
    }
  };
}

/** The innermost cause of an error: "ECONNREFUSED", "no answer in 60 s". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return "code" in error && typeof error.code === "string"
    ? error.code
    : error.message.replace(/000 ms$/, " s");
}

/** One line for each thing that Looby adapted to. */
export function needsIn(exchanges: readonly Exchange[]): string[] {
  const asked = exchanges.filter(({ request }) => request.messages !== undefined);
  const accepted = asked.filter(({ status }) => status === 200);
  const rounds = accepted.map(readRound);
  return [
    ...needsOfRounds(rounds),
    ...needsOfCalls(rounds, accepted),
    ...needsOfCitations(rounds),
    ...needsOfRequests(asked, accepted),
  ];
}

/** A model's answer to one request. */
type Round = ReturnType<typeof readRound>;

function readRound({ request, text }: Exchange) {
  const reader = new CompletionReader("");
  const { deltas } = reader.end(text);
  const words = deltas.flatMap(({ type, delta }) => (type === "text" ? [delta] : [])).join("");
  const splitter = createReasoningSplitter();
  const pieces = [...splitter.push(words), ...splitter.end(true)];
  const spoken = pieces.reduce(textAfter, "");
  const callReader = createCallReader(callableAbilities, (name) => abilityOfName(name) !== null);
  const shown = callReader.push(spoken);
  const { text: rest, calls: written } = callReader.end();
  const sent = [...reader.finalDeltas()].flatMap((delta) => (delta.type === "tool-call" ? [delta.call] : []));
  return {
    said: shown + rest,
    calls: [...sent, ...written],
    /** The beginning of its calls, where it wrote them as words. */
    writtenCalls: written.length === 0 ? null : shortLine(spoken.slice(shown.length), 60),
    thoughtsInMarks: pieces.some(({ kind }) => kind === "reasoning"),
    /** How the body came. */
    form: /^data:/m.test(text) ? "stream" : text.trim().includes("\n") ? "lines" : "document",
    /** Ids of the items it was given, in their order. */
    ids: dataFor(request).flatMap((data) =>
      [...data.matchAll(/"id":"([^"]+:[^"]+)"/g)].map(([, id = ""]) => id),
    ),
    hasTools: request.tools !== undefined,
  };
}

/** The results of its calls; without tools the last message, with the items found. */
function dataFor({ messages = [], tools }: Exchange["request"]): string[] {
  const data = tools === undefined ? messages.slice(-1) : messages.filter(({ role }) => role === "tool");
  return data.map(({ content }) => String(content));
}

function needsOfRounds(rounds: readonly Round[]): string[] {
  const written = rounds.find(({ writtenCalls }) => writtenCalls !== null)?.writtenCalls;
  return [
    ...(written
      ? [`Calls read from its text, such as “${written}”. A tool parser in the server is surer.`]
      : []),
    ...(rounds.some(({ thoughtsInMarks }) => thoughtsInMarks)
      ? ["Thoughts cut from its text. With a reasoning parser in the server they come apart."]
      : []),
    ...(rounds.some(({ form }) => form === "document")
      ? ["A whole JSON body read in place of a stream."]
      : []),
    ...(rounds.some(({ form }) => form === "lines")
      ? ["A stream read without “data:” before its lines."]
      : []),
  ];
}

/** The sentence for the model in a result. */
const FAULT = /"(?:error|leftOut)":\[?"((?:[^"\\]|\\.)*)"/;

function needsOfCalls(rounds: readonly Round[], accepted: readonly Exchange[]): string[] {
  const calls = rounds.flatMap((round) => round.calls);
  const loose = calls.filter((call) => !isExact(call));
  const results = accepted.flatMap(({ request }) => (request.tools === undefined ? [] : dataFor(request)));
  // A result is sent again in each later round of its question.
  const faults = [...new Set(results)].flatMap((result) => FAULT.exec(result)?.[1] ?? []);
  const [first] = loose;
  return [
    ...(first
      ? [
          `Calls read with good will: ${loose.length} of ${calls.length}, such as ${shortLine(`${first.name} ${first.arguments}`, 100)}`,
        ]
      : []),
    ...(faults[0]
      ? [
          `Calls refused, or fields left out: ${faults.length} of ${calls.length}, such as: ${shortLine(faults[0].replaceAll("\\", ""), 140)}`,
        ]
      : []),
  ];
}

/** Whether a call has a tool's name and its fields as the tool's schema has them. */
function isExact(call: { name: string; arguments: string }): boolean {
  if (!isCallable(call.name) || !call.arguments.trimStart().startsWith("{")) return false;
  const { shape } = abilityContracts[call.name].input;
  return z.strictObject(shape).safeParse(readArguments(call.arguments)).success;
}

function needsOfCitations(rounds: readonly Round[]): string[] {
  const answers = rounds.filter(
    ({ said, calls, ids }) => said !== "" && calls.length === 0 && ids.length > 0,
  );
  const cites = answers.map(({ said, ids }) => ({
    all: citedIn(said, ids, ids),
    byId: citedIn(said, ids, []),
  }));
  const byNumber = cites.filter(({ all, byId }) => all > byId).length;
  const none = cites.filter(({ all }) => all === 0).length;
  return [
    ...(byNumber > 0 ? [`Citations by number read: in ${byNumber} of ${answers.length} answers.`] : []),
    ...(none > 0
      ? [`Sources found by their titles: ${none} of ${answers.length} answers cite none of their items.`]
      : []),
  ];
}

function citedIn(text: string, ids: readonly string[], inOrder: readonly string[]): number {
  const filter = createCitationFilter({
    ids: new Set(ids),
    nth: (number) => inOrder[number - 1] ?? null,
    titleOf: () => "",
  });
  return [filter.push(text), filter.end()].flatMap(({ cited }) => cited).length;
}

/** The fields of a message with calls, and of a call, as OpenAI has them. */
const USUAL: ReadonlySet<string> = new Set("role content tool_calls id type function".split(" "));

function needsOfRequests(asked: readonly Exchange[], accepted: readonly Exchange[]): string[] {
  const back = returnedIn(accepted);
  const isCut = asked.some(({ status, text }) => {
    const isRefused = status !== null && status !== 200;
    return isRefused && failureOfStatus(status, null, errorInBody(text)).code === "too-long";
  });
  return [
    ...(back.length > 0 ? [`Fields sent back with its calls: ${back.join(", ")}.`] : []),
    ...(back.length === 0 && returnedIn(asked).length > 0
      ? ["No reasoning sent back: it refuses that."]
      : []),
    ...(messagesWithCalls(accepted).some(({ content }) => content === "")
      ? ["“” sent beside calls in place of null."]
      : []),
    ...(isCut
      ? [`A shorter prompt. A window of ${NEEDED_WINDOW.toLocaleString("en")} tokens holds a whole talk.`]
      : []),
    ...(accepted.some(({ request }) => request.tools === undefined)
      ? ["No tools: it gets what Looby found, and cannot use Looby's abilities."]
      : []),
  ];
}

function messagesWithCalls(exchanges: readonly Exchange[]): Fields[] {
  return exchanges.flatMap(({ request }) => request.messages ?? []).filter((each) => "tool_calls" in each);
}

/** The names of fields that only some servers want back. */
function returnedIn(exchanges: readonly Exchange[]): string[] {
  const messages = messagesWithCalls(exchanges);
  const calls = messages.flatMap((message) => message["tool_calls"] as Fields[]); // as `completionRequest` makes them
  return [...new Set([...messages, ...calls].flatMap(Object.keys))].filter((name) => !USUAL.has(name));
}
