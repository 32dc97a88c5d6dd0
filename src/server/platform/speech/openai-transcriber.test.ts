import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { openaiTranscriber } from "./openai-transcriber.ts";
import type { SentRecording } from "./transcriber.ts";

const spoken: SentRecording = {
  path: join(import.meta.dirname, "../../../../e2e/fixtures/speech/generator.webm"),
  container: "webm",
  person: "ada",
  network: "camp",
  seconds: 5,
};
const noAbort = new AbortController().signal;

test("sends the recording with model and key, returning its trimmed text", async () => {
  await using service = await startService(200, `{"text":"  I have a generator. "}`);
  const transcriber = transcriberAt(service.url);
  expect(await transcriber.transcribe(spoken, noAbort)).toBe("I have a generator.");
  expect(transcriber.id).toBe("whisper-1");
  const [request] = service.requests;
  expect(request).toMatchObject({ path: "/v1/audio/transcriptions", authorization: "Bearer secret" });
  expect(request?.body).toContain(`name="model"\r\n\r\nwhisper-1`);
  expect(request?.body).toContain(`filename="recording.webm"`);
});

test.for([
  ["busy", 429, "", "too-many-requests"],
  ["broken", 500, "oops", "unavailable"],
  ["key refused", 401, "{}", "unavailable"],
  ["cannot read it", 400, "{}", "unsupported-media-type"],
  ["finds it too large", 413, "{}", "too-large"],
  ["not JSON", 200, "<html>", "upstream-failed"],
  ["another shape", 200, `{"words":[]}`, "upstream-failed"],
  ["a book", 200, JSON.stringify({ text: "x".repeat(50_000_000) }), "upstream-failed"],
  ["leads elsewhere", 302, "", "upstream-failed"],
] as const)(
  "reports a faulty service as an error with a code: %s [fault]",
  async ([, status, body, code]) => {
    await using service = await startService(status, body);
    await expect(transcriberAt(service.url).transcribe(spoken, noAbort)).rejects.toMatchObject({ code });
  },
);

test("reports an unreachable service as an error with a code", async () => {
  const transcribed = transcriberAt("http://127.0.0.1:9/v1").transcribe(spoken, noAbort);
  await expect(transcribed).rejects.toMatchObject({ code: "upstream-failed" });
});

function transcriberAt(baseUrl: string) {
  const egress = createEgress({ allowedOrigins: [baseUrl], log: createLog("silent") });
  return openaiTranscriber(egress, { baseUrl, apiKey: "secret", model: "whisper-1" });
}

async function startService(status: number, body: string) {
  const requests: { path: string | undefined; authorization: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { url: path, headers } = request;
      requests.push({ path, authorization: headers.authorization, body: bytes.toString("latin1") });
      response.writeHead(status, { "content-type": "application/json", location: "/elsewhere" }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
