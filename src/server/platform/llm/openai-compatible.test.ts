import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock } from "@copilotkit/aimock";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { type ModelDelta, ModelError, type ModelFailure } from "./language-model.ts";
import { MAX_ANSWER } from "./completion-reader.ts";
import { openaiCompatibleModel, type OpenaiCompatibleOptions } from "./openai-compatible.ts";

const question = [{ role: "user", content: "hello" }] as const;

test("skips OpenRouter's comments, separates reasoning from text and names the model", async () => {
  await using upstream = await openRouter();
  upstream.mock.on(
    { userMessage: "hello" },
    { content: "Water is at 9:45 – Ünïcode 🐪.", reasoning: "Where is water?", model: "meta/llama-70b" },
    { chunkSize: 3, openRouterProcessing: true },
  );
  const model = modelAt(`${upstream.mock.url}/api/v1`, { model: "openrouter/free", apiKey: "key-1" });
  const answer = await listen(model);
  expect(answer).toMatchObject({
    text: "Water is at 9:45 – Ünïcode 🐪.",
    reasoning: "Where is water?",
    model: "meta/llama-70b",
    failure: null,
  });
  const [request] = upstream.mock.getRequests();
  expect(request?.headers["authorization"]).toBe("[REDACTED]"); // the mock hides it; without a key there is none
  expect(request?.body).toMatchObject({ model: "openrouter/free", stream: true });
});

test.each([
  [401, "unauthorized", false],
  [402, "no-credit", false],
  [403, "unauthorized", false],
  [404, "model-gone", false],
  [408, "timeout", true],
  [413, "refused", false],
  [429, "rate-limited", true],
  [500, "unavailable", true],
  [503, "unavailable", true],
  [529, "unavailable", true],
])("reports HTTP %i before the first token in one friendly sentence", async (status, code, retryable) => {
  await using upstream = await openRouter();
  upstream.mock.nextRequestError(status, { message: "secret detail of the provider" });
  const { failure } = await listen(modelAt(`${upstream.mock.url}/api/v1`));
  expect(failure).toMatchObject({ code, retryable });
  expect(failure?.message).toMatch(/^[A-Z][^{}<>]+\.$/);
  expect(failure?.message).not.toContain("secret");
});

test("returns the text so far and the failure of a stream that breaks off", async () => {
  await using upstream = await openRouter();
  upstream.mock.on(
    {},
    { content: "one two three four" },
    { chunkSize: 4, truncateAfterChunks: 3, latency: 10 },
  );
  const answer = await listen(modelAt(`${upstream.mock.url}/api/v1`));
  expect("one two three four").toContain(answer.text);
  expect(answer.text).not.toBe("");
  expect(answer.failure).toMatchObject({ code: "unavailable", retryable: true });
});

test("shows Retry-After to the user, given in seconds or as a date", async () => {
  await using upstream = await hostile((response) => {
    response.writeHead(429, { "retry-after": "40" }).end();
  });
  expect((await listen(modelAt(upstream.url))).failure).toMatchObject({
    code: "rate-limited",
    retryAfter: 40,
    message: "The language model has too much to do. Please try again in 40 seconds.",
  });
  await using later = await hostile((response) => {
    response.writeHead(503, { "retry-after": new Date(Date.now() + 600_000).toUTCString() }).end();
  });
  const { failure } = await listen(modelAt(later.url));
  expect(failure?.retryAfter).toBeGreaterThan(590);
  expect(failure?.message).toContain("10 minutes");
});

test("ends a stream after the text before an error", async () => {
  await using upstream = await hostile((response) => {
    stream(response, [
      chunk({ content: "It is " }),
      `${chunk({ content: "near" })}data: {"error":{"code":429,"message":"upstream full"},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}\n\n`,
      "data: [DONE]\n\n",
    ]);
  });
  const answer = await listen(modelAt(upstream.url));
  expect(answer.text).toBe("It is near");
  expect(answer.failure).toMatchObject({ code: "rate-limited", retryable: true });
});

test("parses frames split at any byte into the same text", async () => {
  const wire =
    `: hi\r\n\r\nevent: x\r\n${chunk({ reasoning_content: "hm é" }).replaceAll("\n", "\r\n")}` +
    `${chunk({ content: "Grüße " })}data:${chunk({ content: "🐪" }).slice(6)}data: [DONE]\n\n`;
  const bytes = Buffer.from(wire);
  await using upstream = await hostile(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const byte of bytes) {
      response.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    response.end();
  });
  expect(await listen(modelAt(upstream.url))).toMatchObject({
    text: "Grüße 🐪",
    reasoning: "hm é",
    failure: null,
  });
});

test.each<[string, (response: ServerResponse) => void, Partial<ModelFailure>]>([
  [
    "garbage, and then the end",
    (response) => stream(response, [chunk({ content: "Hi" }), "data: {broken\n\n"]),
    { code: "unavailable" },
  ],
  ["nothing but garbage", (response) => stream(response, ["data: {broken\n\n"]), { code: "garbled" }],
  ["a page of HTML", (response) => response.end("<html>login</html>"), { code: "unavailable" }],
  ["nothing", (response) => response.end(), { code: "unavailable" }],
  ["an array", (response) => stream(response, ["data: []\n\n"]), { code: "garbled" }],
  [
    "a redirect",
    (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    { code: "unavailable" },
  ],
])("ends cleanly on hostile input: %s", async (_, handle, failure) => {
  await using upstream = await hostile(handle);
  expect((await listen(modelAt(upstream.url))).failure).toMatchObject(failure);
});

test("closes a hostile connection after 1 MB without a line end", async () => {
  let sent = 0;
  await using upstream = await hostile((response) => {
    response.writeHead(200);
    const piece = "x".repeat(64 * 1024);
    const pump = (): void => {
      while (!response.destroyed && sent < 100_000_000) {
        sent += piece.length;
        if (!response.write(sent === piece.length ? `data: ${piece}` : piece)) {
          response.once("drain", pump);
          return;
        }
      }
    };
    pump();
  });
  expect((await listen(modelAt(upstream.url))).failure).toMatchObject({ code: "garbled" });
  await upstream.closed;
  expect(sent).toBeLessThan(20_000_000);
});

test("cuts an endless hostile answer at the limit", async () => {
  await using upstream = await hostile((response) => {
    response.writeHead(200);
    const pump = (): void => {
      while (!response.destroyed && response.write(chunk({ content: "y".repeat(1000) })));
      if (!response.destroyed) response.once("drain", pump);
    };
    pump();
  });
  const answer = await listen(modelAt(upstream.url));
  expect(answer.failure?.message).toContain("too long");
  expect(answer.text.length).toBeGreaterThan(MAX_ANSWER - 1001);
  expect(answer.text.length).toBeLessThanOrEqual(MAX_ANSWER);
  await upstream.closed;
});

test("distinguishes a timeout in the middle from an unreachable provider", async () => {
  await using stalls = await hostile((response) => {
    response.writeHead(200);
    response.write(chunk({ content: "I was " }));
  });
  const answer = await listen(modelAt(stalls.url, { stallMs: 80 }));
  expect(answer).toMatchObject({ text: "I was ", failure: { code: "timeout", retryable: true } });
  await stalls.closed;

  await using silent = await hostile(() => undefined);
  expect((await listen(modelAt(silent.url, { firstAnswerMs: 80 }))).failure).toMatchObject({
    code: "unavailable",
    retryable: true,
  });
});

test("stops the provider, before and after the first token", async () => {
  await using upstream = await hostile((response) => {
    response.writeHead(200);
    response.write(chunk({ content: "First" }));
  });
  const stop = new AbortController();
  const generation = await modelAt(upstream.url).generate({ messages: question, signal: stop.signal });
  const deltas = generation.deltas[Symbol.asyncIterator]();
  expect(await deltas.next()).toEqual({ done: false, value: { type: "text", delta: "First" } });
  stop.abort("stop");
  await expect(deltas.next()).rejects.toBe("stop");
  await upstream.closed;

  await using silent = await hostile(() => undefined);
  const early = new AbortController();
  const waiting = modelAt(silent.url).generate({ messages: question, signal: early.signal });
  setTimeout(() => early.abort("stop"), 20);
  await expect(waiting).rejects.toBe("stop");
  await silent.closed;
});

test("closes the upstream connection when the listener disconnects", async () => {
  await using upstream = await hostile((response) => {
    response.writeHead(200);
    response.write(chunk({ content: "First" }));
  });
  const { deltas } = await modelAt(upstream.url).generate({
    messages: question,
    signal: new AbortController().signal,
  });
  for await (const _ of deltas) break;
  await expect(upstream.closed).resolves.toBeUndefined();
});

function modelAt(baseUrl: string, options: Partial<OpenaiCompatibleOptions> = {}) {
  const egress = createEgress({ allowedOrigins: [baseUrl], log: createLog("silent") });
  return openaiCompatibleModel(egress, { baseUrl, apiKey: null, model: "test", ...options });
}

async function listen(model: ReturnType<typeof modelAt>) {
  const received = { text: "", reasoning: "" };
  let failure: ModelFailure | null = null;
  let speaker: string | null = null;
  try {
    const generation = await model.generate({ messages: question, signal: new AbortController().signal });
    for await (const delta of generation.deltas satisfies AsyncIterable<ModelDelta>)
      if ("delta" in delta) received[delta.type] += delta.delta;
    speaker = generation.model;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    failure = error.failure;
  }
  return { ...received, failure, model: speaker };
}

function chunk(delta: Record<string, string>): string {
  return `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ delta }] })}\n\n`;
}

function stream(response: ServerResponse, pieces: string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of pieces) response.write(piece);
  response.end();
}

async function openRouter() {
  const mock = new LLMock({ port: 0 });
  await mock.start();
  return { mock, [Symbol.asyncDispose]: () => mock.stop() };
}

/** A misbehaving provider. `closed`: a connection to it was closed. */
async function hostile(handle: (response: ServerResponse) => unknown) {
  const closed = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.on("close", closed.resolve);
    handle(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
