import { createHash } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/server/api-error.ts";
import { deviceBytes } from "#shared/features/voice/device-speech.ts";
import type { PartStore } from "./device-files.ts";
import { SpeechDownload, type SpeechDownloadOptions } from "./speech-download.ts";

// Small files instead of the real ones: of three parts and of one.
const contents = vi.hoisted(() => ({
  big: new Uint8Array(2_200_000).fill(7),
  small: new Uint8Array(900).fill(9),
}));
vi.mock(import("#shared/features/voice/device-speech.ts"), async (original) => {
  const real = await original();
  const { createHash: hash } = await import("node:crypto");
  const file = (bytes: Uint8Array) => ({
    sha256: hash("sha256").update(bytes).digest("hex"),
    bytes: bytes.byteLength,
  });
  const tiny = { encoder: file(contents.small), decoder: file(contents.big) };
  const files = (model: "tiny" | "base") => (model === "tiny" ? Object.values(tiny) : []);
  return {
    ...real,
    modelFiles: { tiny, base: {} } as unknown as typeof real.modelFiles,
    deviceModelNames: ["tiny"] as unknown as typeof real.deviceModelNames,
    deviceFiles: files,
    deviceBytes: (model: "tiny" | "base") => files(model).reduce((sum, { bytes }) => sum + bytes, 0),
  };
});

let store: PartStore & { parts: Map<string, ArrayBuffer> };
let asked: number;
beforeEach(() => {
  store = memoryStore();
  asked = 0;
});

test("shows the progress and is ready when every file has the right hash", async () => {
  const download = open();
  await download.check();
  expect(download.state.get()).toMatchObject({ isChecked: true, ready: null, begun: null });
  const seen: number[] = [];
  download.state.subscribe(() => seen.push(download.state.get().fetching?.done ?? -1));
  await download.start("tiny");
  expect(download.state.get()).toMatchObject({ ready: "tiny", fetching: null, failure: null });
  expect(seen).toContain(900);
  expect(seen).toContain(deviceBytes("tiny"));
  await download.start("tiny");
  expect(asked).toBe(4); // stored parts are not fetched again
});

test("resumes a stopped download, also after the page was closed", async () => {
  const download: SpeechDownload = open({
    fetchPart: async (sha256, part) => {
      if (part === 1) download.stop();
      return await fetchPart(sha256, part);
    },
  });
  await download.start("tiny");
  expect(download.state.get()).toMatchObject({ ready: null, fetching: null, failure: null });
  expect(download.state.get().begun?.done).toBeGreaterThan(1_000_000);
  const before = asked;
  const later = open();
  await later.start("tiny");
  expect(later.state.get().ready).toBe("tiny");
  expect(asked + before).toBeLessThan(8);
});

test("reports a lost connection, full storage or damaged file, but spares intact files", async () => {
  const noSignal = open({
    fetchPart: async () => await Promise.reject(new ApiError("unreachable", 0, "no signal")),
  });
  await noSignal.start("tiny");
  expect(noSignal.state.get().failure).toMatch(/signal was lost/);

  const small = open({ freeBytes: async () => 1_000_000 });
  await small.start("tiny");
  expect(small.state.get().failure).toMatch(/1 MB left for Looby and the download needs 2 MB/);

  const full = open();
  store.storePart = async () => await Promise.reject(new DOMException("full", "QuotaExceededError"));
  await full.start("tiny");
  expect(full.state.get().failure).toMatch(/no room left/);

  store = memoryStore();
  const damaged = open({
    fetchPart: async (sha256, part) => {
      const bytes = await fetchPart(sha256, part);
      if (part === 2) new Uint8Array(bytes)[5] = 0;
      return bytes;
    },
  });
  await damaged.start("tiny");
  expect(damaged.state.get()).toMatchObject({
    ready: null,
    failure: expect.stringMatching(/damaged/) as string,
  });
  expect([...store.parts.keys()].every((key) => key.startsWith(sha(contents.small)))).toBe(true);
});

test("does not download the same model in two windows", async () => {
  const download = open({ alone: async () => false });
  await download.start("tiny");
  expect(download.state.get().failure).toMatch(/Another window/);
});

test("removes every file and marks a model with an evicted file as incomplete", async () => {
  const download = open();
  await download.start("tiny");
  store.parts.delete(`${sha(contents.big)}/1`);
  await download.check();
  expect(download.state.get()).toMatchObject({ ready: null, begun: { model: "tiny" } });
  await download.remove();
  expect(download.state.get()).toMatchObject({ ready: null, begun: null });
  expect(store.parts.size).toBe(0);
});

function open(change: Partial<SpeechDownloadOptions> = {}): SpeechDownload {
  return new SpeechDownload({
    store,
    fetchPart,
    freeBytes: async () => null,
    persist: async () => true,
    async alone(work) {
      await work();
      return true;
    },
    ...change,
  });
}

async function fetchPart(sha256: string, part: number): Promise<ArrayBuffer> {
  asked += 1;
  const file = Object.values(contents).find((bytes) => sha(bytes) === sha256);
  if (file === undefined) throw new Error("no such file");
  return Uint8Array.from(file.subarray(part * 1_048_576, (part + 1) * 1_048_576)).buffer;
}

function memoryStore(): typeof store {
  const parts = new Map<string, ArrayBuffer>();
  return {
    parts,
    storePart: async (file, part, bytes) => void parts.set(`${file}/${part}`, bytes),
    readPart: async (file, part) => parts.get(`${file}/${part}`) ?? null,
    listParts: async () =>
      [...parts.keys()].map((key) => ({ file: key.split("/")[0] ?? "", part: Number(key.split("/")[1]) })),
    async forgetFile(file) {
      for (const key of parts.keys()) if (key.startsWith(file)) parts.delete(key);
    },
  };
}

function sha(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
