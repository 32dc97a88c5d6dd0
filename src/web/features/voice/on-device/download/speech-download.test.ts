import { createHash } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/server/api-client.ts";
import { deviceBytes } from "#shared/features/voice/device-speech.ts";
import type { PartStore } from "./device-files.ts";
import { SpeechDownload, type SpeechDownloadOptions } from "./speech-download.ts";

// Small files in the place of the real ones: three parts and one.
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

test("a download shows how far it is, and is ready when every file is what it should be", async () => {
  const download = open();
  await download.check();
  expect(download.getSnapshot()).toMatchObject({ isChecked: true, ready: null, begun: null });
  const seen: number[] = [];
  download.subscribe(() => seen.push(download.getSnapshot().fetching?.done ?? -1));
  await download.start("tiny");
  expect(download.getSnapshot()).toMatchObject({ ready: "tiny", fetching: null, failure: null });
  expect(seen).toContain(900);
  expect(seen).toContain(deviceBytes("tiny"));
  await download.start("tiny");
  expect(asked).toBe(4); // what is here is not fetched again
});

test("one that is stopped goes on where it was, also after the page was closed", async () => {
  const download: SpeechDownload = open({
    fetchPart: async (sha256, part) => {
      if (part === 1) download.stop();
      return await fetchPart(sha256, part);
    },
  });
  await download.start("tiny");
  expect(download.getSnapshot()).toMatchObject({ ready: null, fetching: null, failure: null });
  expect(download.getSnapshot().begun?.done).toBeGreaterThan(1_000_000);
  const before = asked;
  const later = open();
  await later.start("tiny");
  expect(later.getSnapshot().ready).toBe("tiny");
  expect(asked + before).toBeLessThan(8);
});

test("no signal, no room, a damaged file: each is said, and what is good is kept", async () => {
  const noSignal = open({
    fetchPart: async () => await Promise.reject(new ApiError("unreachable", 0, "no signal")),
  });
  await noSignal.start("tiny");
  expect(noSignal.getSnapshot().failure).toMatch(/signal was lost/);

  const small = open({ freeBytes: async () => 1_000_000 });
  await small.start("tiny");
  expect(small.getSnapshot().failure).toMatch(/1 MB left for Looby and the download needs 2 MB/);

  const full = open();
  store.storePart = async () => await Promise.reject(new DOMException("full", "QuotaExceededError"));
  await full.start("tiny");
  expect(full.getSnapshot().failure).toMatch(/no room left/);

  store = memoryStore();
  const damaged = open({
    fetchPart: async (sha256, part) => {
      const bytes = await fetchPart(sha256, part);
      if (part === 2) new Uint8Array(bytes)[5] = 0;
      return bytes;
    },
  });
  await damaged.start("tiny");
  expect(damaged.getSnapshot()).toMatchObject({
    ready: null,
    failure: expect.stringMatching(/damaged/) as string,
  });
  expect([...store.parts.keys()].every((key) => key.startsWith(sha(contents.small)))).toBe(true);
});

test("two windows do not download the same", async () => {
  const download = open({ alone: async () => false });
  await download.start("tiny");
  expect(download.getSnapshot().failure).toMatch(/Another window/);
});

test("removing takes everything away; a file the browser threw away makes it incomplete", async () => {
  const download = open();
  await download.start("tiny");
  store.parts.delete(`${sha(contents.big)}/1`);
  await download.check();
  expect(download.getSnapshot()).toMatchObject({ ready: null, begun: { model: "tiny" } });
  await download.remove();
  expect(download.getSnapshot()).toMatchObject({ ready: null, begun: null });
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
