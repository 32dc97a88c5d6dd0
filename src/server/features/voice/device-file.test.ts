import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { getDeviceFilePart } from "#shared/features/voice/contract.ts";
import {
  deviceFiles,
  DEVICE_PART_BYTES,
  partCount,
  sharedFiles,
  voiceDetectorFile,
} from "#shared/features/voice/device-speech.ts";
import { voiceRoutes } from "./routes.ts";
import { readFilePart } from "#server/platform/speech/device-files.ts";
import { startTestApp } from "#server/testing/test-app.ts";

test("assembles every file of both models from its parts with the expected hash", async () => {
  const files = [...deviceFiles("tiny"), ...deviceFiles("base"), voiceDetectorFile];
  for (const file of new Set(files)) {
    const hash = createHash("sha256");
    let bytes = 0;
    for (let part = 0; part < partCount(file); part += 1) {
      const sent = await readFilePart(file.sha256, part, false);
      hash.update(sent?.bytes ?? "");
      bytes += sent?.bytes.byteLength ?? 0;
    }
    expect([hash.digest("hex"), bytes]).toEqual([file.sha256, file.bytes]);
    expect(await readFilePart(file.sha256, partCount(file), false)).toBeNull();
  }
});

test("serves a part as immutable, with security headers, and never sends it twice", async () => {
  await using app = await startTestApp({ routes: voiceRoutes });
  const phone = app.as("a phone");
  const params = { hash: sharedFiles.vocabulary.sha256, part: "0" };
  const answer = await phone.send(getDeviceFilePart, { params });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await answer.arrayBuffer()).byteLength).toBe(sharedFiles.vocabulary.bytes);
  const path = `/api/device-speech/${params.hash}/0`;
  const etag = answer.headers.get("etag") ?? "";
  const again = await phone.request(path, { headers: { "if-none-match": etag } });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  const head = await phone.request(path, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(sharedFiles.vocabulary.bytes));
});

test("sends a compressible file gzipped to clients that accept it", async () => {
  const sent = await readFilePart(sharedFiles.engine.sha256, 0, true);
  expect(sent?.encoding).toBe("gzip");
  expect(sent?.bytes.byteLength).toBeLessThan(DEVICE_PART_BYTES / 2);
  expect(gunzipSync(sent?.bytes ?? "").byteLength).toBe(DEVICE_PART_BYTES);
  expect((await readFilePart(voiceDetectorFile.sha256, 0, true))?.encoding).toBeNull();
});

test("serves only these files and only existing parts", async () => {
  await using app = await startTestApp({ routes: voiceRoutes });
  const phone = app.as("a phone");
  const { sha256 } = sharedFiles.vocabulary;
  expect(
    await phone.refusal(getDeviceFilePart, { params: { hash: "0".repeat(64), part: "0" } }),
  ).toMatchObject({
    code: "not-found",
  });
  expect(await phone.refusal(getDeviceFilePart, { params: { hash: sha256, part: "1" } })).toMatchObject({
    code: "not-found",
  });
  for (const params of [
    { hash: "../../package.json", part: "0" },
    { hash: sha256.toUpperCase(), part: "0" },
    { hash: sha256, part: "-1" },
    { hash: sha256, part: "1.5" },
    { hash: sha256, part: "x" },
    { hash: sha256, part: "99999999" },
  ]) {
    expect(await phone.refusal(getDeviceFilePart, { params })).toMatchObject({ code: "invalid-input" });
  }
});
