import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { EmbeddedTranscriber } from "./embedded-transcriber.ts";
import type { Recording, SentRecording } from "./transcriber.ts";

const log = createLog("silent");
const speech = join(import.meta.dirname, "../../../../e2e/fixtures/speech");
const nobodyLeaves = new AbortController().signal;
const sent = (recording: Recording, person = "ada", seconds = 5): SentRecording => ({
  ...recording,
  person,
  address: `the address of ${person}`,
  seconds,
});

describe("the model itself", () => {
  const transcriber = new EmbeddedTranscriber({ log, deadlineMs: 8_000 });
  afterAll(() => transcriber.close());

  test.each([
    ["webm", "webm"],
    ["mp4", "mp4"],
    ["m4a", "mp4"],
    ["mp3", "mp3"],
    ["wav", "wav"],
    ["ogg", "ogg"],
  ] as const)("hears a spoken sentence in %s", async (ending, container) => {
    const text = await transcriber.transcribe(
      sent({ path: join(speech, `generator.${ending}`), container }),
      nobodyLeaves,
    );
    expect(text).toMatch(/spare generator near (7:30|seven.?thirty)/i);
  });

  test("returns no text for noise", async () => {
    const noise = { path: join(speech, "noise.wav"), container: "wav" } as const;
    expect(await transcriber.transcribe(sent(noise), nobodyLeaves)).toBe("");
  });

  test("a recording that cannot be decoded is refused, and the next one is transcribed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "looby-test-"));
    const whole = await readFile(join(speech, "generator.webm"));
    const hostile: Record<string, [Uint8Array, Recording["container"]]> = {
      "cut in the middle": [whole.subarray(0, Math.floor(whole.length * 0.6)), "webm"],
      "only a head": [whole.subarray(0, 40), "webm"],
      // The decoder never returns, so the process is killed.
      "a head and then garbage": [Buffer.concat([whole.subarray(0, 200), Buffer.alloc(4_000, 0xa5)]), "webm"],
      "an ogg that says it is a webm": [await readFile(join(speech, "generator.ogg")), "webm"],
      "an ogg cut in a page": [(await readFile(join(speech, "generator.ogg"))).subarray(0, 60), "ogg"],
      "an ogg and then garbage": [
        Buffer.concat([
          (await readFile(join(speech, "generator.ogg"))).subarray(0, 300),
          Buffer.alloc(4_000, 0xa5),
        ]),
        "ogg",
      ],
      "words that say they are an mp4": [Buffer.from("    ftypM4A Dear Looby"), "mp4"],
    };
    for (const [name, [bytes, container]] of Object.entries(hostile)) {
      const path = join(folder, "recording");
      await writeFile(path, bytes);
      const heard = transcriber.transcribe(sent({ path, container }), nobodyLeaves);
      await expect(heard, name).rejects.toMatchObject({ code: "unsupported-media-type" });
    }
    const again = { path: join(speech, "generator.webm"), container: "webm" } as const;
    expect(await transcriber.transcribe(sent(again), nobodyLeaves)).toMatch(/spare/i);
    await rm(folder, { recursive: true });
  });
});

describe("a process that misbehaves", () => {
  const anyRecording: Recording = { path: "one", container: "wav" };

  test("dies of one recording: that recording is refused, and a new process transcribes the next one", async () => {
    await using transcriber = withProcess(`
      process.on("message", ({ path }) => path === "deadly" ? process.abort() : process.send({ kind: "heard", text: path }));
      process.send({ kind: "ready" });`);
    const deadly = transcriber.transcribe(sent({ path: "deadly", container: "wav" }), nobodyLeaves);
    const next = transcriber.transcribe(sent(anyRecording), nobodyLeaves);
    await expect(deadly).rejects.toMatchObject({ code: "unsupported-media-type" });
    expect(await next).toBe("one");
  });

  test("hangs: it is ended at its deadline", async () => {
    await using transcriber = withProcess(
      `process.on("message", () => { while (true); }); process.send({ kind: "ready" });`,
      { deadlineMs: 1_500 },
    );
    await expect(transcriber.transcribe(sent(anyRecording), nobodyLeaves)).rejects.toMatchObject({
      code: "unsupported-media-type",
    });
  });

  test("does not load: every user is told to type, and it is not loaded again at once", async () => {
    await using transcriber = withProcess(
      `process.send({ kind: "failed", message: "no native parts" }, () => process.exit(1));`,
    );
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(transcriber.transcribe(sent(anyRecording), nobodyLeaves)).rejects.toMatchObject({
        code: "unavailable",
        message: "This server cannot turn speech into text right now. Please type instead.",
      });
    }
    expect(transcriber.started()).toBe(1);
  });

  test("many recordings of one user: another user's is next, and further ones of the first are refused", async () => {
    await using transcriber = withProcess(
      `process.on("message", ({ path }) => setTimeout(() => process.send({ kind: "heard", text: path }), 20));
       process.send({ kind: "ready" });`,
    );
    const heard: string[] = [];
    const send = async (path: string, person: string, seconds: number) => {
      heard.push(
        await transcriber.transcribe(sent({ path, container: "wav" }, person, seconds), nobodyLeaves),
      );
    };
    const long = Array.from({ length: 17 }, (_, index) => send(`ada ${index}`, "ada", 900));
    const results = Promise.allSettled(long);
    await Promise.all([send("bo", "bo", 900), send("cy", "cy", 5)]);
    expect(heard.filter((name) => name.startsWith("ada")).length).toBeLessThanOrEqual(1);
    expect(await results).toMatchObject([
      ...Array.from({ length: 4 }, () => ({ status: "fulfilled" })),
      ...Array.from({ length: 13 }, () => ({
        status: "rejected",
        reason: {
          code: "too-many-requests",
          message:
            "Your last recordings are still being turned into text. Please wait for them, then try again.",
          detail: { retryAfter: 10 },
        },
      })),
    ]);
  });

  test("is overloaded: new callers are asked to retry later", async () => {
    await using transcriber = withProcess(
      `process.on("message", () => {}); process.send({ kind: "ready" });`,
    );
    const leaving = new AbortController();
    const waiting = Array.from({ length: 24 }, (_, index) =>
      transcriber.transcribe(sent(anyRecording, `person ${index}`), leaving.signal),
    );
    const results = Promise.allSettled(waiting);
    await expect(transcriber.transcribe(sent(anyRecording), nobodyLeaves)).rejects.toMatchObject({
      code: "too-many-requests",
      message: "Many people are speaking at once. Please try again shortly.",
      detail: { retryAfter: 10 },
    });
    leaving.abort();
    expect((await results).every(({ status }) => status === "rejected")).toBe(true);
  });
});

/** @param code source of the process, a JavaScript module */
function withProcess(code: string, options: { deadlineMs?: number } = {}) {
  let started = 0;
  const startProcess = (): ChildProcess => {
    started += 1;
    const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
    return spawn(process.execPath, ["--eval", code], { stdio: [...stdio] });
  };
  const transcriber = new EmbeddedTranscriber({ log, startProcess, ...options });
  return Object.assign(transcriber, {
    started: () => started,
    [Symbol.asyncDispose]: () => transcriber.close(),
  });
}
