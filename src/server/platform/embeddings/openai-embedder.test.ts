import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { openaiEmbedder } from "./openai-embedder.ts";

test("sends texts in batches with model and key, returning vectors in order", async () => {
  const calls: { authorization: string | undefined; model: string; input: string[] }[] = [];
  await using provider = await startProvider((authorization, body) => {
    calls.push({ authorization, ...body });
    const data = body.input.map((text, index) => ({ index, embedding: [text.length, index] }));
    return { status: 200, body: JSON.stringify({ data: data.toReversed() }) };
  });
  const embedder = embedderAt(provider.url);
  const texts = Array.from({ length: 70 }, (_, index) => "x".repeat(index));
  const vectors = await embedder.embed(texts);
  expect(vectors.map((vector) => vector[0])).toEqual([1, ...texts.slice(1).map((text) => text.length)]);
  expect(calls.map(({ input }) => input.length)).toEqual([64, 6]);
  expect(calls[0]).toMatchObject({ authorization: "Bearer secret", model: "tiny" });
  expect(embedder.id).toBe(`tiny@${new URL(provider.url).host}`);
});

test.for([
  ["busy", 429, "", "unavailable"],
  ["broken", 500, "oops", "unavailable"],
  ["key refused", 401, "{}", "upstream-failed"],
  ["not JSON", 200, "<html>", "unavailable"],
  ["another shape", 200, `{"vectors":[]}`, "upstream-failed"],
  ["one text forgotten", 200, `{"data":[]}`, "upstream-failed"],
  ["another length", 200, `{"data":[{"index":0,"embedding":[1,2,3]}]}`, "upstream-failed"],
  ["endless numbers", 200, `{"data":[{"index":0,"embedding":[1e999,2]}]}`, "upstream-failed"],
] as const)("reports a faulty provider as an error with a code: %s", async ([, status, body, code]) => {
  await using provider = await startProvider(() => ({ status, body }));
  await expect(embedderAt(provider.url).embed(["hello"])).rejects.toMatchObject({ code });
});

test("reports an unreachable provider with a code and pauses further calls", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1000);
  const embedder = embedderAt("http://127.0.0.1:9/v1");
  await expect(embedder.embed(["hello"])).rejects.toMatchObject({ code: "upstream-failed" });
  await expect(embedder.embed(["hello"])).rejects.toMatchObject({ code: "unavailable" });
  clock.mockReturnValue(6000);
  await expect(embedder.embed(["hello"])).rejects.toMatchObject({ code: "upstream-failed" });
  clock.mockRestore();
});

test.for([
  ["http://localhost:11434/v1", false],
  ["http://127.0.0.1:8080", false],
  ["http://[::1]:8080/v1", false],
  ["http://ollama:11434/v1", true],
  ["https://127.0.0.1.example/v1", true],
] as const)("knows whether a provider at %s is another machine: %s", ([url, isElsewhere]) => {
  expect(embedderAt(url).isElsewhere).toBe(isElsewhere);
});

function embedderAt(baseUrl: string) {
  const egress = createEgress({ allowedOrigins: [baseUrl], log: createLog("silent") });
  return openaiEmbedder(egress, { baseUrl, apiKey: "secret", model: "tiny", dimensions: 2 });
}

type Answer = (
  authorization: string | undefined,
  body: { model: string; input: string[] },
) => { status: number; body: string };

async function startProvider(answer: Answer): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      // Written by the test's own client.
      const answered = answer(request.headers.authorization, body as { model: string; input: string[] });
      response.writeHead(answered.status, { "content-type": "application/json" }).end(answered.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address of this type.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/`, [Symbol.asyncDispose]: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
