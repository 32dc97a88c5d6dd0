import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { soundIn, wavOf } from "#server/testing/wav.ts";
import { EmbeddedTranscriber } from "./embedded-transcriber.ts";
import type { Recording, SentRecording } from "./transcriber.ts";

const log = createLog("silent");
const speech = join(import.meta.dirname, "../../../../e2e/fixtures/speech");
const noAbort = new AbortController().signal;
const sent = (recording: Recording, person = "ada", seconds = 5): SentRecording => ({
  ...recording,
  person,
  network: person,
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
  ] as const)("transcribes a spoken sentence in %s", async (ending, container) => {
    const text = await transcriber.transcribe(
      sent({ path: join(speech, `generator.${ending}`), container }),
      noAbort,
    );
    expect(text).toMatch(/spare generator near (7:30|seven.?thirty)/i);
  });

  test("returns no text for noise", async () => {
    const noise = { path: join(speech, "noise.wav"), container: "wav" } as const;
    expect(await transcriber.transcribe(sent(noise), noAbort)).toBe("");
  });

  test("transcribes a short recording before the end of a long one, without losing words", async () => {
    const { path, folder } = await withoutPauses(12);
    const order: string[] = [];
    const transcribe = async (name: string, recording: Recording, seconds: number) => {
      const text = await transcriber.transcribe(sent(recording, name, seconds), noAbort);
      order.push(name);
      return text;
    };
    const long = transcribe("ada", { path, container: "wav" }, 40);
    await transcribe("bo", { path: join(speech, "generator.wav"), container: "wav" }, 5);
    const text = await long;
    expect(order).toEqual(["bo", "ada"]);
    expect(text.match(/generator/gi)).toHaveLength(12);
    expect(text.match(/spare/gi)).toHaveLength(12);
    await rm(folder, { recursive: true });
  });

  test("refuses a recording that cannot be decoded and transcribes the next", async () => {
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
      const transcribed = transcriber.transcribe(sent({ path, container }), noAbort);
      await expect(transcribed, name).rejects.toMatchObject({ code: "unsupported-media-type" });
    }
    const again = { path: join(speech, "generator.webm"), container: "webm" } as const;
    expect(await transcriber.transcribe(sent(again), noAbort)).toMatch(/spare/i);
    await rm(folder, { recursive: true });
  });
});

const anyRecording: Recording = { path: "one", container: "wav" };

describe("a long recording", () => {
  /** Needs `pieces` pieces for paths beginning with "long". Its final message lists the requests it received. */
  const slow = (pieces: number) => `
    const left = new Map();
    const asked = [];
    process.on("message", ({ path, isUnwanted }) => {
      asked.push(isUnwanted ? "not " + path : path);
      if (isUnwanted) return;
      const more = (left.get(path) ?? (path.startsWith("long") ? ${pieces} : 1)) - 1;
      left.set(path, more);
      setTimeout(() => process.send(more > 0 ? { kind: "piece" } : { kind: "transcript", text: asked.join() }), 2);
    });
    process.send({ kind: "ready" });`;
  const wav = (path: string): Recording => ({ path, container: "wav" });

  test("lets another user's short recording go first after one piece", async () => {
    await using transcriber = withProcess(slow(90));
    await transcriber.transcribe(sent(wav("first"), "ada"), noAbort); // the process is ready
    const long = transcriber.transcribe(sent(wav("long"), "ada", 900), noAbort);
    const short = await transcriber.transcribe(sent(wav("short"), "bo", 5), noAbort);
    expect(short).toBe("first,long,short");
    expect((await long).split(",").filter((path) => path === "long")).toHaveLength(90);
  });

  test("does not delay a short recording until the end of many users' long ones", async () => {
    await using transcriber = withProcess(slow(9));
    const long = Array.from({ length: 23 }, (_, index) =>
      transcriber.transcribe(sent(wav(`long ${index}`), `person ${index}`, 90), noAbort),
    );
    await Promise.race(long);
    const short = await transcriber.transcribe(sent(wav("short"), "bo", 5), noAbort);
    expect(short.split(",").length).toBeLessThan(23 * 9);
    await Promise.all(long);
  });

  test("stops after its current piece when its user disconnects, or between pieces", async () => {
    await using transcriber = withProcess(slow(90));
    await transcriber.transcribe(sent(wav("first"), "ada"), noAbort);
    const leaving = new AbortController();
    const long = transcriber.transcribe(sent(wav("long"), "ada", 900), leaving.signal);
    leaving.abort();
    await expect(long).rejects.toMatchObject({ code: "unavailable" });
    await transcriber.transcribe(sent(wav("short"), "bo", 5), noAbort);
    const asked = await transcriber.transcribe(sent(wav("last"), "cy", 5), noAbort);
    expect(asked).toBe("first,long,not long,short,last");
  });

  test("makes room in a full queue for a short recording", async () => {
    await using transcriber = withProcess(slow(3));
    const long = Array.from({ length: 24 }, (_, index) =>
      transcriber.transcribe(sent(wav(`long ${index}`), `person ${index}`, 30), noAbort),
    );
    const results = Promise.allSettled(long);
    expect(await transcriber.transcribe(sent(wav("short"), "bo", 5), noAbort)).toMatch(/short$/);
    expect((await results).filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { code: "too-many-requests", detail: { retryAfter: 10 } } },
    ]);
  });
});

describe("a process that misbehaves", () => {
  test("dies of one recording, which is refused, while a new process does the next", async () => {
    await using transcriber = withProcess(`
      process.on("message", ({ path }) => path === "deadly" ? process.abort() : process.send({ kind: "transcript", text: path }));
      process.send({ kind: "ready" });`);
    const deadly = transcriber.transcribe(sent({ path: "deadly", container: "wav" }), noAbort);
    const next = transcriber.transcribe(sent(anyRecording), noAbort);
    await expect(deadly).rejects.toMatchObject({ code: "unsupported-media-type" });
    expect(await next).toBe("one");
  });

  test("dies between the pieces of another recording, which begins again", async () => {
    await using transcriber = withProcess(`
      let pieces = 0;
      process.on("message", ({ path }) => {
        if (path === "deadly") process.abort();
        pieces += 1;
        process.send(pieces < 3 ? { kind: "piece" } : { kind: "transcript", text: pieces + " pieces of " + path });
      });
      process.send({ kind: "ready" });`);
    const long = transcriber.transcribe(sent(anyRecording, "ada", 30), noAbort);
    const deadly = transcriber.transcribe(sent({ path: "deadly", container: "wav" }, "bo", 12), noAbort);
    await expect(deadly).rejects.toMatchObject({ code: "unsupported-media-type" });
    expect(await long).toBe("3 pieces of one");
  });

  test("closes its channel before it ends, and a new process takes over", async () => {
    await using transcriber = withProcess(`
      setInterval(() => {}, 1_000);
      process.on("message", ({ path }) =>
        process.send(path === "long" ? { kind: "piece" } : { kind: "transcript", text: path }));
      process.send({ kind: "ready" });`);
    const leaving = new AbortController();
    const send = async (path: string, person: string, signal = noAbort) =>
      await transcriber.transcribe(sent({ path, container: "wav" }, person, 90), signal);
    const long = ["ada", "bo", "cy"].map((person) => send("long", person, leaving.signal));
    const results = Promise.allSettled(long);
    await send("one", "di");
    transcriber.process()?.disconnect();
    const next = send("two", "ed");
    leaving.abort();
    expect(await next).toBe("two");
    expect(transcriber.started()).toBe(2);
    expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });

  test("hangs until it is ended at its deadline [fault]", async () => {
    await using transcriber = withProcess(
      `process.on("message", () => { while (true); }); process.send({ kind: "ready" });`,
      { deadlineMs: 1_500 },
    );
    await expect(transcriber.transcribe(sent(anyRecording), noAbort)).rejects.toMatchObject({
      code: "unsupported-media-type",
    });
  });

  test("fails to load, and every user is asked to type, without reloading at once", async () => {
    await using transcriber = withProcess(
      `process.send({ kind: "failed", message: "no native parts" }, () => process.exit(1));`,
    );
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(transcriber.transcribe(sent(anyRecording), noAbort)).rejects.toMatchObject({
        code: "unavailable",
        message: "This server cannot turn speech into text right now. Please type instead.",
      });
    }
    expect(transcriber.started()).toBe(1);
  });

  test("serves another user next and refuses further recordings of the first", async () => {
    await using transcriber = withProcess(
      `process.on("message", ({ path }) => setTimeout(() => process.send({ kind: "transcript", text: path }), 20));
       process.send({ kind: "ready" });`,
    );
    const recognized: string[] = [];
    const send = async (path: string, person: string, seconds: number) => {
      recognized.push(
        await transcriber.transcribe(sent({ path, container: "wav" }, person, seconds), noAbort),
      );
    };
    const long = Array.from({ length: 17 }, (_, index) => send(`ada ${index}`, "ada", 900));
    const results = Promise.allSettled(long);
    await Promise.all([send("bo", "bo", 900), send("cy", "cy", 5)]);
    expect(recognized.filter((name) => name.startsWith("ada")).length).toBeLessThanOrEqual(1);
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
    await expect(transcriber.transcribe(sent(anyRecording), noAbort)).rejects.toMatchObject({
      code: "too-many-requests",
      message: "Many people are speaking at once. Please try again shortly.",
      detail: { retryAfter: 10 },
    });
    leaving.abort();
    expect((await results).every(({ status }) => status === "rejected")).toBe(true);
  });
});

/** The spoken sentence many times, with no pause in between. */
async function withoutPauses(times: number) {
  const folder = await mkdtemp(join(tmpdir(), "looby-test-"));
  const path = join(folder, "long.wav");
  const sound = soundIn(await readFile(join(speech, "generator.wav")));
  const words = sound.subarray(0.6 * 32_000, 4.2 * 32_000);
  await writeFile(path, wavOf(Buffer.concat(Array.from({ length: times }, () => words))));
  return { path, folder };
}

/** @param code source of the process, a JavaScript module */
function withProcess(code: string, options: { deadlineMs?: number } = {}) {
  const started: ChildProcess[] = [];
  const startProcess = (): ChildProcess => {
    const child = spawn(process.execPath, ["--eval", code], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    started.push(child);
    return child;
  };
  const transcriber = new EmbeddedTranscriber({ log, startProcess, ...options });
  return Object.assign(transcriber, {
    started: () => started.length,
    process: () => started.at(-1),
    [Symbol.asyncDispose]: () => transcriber.close(),
  });
}
