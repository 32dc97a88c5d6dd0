import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { expect, test } from "vitest";
import { ModelError } from "#server/platform/llm/language-model.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

// Our frames are those of the AI SDK's UI message stream (version 1), so that its clients also work with Looby. These tests check
// them with the SDK's own transport and reader.

test("streams answers that the AI SDK's transport and reader understand", async () => {
  const model = scriptedModel(["<think>Look it up.</think>Ask Nova ", "[^camp:1]", " & friends."]);
  await using app = await startChatApp({ languageModel: model, items: [camp] });
  const { chunks, message } = await ask(app.as("ada"), {
    showThinking: true,
    llm: "Llama 3.3 70B free",
  });
  expect(message).toMatchObject({
    role: "assistant",
    metadata: { companion: "base-looby", model: "scripted" },
    parts: [
      { type: "reasoning", text: "Look it up.", state: "done" },
      { type: "text", text: "Ask Nova [^camp:1] & friends.", state: "done" },
      {
        type: "source-document",
        sourceId: "camp:1",
        title: "Camp Nova",
        providerMetadata: { looby: { kind: "camp", place: "7:30 & E" } },
      },
      { type: "data-ui", data: { type: "chips", chips: [{ label: "Take me there" }, {}] } },
    ],
  });
  const types = chunks.map(({ type }) => type);
  expect(types).toContain("source-document");
  expect(types).toContain("message-metadata"); // a different model from the requested one
});

test("sends errors and custom parts that the AI SDK's reader recognizes", async () => {
  const failure = { code: "timeout", retryable: true, retryAfter: null, message: "Too slow." } as const;
  await using app = await startChatApp({ languageModel: scriptedModel(["Well", new ModelError(failure)]) });
  const { message, errors } = await ask(app.as("ada"), {});
  expect(message?.parts).toMatchObject([
    { type: "text", text: "Well", state: "done" },
    { type: "data-error", data: { code: "timeout", retryable: true } },
  ]);
  expect(errors).toEqual(["Too slow."]);
});

async function ask(client: TestClient, options: { showThinking?: boolean; llm?: string }) {
  const transport = new DefaultChatTransport<UIMessage>({
    api: "http://localhost:3000/api/chat",
    fetch: async (url, init) =>
      await client.request(new Request(url).url.replace("http://localhost:3000", ""), init),
    prepareSendMessagesRequest: () => ({ body: { text: "who has power?", ...options } }),
  });
  const stream = await transport.sendMessages({
    trigger: "submit-message",
    chatId: "chat",
    messageId: undefined,
    messages: [],
    abortSignal: undefined,
  });
  const chunks: UIMessageChunk[] = [];
  const errors: string[] = [];
  const watched = stream.pipeThrough(
    new TransformStream<UIMessageChunk, UIMessageChunk>({
      transform(chunk, controller) {
        chunks.push(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  let message: UIMessage | undefined;
  const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error));
  for await (const state of readUIMessageStream({ stream: watched, onError })) message = state;
  return { chunks, message, errors };
}

const camp = {
  source: {
    sourceId: "camp:1",
    kind: "camp",
    title: "Camp Nova",
    place: "7:30 & E",
    distanceM: null,
    excerpt: "Power for everybody.",
  },
  body: "Power for everybody.",
  at: null,
  score: 1,
  keywordShare: 1,
  cosine: 0.7,
} as const;
