import { type ChildProcess, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { signUp } from "#shared/features/account/contract.ts";
import { wifiText } from "../scripts/camp-box/join-site.ts";
import { isLocalName } from "../scripts/camp-box/local-names.ts";
import { freePort } from "../scripts/free-port.ts";
import { RAW_REQUESTS, sendRaw } from "./raw-requests.ts";

// A camp's Wi-Fi: phones reach Looby by https and trust it after installing one certificate (its limits: camp-authority.proof). The page
// must be built first.

const NAME = "looby.lan";

beforeAll(() => {
  const page = join(import.meta.dirname, "../dist/index.html");
  if (!existsSync(page)) throw new Error("build the page first: node scripts/build.ts");
});

test("leads a phone from the Wi-Fi code to a trusted page with all https features", async () => {
  await using box = await startCampBox();
  const { body: joinPage, headers: joinHeaders } = await get(box.joinUrl);
  expect(joinPage.toString()).toContain("Certificate Trust Settings");
  expect(joinPage.toString()).toContain(box.loobyUrl);
  expect(joinHeaders["content-security-policy"]).toContain("default-src 'none'");
  const poster = (await get(`${box.joinUrl}poster`)).body.toString();
  expect(poster.match(/<svg/g)).toHaveLength(2); // One for the Wi-Fi, one for the join page.
  const ca = await caOf(box.joinUrl);
  const fingerprint = new X509Certificate(ca).fingerprint256;
  for (const text of [joinPage.toString(), poster, box.output()]) expect(text).toContain(fingerprint);

  await expect(get(box.loobyUrl)).rejects.toThrow(/self-signed certificate/);
  const manifest = await get(`${box.loobyUrl}/manifest.webmanifest`, { ca });
  expect([manifest.status, manifest.headers["content-type"]]).toEqual([200, "application/manifest+json"]);
  const worker = await get(`${box.loobyUrl}/service-worker.js`, { ca });
  expect([worker.status, worker.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect((await get(box.loobyUrl, { ca })).headers["permissions-policy"]).toContain("microphone=(self)");

  // Signing up works as on the page, and its cookie is sent by https only.
  const body = JSON.stringify({ pseudonym: "Ada", password: "a tent with 3 poles" });
  const headers = {
    origin: box.loobyUrl,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  };
  const signed = await get(box.loobyUrl + signUp.path, { ca, method: "POST", headers, body });
  expect(signed.status).toBe(200);
  for (const cookie of signed.headers["set-cookie"] ?? []) expect(cookie).toContain("Secure");

  // Plain http redirects to https and serves no file of the folder.
  const led = await get(`${box.joinUrl}map?at=3:00`);
  expect([led.status, led.headers.location]).toEqual([308, `${box.loobyUrl}/map?at=3:00`]);
  for (const path of ["authority.key", "camp-box/authority.key", "%2e%2e/camp-box/server.key", "secret"]) {
    expect((await get(box.joinUrl + path)).body.toString()).toBe("");
    expect((await get(`${box.loobyUrl}/${path}`, { ca })).body.toString()).not.toContain("PRIVATE");
  }
  const keys = (await readdir(join(box.dataDir, "camp-box"))).filter((name) => name.endsWith(".key"));
  expect(keys).toEqual(["authority.key", "server.key"]);
  for (const key of keys) expect((await stat(join(box.dataDir, "camp-box", key))).mode & 0o777).toBe(0o600);
  await box.stop();
});

test("survives every raw request on all three listeners", async () => {
  await using box = await startCampBox();
  const ca = await caOf(box.joinUrl);
  const listeners = [
    { name: "how to join", port: Number(new URL(box.joinUrl).port) },
    { name: "https", port: Number(new URL(box.loobyUrl).port), ca },
    { name: "Looby", port: box.port },
  ];
  for (const listener of listeners) {
    const statuses = await Promise.all(RAW_REQUESTS.map((raw) => sendRaw(raw, listener)));
    expect(
      RAW_REQUESTS.filter((_, index) => (statuses[index] ?? 0) >= 500),
      `${listener.name}: requests answered as if the server were at fault`,
    ).toEqual([]);
  }
  for (const listener of listeners.slice(0, 2))
    for (const target of ["//", "http://[", "http://elsewhere.example/", "*"]) {
      const raw = `OPTIONS ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      expect(await sendRaw(raw, listener), `${listener.name}: ${target}`).toBe(400);
    }
  expect((await get(`${box.joinUrl}join`)).status).toBe(200);
  expect((await get(`${box.loobyUrl}/api/health`, { ca })).status).toBe(200);
});

test("accepts only local host names and encodes a Wi-Fi's name with its password", () => {
  for (const name of ["looby.local", "a-b.camp.lan", "x.home.arpa"]) expect(isLocalName(name)).toBe(true);
  for (const name of [
    "looby",
    "looby.com",
    ".local",
    "-a.local",
    "a..local",
    "a b.local",
    "looby.local.",
    "x".repeat(300) + ".lan",
  ])
    expect(isLocalName(name)).toBe(false);
  expect(wifiText({ name: 'Dust; "7:30"', password: "a,b\\c" })).toBe(
    String.raw`WIFI:T:WPA;S:Dust\; \"7\:30\";P:a\,b\\c;;`,
  );
  expect(wifiText({ name: "Open", password: null })).toBe("WIFI:T:nopass;S:Open;;");
});

async function startCampBox() {
  const dataDir = await mkdtemp(join(tmpdir(), "looby-camp-box-"));
  const script = join(import.meta.dirname, "../scripts/camp-box.ts");
  const options = [
    // A test machine may have no address that phones can reach.
    "--name",
    NAME,
    "--https-port",
    "0",
    "--http-port",
    "0",
    "--wifi",
    "Dust",
    "--wifi-password",
    "seven lanterns",
  ];
  const port = await freePort();
  const child = spawn(process.execPath, [script, ...options], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), SAMPLE_DATA: "off" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await outputWith(child, /^Looby is at (\S+)$/m);
  return {
    dataDir,
    output: () => output,
    /** Port of Looby itself, behind the gateway. */
    port,
    joinUrl: /^Join at (\S+)$/m.exec(output)?.[1] ?? "",
    loobyUrl: /^Looby is at (\S+)$/m.exec(output)?.[1] ?? "",
    /** Like Ctrl+C: both processes get the signal, and one of them forwards it. */
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      expect((await ended)[0]).toBe(0);
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The authority's certificate (PEM), as a phone downloads it. */
async function caOf(joinUrl: string): Promise<string> {
  const certificate = await get(`${joinUrl}looby-ca.crt`);
  expect(certificate.headers["content-type"]).toBe("application/x-x509-ca-cert");
  return `-----BEGIN CERTIFICATE-----\n${certificate.body.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

async function outputWith(child: ChildProcess, wanted: RegExp): Promise<string> {
  let output = "";
  return await new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (wanted.test(output)) resolve(output);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the camp box ended with ${code}: ${output}`)));
  });
}

interface Asked {
  ca?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Follows no redirects. The box's name resolves to this machine, as it would with the camp's router. */
async function get(url: string, { body, ...asked }: Asked = {}) {
  const options = { ...asked, lookup: toThisMachine };
  const request = url.startsWith("https:") ? requestHttps(url, options) : requestHttp(url, options);
  request.end(body);
  const [response] = (await once(request, "response")) as [
    AsyncIterable<Buffer> & { statusCode: number; headers: IncomingHttpHeaders },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const toThisMachine: LookupFunction = (_host, { all }, answer) =>
  all === true ? answer(null, [{ address: "127.0.0.1", family: 4 }]) : answer(null, "127.0.0.1", 4);
