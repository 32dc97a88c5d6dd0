import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { getThread, deleteThread } from "#shared/features/chat/contract.ts";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { listOutboundCalls, type OutboundCallView } from "#shared/features/outbound/contract.ts";
import { OutboundRecorder } from "./recorder.ts";
import { forgetOldOutbound } from "./repository.ts";
import { createLog } from "#server/log.ts";
import { createEgress, type Egress } from "#server/platform/egress.ts";
import { openaiEmbedder } from "#server/platform/embeddings/openai-embedder.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { onBehalfOf } from "#server/platform/outbound-call.ts";
import { hear, idsOf, say } from "#server/testing/chat-app.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import {
  openUpstreamModel,
  streamWords,
  type UpstreamModel,
} from "#server/testing/doubles/upstream-model.ts";

const KEY = "sk-the-key-of-the-model";
const TOKEN = "12345:the-token-of-the-bot";

let upstream: UpstreamModel;
let elsewhere: { url: string; close: () => void };
let recorder: OutboundRecorder;
let egress: Egress;
let app: TestApp;
beforeAll(async () => {
  upstream = await openUpstreamModel((response) => streamWords(response, ["Ask ", "Ember."]));
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.includes("dies") === true) response.destroy();
    else response.end("0123456789");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening server has one
  elsewhere = { url: `http://127.0.0.1:${port}`, close: () => server.close() };
  const database = await openTestDatabase();
  const log = createLog("silent");
  recorder = new OutboundRecorder({ database, log });
  const allowedOrigins = [upstream.url, elsewhere.url];
  egress = createEgress({ allowedOrigins, log, record: recorder.record, secrets: [KEY, TOKEN] });
  const settings = { baseUrl: upstream.url, apiKey: KEY, model: "ember-1" };
  app = await startTestApp({
    database,
    outbound: recorder,
    chat: { languageModel: openaiCompatibleModel(egress, settings) },
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  elsewhere.close();
});

test("a call to a language model is listed for its user and for operators, without keys and instructions", async () => {
  const [ada, bob, olga] = [await app.signUp("Ada"), await app.signUp("Bob"), await app.signUp("Olga")];
  await app.nameOperators("Olga");
  expect(await ada.call(listOutboundCalls, { query: {} })).toEqual({
    calls: [],
    nextBefore: null,
    retention: { days: 30, calls: 5000 },
    isOperator: false,
  });
  const frames = await hear(await say(ada, { text: `Who mends bikes? My key is ${KEY}.` }));
  const [call] = await callsOf(ada);
  expect(call).toMatchObject({
    purpose: "answer",
    reason: "chat.send",
    isMine: true,
    times: 1,
    method: "POST",
    host: new URL(upstream.url).host,
    path: "/v1/chat/completions",
    outcome: "answered",
    status: 200,
  });
  expect(call?.fields).toEqual(expect.arrayContaining(["model", "messages", "stream"]));
  expect(call?.bytesSent).toBeGreaterThan(1000);
  expect(call?.bytesReceived).toBeGreaterThan(100);
  expect(call?.sent).toContain("Who mends bikes? My key is [secret].");
  expect(call?.sent).toMatch(/"role":"system","content":"\[instructions, [\d,]+ characters\]"/);
  expect(JSON.stringify(call)).not.toContain(KEY);

  expect(await callsOf(bob)).toEqual([]);
  expect(await bob.refusal(listOutboundCalls, { query: { scope: "all" } })).toMatchObject({
    status: 403,
    code: "forbidden",
  });
  const everybodys = await callsOf(olga, "all");
  expect(everybodys.map(({ purpose, isMine }) => [purpose, isMine])).toContainEqual(["answer", false]);
  const adas = everybodys.find(({ purpose }) => purpose === "answer");
  expect(adas).toMatchObject({ host: call?.host, fields: call?.fields, sent: "[for its person only]" });
  // Fetching the provider's model list is done for no user.
  expect(everybodys.map(({ purpose, reason }) => [purpose, reason])).toContainEqual([
    "model-list",
    "background",
  ]);

  const { threadId } = idsOf(frames);
  expect((await ada.call(getThread, { params: { threadId } })).messages).toHaveLength(2);
  await ada.call(deleteThread, { params: { threadId } });
  expect(await callsOf(ada)).toMatchObject([{ purpose: "answer", sent: null, fields: call?.fields }]);
});

test("every kind of body is logged by field names and lengths; secrets in body, path and query are removed", async () => {
  const cleo = await app.signUp("Cleo");
  const userId = await idOf(cleo);
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(1234)], { type: "audio/webm" }), "recording.webm");
  form.set("model", "whisper-1");
  await onBehalfOf({ userId, reason: "a test" }, async () => {
    const post = { method: "POST" } as const;
    const json = (body: unknown) => ({ ...post, body: JSON.stringify(body) });
    await read(egress(`${elsewhere.url}/speech`, { purpose: "speech", ...post, body: form }));
    const webhook = { url: "https://x.example", secret_token: "hush", max_tokens: 5, text: "a".repeat(5000) };
    await read(egress(`${elsewhere.url}/bot${TOKEN}/set`, { purpose: "telegram", ...json(webhook) }));
    await read(egress(`${elsewhere.url}/api?q=9+Main&api_key=zzz`, { purpose: "address" }));
    await read(
      egress(`${elsewhere.url}/wpush/the-device`, { purpose: "push", ...post, body: new Uint8Array(9) }),
    );
    await expect(egress(`${elsewhere.url}/dies`, { purpose: "omi" })).rejects.toThrow("did not answer");
    await expect(egress("http://127.0.0.1:1/", { purpose: "omi" })).rejects.toThrow("is not one this server");
    const stopping = new AbortController();
    const stopped = await egress(`${elsewhere.url}/m`, { purpose: "model-list", signal: stopping.signal });
    stopping.abort();
    await stopped.body?.cancel().catch(() => undefined);
    const dropped = await egress(`${elsewhere.url}/photos/a`, { purpose: "photo" });
    await dropped.body?.cancel();
  });
  const calls = Object.fromEntries((await callsOf(cleo)).map((call) => [call.purpose, call]));
  expect(calls["speech"]).toMatchObject({
    fields: ["file", "model"],
    sent: '{"file":"[1,234 bytes of audio/webm]","model":"whisper-1"}',
    bytesSent: 1243,
    bytesReceived: 10,
  });
  expect(calls["telegram"]?.path).toBe("/bot[secret]/set");
  expect(calls["telegram"]?.sent).toMatch(
    /^\{"url":"https:\/\/x.example","secret_token":"\[secret\]","max_tokens":5,"text":"a+ \[\.\.\. 4,400 characters \.\.\.\] a+"\}$/,
  );
  expect(calls["address"]).toMatchObject({ path: "/api", sent: '{"q":"9 Main","api_key":"[secret]"}' });
  expect(calls["push"]).toMatchObject({ path: "/[secret]", sent: "[9 bytes]" });
  expect(calls["omi"]).toMatchObject({ outcome: "no-answer", status: null });
  expect(calls["model-list"]).toMatchObject({ outcome: "stopped", status: 200 });
  expect(calls["photo"]).toMatchObject({ outcome: "answered", status: 200, sent: null });
  expect(Object.keys(calls)).toHaveLength(7); // refused calls went nowhere
});

test("embedded texts and the text of mails are never logged; repeated calls are counted", async () => {
  const embedder = openaiEmbedder(egress, {
    baseUrl: elsewhere.url,
    apiKey: KEY,
    model: "e",
    dimensions: 2,
  });
  await expect(embedder.embed(["a memory of somebody", "another"])).rejects.toThrow("The embeddings service");
  for (let round = 0; round < 3; round += 1)
    await read(egress(`${elsewhere.url}/getUpdates`, { purpose: "telegram" }));
  const mailer = createMailer({
    url: "smtp://someone:pass@127.0.0.1:1",
    from: "Looby <looby@localhost>",
    record: recorder.record,
  });
  const mail = { to: "ada@example.org", subject: "Your code", text: "It is ABCD2345" };
  await expect(mailer.send(mail)).rejects.toThrow("ECONN");
  const calls = await callsOf(app.as("Olga"), "all");
  expect(calls.find(({ purpose }) => purpose === "embedding")).toMatchObject({
    sent: '{"model":"e","input":"[2 texts, 27 characters, not kept]"}',
  });
  expect(calls.find(({ path }) => path === "/getUpdates")).toMatchObject({ times: 3, bytesReceived: 30 });
  expect(calls.find(({ purpose }) => purpose === "mail")).toMatchObject({
    host: "127.0.0.1:1",
    sent: '{"subject":"Your code","text":"[14 characters, not kept]"}',
    outcome: "no-answer",
  });
  expect(JSON.stringify(calls)).not.toMatch(/ABCD2345|somebody|ada@example|pass@/);
});

test("the list is paged, limited in age and number, and deleted with its account", async () => {
  const dora = await app.signUp("Dora");
  const userId = await idOf(dora);
  await onBehalfOf({ userId, reason: "a test" }, async () => {
    for (let n = 0; n < 52; n += 1) await read(egress(`${elsewhere.url}/${n}`, { purpose: "photo" }));
  });
  const first = await dora.call(listOutboundCalls, { query: {} });
  expect(first.calls).toHaveLength(50);
  const rest = await dora.call(listOutboundCalls, { query: { before: first.nextBefore ?? "" } });
  expect(rest.calls).toHaveLength(2);
  expect(rest.nextBefore).toBeNull();
  expect(new Set([...first.calls, ...rest.calls].map(({ path }) => path)).size).toBe(52);
  for (const before of ["nonsense", "2026-01-01T00:00:00Z_';--", "_"])
    expect(await dora.refusal(listOutboundCalls, { query: { before } })).toMatchObject({ status: 400 });

  const db = app.database.kysely;
  await forgetOldOutbound(db, { since: new Date(0), calls: 10 });
  expect(await callsOf(dora)).toHaveLength(10);
  await forgetOldOutbound(db, { since: new Date(Date.now() + 1000), calls: 10 });
  expect(await callsOf(dora)).toEqual([]);

  await onBehalfOf({ userId, reason: "a test" }, async () => {
    await read(egress(`${elsewhere.url}/last`, { purpose: "photo" }));
    await recorder.flush();
    await dora.call(deleteAccount, { body: { password: TEST_PASSWORD } });
    // Still running when its user deletes the account.
    await read(egress(`${elsewhere.url}/later`, { purpose: "photo" }));
    await recorder.flush();
  });
  expect(
    await db.selectFrom("outbound_calls").select("path").where("user_id", "=", userId).execute(),
  ).toEqual([]);
});

test("nothing on the server opens connections except through egress", async () => {
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

async function callsOf(client: TestClient, scope: "own" | "all" = "own"): Promise<OutboundCallView[]> {
  return (await client.call(listOutboundCalls, { query: { scope } })).calls;
}

async function idOf(client: TestClient): Promise<string> {
  return (await client.call(getSession, {})).user.userId;
}

async function read(response: Promise<Response>): Promise<void> {
  await (await response).text();
}
