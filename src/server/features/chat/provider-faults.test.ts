import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getThread } from "#shared/features/chat/contract.ts";
import { newId } from "#shared/id.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { MAX_ANSWER } from "#server/platform/llm/completion-reader.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import { readAnswer, idsOf, postMessage, shapeOf, startChatApp, textOf } from "#server/testing/chat-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import {
  completionChunk,
  openUpstreamModel,
  streamWords,
  type UpstreamModel,
} from "#server/testing/doubles/upstream-model.ts";

// Whatever a provider does, the user gets one friendly sentence, the partial text or the library's answer, and a Retry that works. The
// server never requests an answer twice.

interface Fault {
  name: string;
  answer: (response: ServerResponse) => unknown;
  code: string;
  retryable: boolean;
  retryAfter?: number;
  /** Text before the fault. */
  text?: string;
  sentence?: RegExp;
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('{"error":{"message":"secret detail sk-or-1234"}}');

const after = (then: (response: ServerResponse) => unknown) => (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(completionChunk({ content: "So far so good." }));
  then(response);
};
const midway = (code: number) =>
  after((response) =>
    response.end(
      `data: {"error":{"code":${code},"message":"secret detail"},"choices":[{"delta":{},"finish_reason":"error"}]}\n\n`,
    ),
  );
const SO_FAR = "So far so good.";

const faults: Fault[] = [
  { name: "400", answer: status(400), code: "refused", retryable: false },
  { name: "401", answer: status(401), code: "unauthorized", retryable: false },
  { name: "402", answer: status(402), code: "no-credit", retryable: false },
  { name: "403", answer: status(403), code: "unauthorized", retryable: false },
  { name: "404", answer: status(404), code: "model-gone", retryable: false },
  { name: "408", answer: status(408), code: "timeout", retryable: true },
  { name: "413", answer: status(413), code: "refused", retryable: false },
  {
    name: "429 with Retry-After",
    answer: status(429, { "retry-after": "720" }),
    code: "rate-limited",
    retryable: true,
    retryAfter: 720,
    sentence: /in 12 minutes\.$/,
  },
  { name: "429 without", answer: status(429), code: "rate-limited", retryable: true },
  { name: "500", answer: status(500), code: "unavailable", retryable: true },
  {
    name: "503 with Retry-After",
    answer: status(503, { "retry-after": "30" }),
    code: "unavailable",
    retryable: true,
    retryAfter: 30,
    sentence: /in 30 seconds\.$/,
  },
  {
    name: "a redirect",
    answer: status(302, { location: "http://127.0.0.1:1/" }),
    code: "unavailable",
    retryable: true,
  },
  { name: "no answer", answer: () => undefined, code: "unavailable", retryable: true },
  { name: "a cut line", answer: (response) => response.destroy(), code: "unavailable", retryable: true },
  { name: "nothing", answer: (response) => response.end(), code: "unavailable", retryable: true },
  { name: "no words", answer: (response) => streamWords(response, []), code: "garbled", retryable: true },
  {
    name: "garbage",
    answer: (response) => response.end("data: {broken\n\n"),
    code: "garbled",
    retryable: true,
  },
  { name: "401 midway", answer: midway(401), code: "unauthorized", retryable: false, text: SO_FAR },
  { name: "404 midway", answer: midway(404), code: "model-gone", retryable: false, text: SO_FAR },
  { name: "429 midway", answer: midway(429), code: "rate-limited", retryable: true, text: SO_FAR },
  { name: "502 midway", answer: midway(502), code: "unavailable", retryable: true, text: SO_FAR },
  { name: "a stall", answer: after(() => undefined), code: "timeout", retryable: true, text: SO_FAR },
  {
    name: "a cut line midway",
    answer: after((response) => setTimeout(() => response.destroy(), 20)),
    code: "unavailable",
    retryable: true,
    text: SO_FAR,
  },
  {
    name: "cut off at its length",
    answer: after((response) =>
      response.end(
        `data: {"choices":[{"delta":{"content":""},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n`,
      ),
    ),
    code: "garbled",
    retryable: true,
    text: SO_FAR,
    sentence: /grew too long and was cut here/,
  },
  {
    name: "garbage midway",
    answer: after((response) => response.end("data: <html>\n\n")),
    code: "unavailable",
    retryable: true,
    text: SO_FAR,
  },
  {
    name: "a line of 100 MB",
    answer: after((response) => pump(response, "x".repeat(64 * 1024), 100_000_000)),
    code: "garbled",
    retryable: true,
    text: SO_FAR,
  },
];

type Frames = Awaited<ReturnType<typeof readAnswer>>;

let upstream: UpstreamModel;
let app: Awaited<ReturnType<typeof startChatApp>>;
let ada: TestClient;
beforeAll(async () => {
  upstream = await openUpstreamModel();
  app = await startChatApp({ languageModel: modelAt(upstream.url) });
  ada = await app.signUp("Ada");
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

test.each(faults)("survives a model that answers with $name [fault]", async (fault) => {
  upstream.answer = fault.answer;
  const askedBefore = upstream.asked.length;
  const questionId = newId();
  const frames = await readAnswer(await postMessage(ada, { text: "who has rope?", messageId: questionId }));
  if (fault.text === undefined) await expectLibrary(frames, fault);
  else await expectBrokenOff(frames, fault);
  expect(upstream.asked.length - askedBefore).toBe(1);

  upstream.answer = (response) => streamWords(response, ["Well again."]);
  const { threadId } = idsOf(frames);
  const retry = {
    trigger: "retry",
    text: "who has rope?",
    threadId,
    parentId: questionId,
    messageId: newId(),
  };
  expect(textOf(await readAnswer(await postMessage(ada, retry)))).toBe("Well again.");
  expect(await newest(threadId)).toMatchObject({
    content: "Well again.",
    state: "done",
    error: null,
    ui: null,
  });
});

/** The provider failed before its first word. */
async function expectLibrary(frames: Frames, { sentence = /./ }: Fault) {
  expect(textOf(frames)).toMatch(/^The model is away\. From the library:\n\n\S/);
  const ui = frames.map(({ event }) => event).find((event) => event?.type === "data-ui")?.data;
  const reason = ui?.type === "model-away" ? (ui.reason ?? "") : "";
  expectSentence(reason);
  expect(reason).toMatch(sentence);
  const stored = { content: textOf(frames), state: "done", error: null, model: null, ui };
  expect(await newest(idsOf(frames).threadId)).toMatchObject(stored);
}

async function expectBrokenOff(frames: Frames, fault: Fault) {
  expect(textOf(frames)).toBe(fault.text);
  expect(shapeOf(frames)).toMatch(/data-error error \[DONE\]$/);
  const data = frames.find(({ event }) => event?.type === "data-error")?.event;
  expect(data).toMatchObject({
    data: { code: fault.code, retryable: fault.retryable, retryAfter: fault.retryAfter ?? null },
  });
  const failure = frames.find(({ event }) => event?.type === "error")?.event;
  const sentence = failure?.type === "error" ? failure.errorText : "";
  expectSentence(sentence);
  expect(sentence).toMatch(fault.sentence ?? /./);
  const stored = { content: fault.text, state: "failed", error: sentence };
  expect(await newest(idsOf(frames).threadId)).toMatchObject(stored);
}

function expectSentence(sentence: string): void {
  expect(sentence).toMatch(/^[A-Z][^{}<>]+\. (Please [^.]+)\.$/);
  expect(sentence).not.toMatch(/secret|sk-or|\d{3}/);
}

async function newest(threadId: string) {
  return (await ada.call(getThread, { params: { threadId } })).messages.at(-1);
}

test("answers from the library on request while the model is slow", async () => {
  const before = upstream.asked.length;
  const questionId = newId();
  const asked = { text: "who has rope?", messageId: questionId, fromLibrary: true };
  const frames = await readAnswer(await postMessage(ada, asked));
  expect(textOf(frames)).toMatch(/^From the library:\n\n\S/);
  expect(frames.map(({ event }) => event)).toContainEqual({
    type: "data-ui",
    data: { type: "model-away", reason: null },
  });
  expect(upstream.asked.length).toBe(before);
});

test("cuts an endless answer at the limit and stores the text before it", async () => {
  upstream.answer = (response) =>
    pump(response, completionChunk({ content: "y".repeat(1000) }), Number.POSITIVE_INFINITY);
  const frames = await readAnswer(await postMessage(ada, { text: "hello?" }));
  expect(shapeOf(frames)).toBe("start text-start text-delta text-end data-error error [DONE]");
  const { messages } = await ada.call(getThread, { params: { threadId: idsOf(frames).threadId } });
  expect(messages[1]?.content).toBe(textOf(frames));
  expect(messages[1]?.content.length).toBeGreaterThan(MAX_ANSWER - 1001);
  expect(messages[1]?.content.length).toBeLessThanOrEqual(MAX_ANSWER);
});

function pump(response: ServerResponse, piece: string, limit: number): void {
  let sent = 0;
  const go = (): void => {
    while (!response.destroyed && sent < limit) {
      sent += piece.length;
      if (!response.write(piece)) {
        response.once("drain", go);
        return;
      }
    }
  };
  go();
}

function modelAt(baseUrl: string) {
  const egress = createEgress({ allowedOrigins: [baseUrl], log: createLog("silent") });
  return openaiCompatibleModel(egress, {
    baseUrl,
    apiKey: null,
    model: "own/model",
    stallMs: 600,
    firstAnswerMs: 1500,
  });
}
