import { serve } from "@hono/node-server";
import { streamText, type LanguageModel } from "ai";
import { Hono } from "hono";

// The rival: the AI SDK's own relay of the same upstream, on the same HTTP server as Looby's. It has no log, cannot be resumed or stopped
// by another client, and uses no database. Its provider is handwritten and as thin as possible.

const upstream = process.env["LLM_BASE_URL"] ?? "";
const model: Exclude<LanguageModel, string> = {
  specificationVersion: "v4",
  provider: "bench",
  modelId: "bench/clock",
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error("only streams")),
  async doStream({ prompt, abortSignal }) {
    const response = await fetch(`${upstream}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prompt, stream: true }),
      ...(abortSignal === undefined ? {} : { signal: abortSignal }),
    });
    if (response.body === null) throw new Error("no stream");
    let rest = "";
    const parts = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TransformStream({
        start(controller) {
          controller.enqueue({ type: "stream-start", warnings: [] });
          controller.enqueue({ type: "text-start", id: "1" });
        },
        transform(text, controller) {
          const lines = (rest + text).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) {
            if (!line.startsWith("data: {")) continue;
            controller.enqueue({
              type: "text-delta",
              id: "1",
              delta: JSON.parse(line.slice(6)).choices[0].delta.content,
            });
          }
        },
      }),
    );
    return { stream: parts };
  },
};

const app = new Hono();
app.post("/api/chat", async (context) => {
  const { text } = await context.req.json<{ text: string }>();
  return streamText({ model, prompt: text }).toUIMessageStreamResponse();
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`The AI SDK is at http://127.0.0.1:${port}\n`);
});
