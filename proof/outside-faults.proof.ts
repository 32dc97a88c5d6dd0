import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import {
  beginOmiLink,
  confirmOmiLink,
  createOmiMemory,
  getOmiLink,
  proveOmiLink,
} from "#shared/features/omi/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { searchAddresses } from "#shared/features/places/contract.ts";
import { createLinkCode } from "#shared/features/telegram/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import { sendDue } from "#server/features/omi/send.ts";
import { sweepUnclaimed } from "#server/features/photos/store-photo.ts";
import { createLog } from "#server/log.ts";
import { createEgress, type Egress } from "#server/platform/egress.ts";
import { nominatim } from "#server/platform/geocoder/nominatim.ts";
import { omiOver } from "#server/platform/omi/omi.ts";
import { createS3Storage } from "#server/platform/storage/s3-storage.ts";
import { grammyBot } from "#server/platform/telegram/grammy-bot.ts";
import { OMI_APP, openFakeOmi } from "#server/testing/doubles/fake-omi.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { saveTestPhoto, sendTestPhoto, testPicture } from "#server/testing/test-photos.ts";
import { type Mood, type MoodyService, openMoodyService } from "./moody-service.ts";

// One server with every external service, each of which fails in turn. Each failure shows the right message, leaves no data behind, and
// ends as soon as the service is back.

const log = createLog("silent");
/** Timeout in milliseconds, much shorter than a real service gets. */
const SOON = 300;
const S3 = {
  bucket: "photos",
  region: "eu-central-1",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
} as const;

let app: TestApp;
let egress: Egress;
let store: MoodyService;
let omi: MoodyService;
let fakeOmi: Awaited<ReturnType<typeof openFakeOmi>>;
let telegram: MoodyService;
let geocoder: MoodyService;
let folder: string;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "looby-faults-"));
  const [s3, answers] = [await startS3rver(folder), await startAnswers()];
  fakeOmi = await openFakeOmi();
  [store, omi, telegram, geocoder] = [
    await openMoodyService(s3.url),
    await openMoodyService(fakeOmi.url),
    await openMoodyService(answers.url),
    await openMoodyService(answers.url),
  ];
  const services = [store, omi, telegram, geocoder];
  egress = impatient(createEgress({ allowedOrigins: services.map(({ url }) => url), log }), services);
  const settings = { kind: "nominatim", baseUrl: geocoder.url, countries: [], userAgent: "Looby" } as const;
  app = await startTestApp({
    env: { PUBLIC_URL: "https://looby.example" },
    deps: {
      storage: createS3Storage({ endpoint: store.url, ...S3 }, egress),
      omi: omiOver(egress, { appId: OMI_APP.id, appKey: OMI_APP.key, apiUrl: omi.url }),
      telegram: botAt(telegram.url),
      geocoder: { ...nominatim(egress, settings), pauseMs: 0 },
    },
  });
  await app.signUp("Ada");
  open.push(app, ...services, s3, fakeOmi, answers);
});
afterAll(async () => {
  for (const one of open) await one[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test.each<Mood>(["down", "silent", 403])(
  "stores no photo and reports a clear error while the photo store is %s [fault]",
  async (mood) => {
    const ada = app.as("Ada");
    const before = await saveTestPhoto(ada);
    store.mood = mood;
    const refused = await sendTestPhoto(ada);
    expect([refused.status, await refused.json()]).toEqual([
      502,
      { code: "upstream-failed", error: "Failed to upload image. Please try again." },
    ]);
    const unread = await ada.request(before.url);
    expect(unread.status).toBe(502);
    expect(await unread.text()).not.toMatch(/secret|127\.0\.0\.1.*key|S3RVER/);
    expect((await ada.call(getSession, {})).user.pseudonym).toBe("Ada");

    store.mood = "well";
    expect((await sendTestPhoto(ada)).status).toBe(200);
    expect((await ada.request(before.url)).status).toBe(200);
    // Files that could not even be deleted are found by the sweep: the unfinished upload leaves no file.
    await sweepUnclaimed(app.deps, new Date(Date.now() + 60_000));
    const { rows } = await app.database.pool.query("select path from photos");
    expect(rows).toEqual([]);
    expect(await filesOf(folder)).toEqual([]);
  },
);

test.each<Mood>(["down", "silent", 500])(
  "finds local places while the address service is %s and recovers at once [fault]",
  async (mood) => {
    const ada = app.as("Ada");
    const ask = (q: string) => ada.call(searchAddresses, { query: { q, submit: "true" } });
    geocoder.mood = mood;
    expect(await ask(`4:30 & G`)).toMatchObject({ geocoder: "failed", suggestions: [{ source: "city" }] });
    geocoder.mood = "well";
    expect(await ask(`Am Ufer ${String(mood)}`)).toMatchObject({ geocoder: "answered" });
  },
);

test.each<Mood>(["down", "silent", 500])(
  "reports that Telegram is %s and issues a code once it is back [fault]",
  async (mood) => {
    const ada = app.as("Ada");
    // A bot that has not yet fetched its own name.
    Object.assign(app.deps, { telegram: botAt(telegram.url) });
    telegram.mood = mood;
    expect(await ada.refusal(createLinkCode, { body: {} })).toEqual({
      status: 502,
      code: "upstream-failed",
      error: "Telegram did not answer. Please try again later.",
    });
    expect(await app.deps.telegram?.send("7", "Somebody has your lamp.")).toMatchObject({ state: "later" });
    telegram.mood = "well";
    expect((await ada.call(createLinkCode, { body: {} })).botUsername).toBe("looby_bot");
    expect(await app.deps.telegram?.send("7", "Somebody has your lamp.")).toEqual({ state: "sent" });
  },
);

test.each<Mood>(["down", "silent", 500])(
  "queues memories while Omi is %s and sends each once when it is back [fault]",
  async (mood) => {
    const client = await app.signUp(`Omi ${String(mood)}`);
    const { url } = await client.call(beginOmiLink, { body: {} });
    const state = new URL(url).searchParams.get("state") ?? "";
    const { notifications } = fakeOmi.account(`uid-${String(mood)}`);
    await client.call(confirmOmiLink, { body: { omiUid: `uid-${String(mood)}`, state } });
    await client.call(proveOmiLink, { body: { code: notifications.at(-1)?.slice(0, 9) ?? "" } });
    omi.mood = mood;
    const id = `write-${String(mood)}`;
    expect(await client.call(createOmiMemory, { body: { id, content: "Water at 7:30" } })).toMatchObject({
      state: "waiting",
    });
    omi.mood = "well";
    await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
    expect(await sendDue(app.deps)).toBe(1);
    expect(await sendDue(app.deps)).toBe(0);
    expect(await client.call(getOmiLink, {})).toMatchObject({ waiting: 0 });
  },
);

test("deletes an upload cut off in the middle and accepts the next one [fault]", async () => {
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  if (!server.listening) await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an address
  const cookie = [...app.as("Ada").cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const picture = await testPicture();
  for (const share of [0, 0.5, 0.99]) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `POST ${uploadPhoto.path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\n` +
        `cookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${picture.length + 500}\r\n\r\n` +
        `--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    );
    socket.write(picture.subarray(0, Math.floor(picture.length * share)));
    // Until the server has read everything.
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await once(socket, "close");
  }
  const health = await fetch(`http://127.0.0.1:${port}${getHealth.path}`);
  expect(health.status).toBe(200);
  await health.body?.cancel(); // an unread body would delay the server's shutdown
  await new Promise((resolve) => server.close(resolve));
  const { rows } = await app.database.pool.query("select path from photos");
  expect(rows).toEqual([]);
  expect(await filesOf(folder)).toEqual([]);
  expect((await sendTestPhoto(app.as("Ada"))).status).toBe(200);
});

const DAY_MS = 86_400_000;

test.each([
  ["30 days ahead", 30 * DAY_MS],
  ["two hours behind", -2 * 3_600_000],
])("survives a clock that is %s: sessions stay valid and links expire [fault]", async (_, offset) => {
  const ada = app.as("Ada");
  const photo = await saveTestPhoto(ada);
  const write = (content: string) =>
    ada.call(createMemory, {
      body: { type: "want-to-know", content, createdAt: new Date().toISOString() },
    });
  const first = await write("Before the clock was set.");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offset });
  try {
    expect((await ada.call(getSession, {})).user.pseudonym).toBe("Ada");
    // A link is valid for an hour: a month later it has expired and a new one works; with an earlier clock it is still valid.
    expect((await ada.request(photo.url)).status).toBe(offset > 0 ? 410 : 200);
    expect((await sendTestPhoto(ada)).status).toBe(200);
    const jumped = await write("After it was set.");
    const list = await ada.call(listMemories, { query: {} });
    expect(list.map(({ id }) => id).toSorted()).toEqual([first.id, jumped.id].toSorted());
    expect((await app.as(`a visitor ${offset}`).call(getSession, {})).user.isAnonymous).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  // Then the clock is correct again.
  expect((await ada.call(getSession, {})).user.pseudonym).toBe("Ada");
  await write("When it was right again.");
  await app.database.pool.query("delete from memories");
});

function botAt(apiUrl: string) {
  return grammyBot(egress, { token: "123:a-token", apiUrl }, log);
}

/** Shortens the wait for silent services; healthy services keep their full timeout. */
function impatient(real: Egress, services: readonly MoodyService[]): Egress {
  return (target, request) => {
    const isSilent = services.some(({ url, mood }) => mood === "silent" && String(target).startsWith(url));
    return real(target, isSilent ? { ...request, deadlineMs: SOON } : request);
  };
}

async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name.includes("webp")).map(({ name }) => name);
}

async function startS3rver(directory: string) {
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: S3.bucket, configs: [] }],
  });
  const { port } = await server.run();
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => server.close() };
}

/** The parts of Telegram and Nominatim that are used here. */
async function startAnswers() {
  const server = createServer((request, response) => {
    const bot = { id: 1, is_bot: true, first_name: "Looby", username: "looby_bot" };
    const answer = request.url?.startsWith("/search") === true ? [] : { ok: true, result: bot };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an address
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
