import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { createCompressor, encodingFor } from "./compress.ts";

test.each([
  [null, null],
  ["", null],
  ["identity", null],
  ["gzip", "gzip"],
  ["gzip, deflate, br", "br"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0,gzip;q=0", null],
  ["brotli, xbr, gzipped", null],
  ["\0;;;,,,;q=x", null],
])("negotiates %j to %j", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test("compresses only long responses, for clients that accept it", async () => {
  await using app = await startTestApp();
  const visitor = app.as("a visitor");
  await visitor.call(getSession, {});
  const asked = async (path: string, accepted?: string) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { "accept-encoding": accepted };
    const response = await visitor.request(path, { method: "GET", headers });
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const path = "/api/companions";
  const plain = await asked(path);
  expect(plain.headers.get("content-encoding")).toBeNull();
  const [br, gzip] = [await asked(path, "gzip, br"), await asked(path, "gzip")];
  expect(br.headers.get("content-encoding")).toBe("br");
  expect(gzip.headers.get("content-encoding")).toBe("gzip");
  expect(br.headers.get("vary")).toBe("accept-encoding");
  expect(Number(br.headers.get("content-length"))).toBe(br.bytes.length);
  expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  const short = await asked("/api/health", "br");
  expect(short.headers.get("content-encoding")).toBeNull();
});

test("compresses a text once while it is among the most recent", async () => {
  const compress = createCompressor();
  const pack = async (text: string, isAlike = true) =>
    (await compress(text.repeat(500), { accepted: "br", isAlike }))?.bytes;
  const first = await pack("Ash");
  expect(await pack("Ash")).toBe(first);
  for (let other = 0; other < 64; other += 1) await pack(`other ${other}`);
  expect(await pack("Ash")).not.toBe(first);
  expect(await pack("Ash")).toEqual(first);
  // A user's own data is not cached in memory.
  expect(await pack("private", false)).not.toBe(await pack("private", false));
});

test("returns incompressible texts and half surrogate pairs as JSON encodes them", async () => {
  const compress = createCompressor();
  for (const text of ["\ud800".repeat(2000), "\0".repeat(5000), "🏜️".repeat(60_000)]) {
    const packed = await compress(text, { accepted: "gzip", isAlike: true });
    expect(gunzipSync(packed?.bytes ?? new Uint8Array()).toString()).toBe(text.toWellFormed());
  }
});
