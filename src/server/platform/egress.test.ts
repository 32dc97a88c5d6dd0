import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createEgress, matchesOrigin } from "./egress.ts";

const log = createLog("silent");

test("calls only the configured origins, however another address is spelt", async () => {
  await using canary = await listen((_request, response) => response.end("the metadata of the machine"));
  const { port } = canary;
  const egress = createEgress({ allowedOrigins: ["https://api.example", "http://localhost:1"], log });
  const spellings = [
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://2130706433:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://0:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://api.example@127.0.0.1:${port}/`,
  ];
  for (const url of spellings)
    await expect(egress(url, { purpose: "omi" }), url).rejects.toMatchObject({ code: "upstream-failed" });
  expect(canary.hits()).toBe(0);
});

test("does not follow a redirect", async () => {
  await using inside = await listen((_request, response) => response.end("secret"));
  await using gate = await listen((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
  );
  const origin = `http://127.0.0.1:${gate.port}`;
  // Not even to an allowed origin: the caller requested a different one.
  const egress = createEgress({ allowedOrigins: [origin, `http://127.0.0.1:${inside.port}`], log });
  await expect(egress(`${origin}/x`, { purpose: "omi" })).rejects.toMatchObject({ code: "upstream-failed" });
  expect([gate.hits(), inside.hits()]).toEqual([1, 0]);
});

test("matches a wildcard only with hosts below it, not with equal endings", () => {
  const isPush = (url: string) => matchesOrigin("https://*.push.example", new URL(url));
  expect(isPush("https://a.push.example/x")).toBe(true);
  for (const url of [
    "https://evilpush.example/",
    "https://push.example/",
    "http://a.push.example/",
    "https://a.push.example:8443/",
    "https://a.push.example.evil.example/",
  ])
    expect([url, isPush(url)]).toEqual([url, false]);
});

test("gives up on an unresponsive server and reports the reason of an abort", async () => {
  await using silent = await listen(() => undefined);
  const origin = `http://127.0.0.1:${silent.port}`;
  const egress = createEgress({ allowedOrigins: [origin], log });
  await expect(egress(origin, { purpose: "omi", deadlineMs: 20 })).rejects.toMatchObject({
    code: "upstream-failed",
    message: `127.0.0.1:${silent.port} did not answer. Please try again later.`,
  });
  const left = AbortSignal.abort(new Error("left"));
  await expect(egress(origin, { purpose: "omi", signal: left })).rejects.toThrow("left");
});

test("logs a call in one line with its target, purpose and result, but not its content", async () => {
  await using other = await listen((_request, response) => response.writeHead(404).end());
  const lines: unknown[] = [];
  const note = (line: unknown) => lines.push(line);
  const log = Object.assign(createLog("silent"), { info: note, warn: note });
  const host = `127.0.0.1:${other.port}`;
  const egress = createEgress({ allowedOrigins: [`http://${host}`, "http://127.0.0.1:1"], log });
  const form = new FormData();
  form.set("file", new Blob(["words"]));
  for (const body of [undefined, "wörds", new Uint8Array(9), form])
    await egress(`http://${host}/bot-token?key=1`, { purpose: "omi", method: "POST", body: body ?? null });
  await expect(egress("http://127.0.0.1:1/", { purpose: "omi" })).rejects.toThrow("did not answer");
  const line = { host, purpose: "omi", status: 404, ms: expect.any(Number) as number };
  expect(lines).toEqual([
    ...[0, 6, 9, 5].map((bytes) => ({ ...line, bytes })),
    { ...line, host: "127.0.0.1:1", status: null, bytes: 0, err: expect.any(Error) as Error },
  ]);
});

test("finds no connections on the server except through egress", async () => {
  const ways =
    /from "(node:(?:http2?|https|net|tls|dgram)|undici|axios|nodemailer|grammy|web-push|aws4fetch)"/g;
  const found: string[] = [];
  for await (const file of glob("src/server/**/*.ts", {
    exclude: ["**/*.test.ts", "src/server/testing/**"],
  })) {
    const text = readFileSync(file, "utf8");
    for (const [statement, name] of text.matchAll(ways))
      if (!new RegExp(`import type [^;]*${statement}`).test(text)) found.push(`${file}: ${name}`);
  }
  expect(found.toSorted()).toEqual([
    "src/server/http/limits/rate-limit.ts: node:net", // only parses addresses
    "src/server/http/request/request-guards.ts: node:net", // only parses addresses
    "src/server/http/response/stream-to-socket.ts: node:http", // only answers
    "src/server/platform/mail/mailer.ts: nodemailer", // logged there
    "src/server/platform/push/web-push-sender.ts: web-push", // only encrypts
    "src/server/platform/storage/s3-storage.ts: aws4fetch", // only signs
    "src/server/platform/telegram/grammy-bot.ts: grammy", // calls through egress
  ]);
});

async function listen(answer: RequestListener) {
  let hits = 0;
  const server = createServer((request, response) => {
    hits += 1;
    answer(request, response);
  });
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
