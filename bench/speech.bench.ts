import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { AudioContainer } from "../src/shared/features/voice/audio-container.ts";
import { createLog } from "../src/server/log.ts";
import { EmbeddedTranscriber } from "../src/server/platform/speech/embedded-transcriber.ts";
import { sentences } from "./speech/sentences.ts";
import { wordErrors } from "./speech/word-errors.ts";

/**
 * Measures how well the embedded speech model recognizes festival sentences, and its cost. The sentences are spoken by flite and espeak-ng
 * and encoded by ffmpeg (Debian packages), clean and with pink noise. There is no rival to run; the published figures of PocketSphinx for
 * the same kind of voices are shown for comparison.
 *
 * Gates: mean word error rate of the flite voices, clean, at most 10 %; processing time at most 0.2 of the audio's duration; three minutes
 * without a loop; silence and noise give no words.
 */
const VOICES = {
  "flite slt": (text: string, path: string) => run("flite", "-voice", "slt", "-t", text, "-o", path),
  "flite rms": (text: string, path: string) => run("flite", "-voice", "rms", "-t", text, "-o", path),
  "espeak us": (text: string, path: string) => run("espeak-ng", "-v", "en-us", "-w", path, text),
  "espeak gb": (text: string, path: string) => run("espeak-ng", "-v", "en-gb", "-w", path, text),
};
const ENCODINGS: readonly { ending: string; container: AudioContainer; options: string[] }[] = [
  { ending: "webm", container: "webm", options: ["-c:a", "libopus", "-b:a", "64k"] },
  { ending: "mp4", container: "mp4", options: ["-c:a", "aac", "-b:a", "96k"] },
  { ending: "m4a", container: "mp4", options: ["-c:a", "aac", "-b:a", "96k"] },
  { ending: "mp3", container: "mp3", options: ["-b:a", "96k"] },
  { ending: "wav", container: "wav", options: [] },
];
/** Decibels by which the voice is louder than the noise; null for no noise. */
const NOISES = [null, 20, 10] as const;
const GATES = { errorRate: 0.1, timeRatio: 0.2 };

const folder = await mkdtemp(join(tmpdir(), "looby-bench-"));
const spokenBefore = new Map<string, string>();
const transcriber = new EmbeddedTranscriber({ log: createLog("warn") });
let failed = false;
try {
  await transcribe(await spoken("flite rms", "Wake up."), "wav"); // loads the model
  const total = { audio: 0, work: 0 };
  console.log(`speech: ${sentences.length} sentences, ${transcriber.id}`);
  console.log(`machine: ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  console.log("voice        clean   20 dB   10 dB  (word error rate, %)");
  const clean = new Map<string, number>();
  for (const voice of Object.keys(VOICES) as (keyof typeof VOICES)[]) {
    const rates: string[] = [];
    for (const noise of NOISES) {
      const rate = await errorRate(voice, noise, total);
      if (noise === null) clean.set(voice, rate);
      rates.push((rate * 100).toFixed(1).padStart(8));
    }
    console.log(`${voice.padEnd(10)}${rates.join("")}`);
  }
  const flite = ((clean.get("flite slt") ?? 1) + (clean.get("flite rms") ?? 1)) / 2;
  gate("word error rate, flite, clean", flite, GATES.errorRate);
  gate("processing time / audio time", total.work / total.audio, GATES.timeRatio);
  await encodings();
  await longRecording();
  await transcribeSilence();
} finally {
  await transcriber.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

async function errorRate(
  voice: keyof typeof VOICES,
  noise: number | null,
  total: { audio: number; work: number },
): Promise<number> {
  let errors = 0;
  let words = 0;
  for (const sentence of sentences) {
    const wav = await spoken(voice, sentence);
    const path = noise === null ? wav : withNoise(wav, noise);
    const beganAt = performance.now();
    const recognized = await transcribe(path, "wav");
    total.work += (performance.now() - beganAt) / 1000;
    total.audio += secondsOf(path);
    const counted = wordErrors(sentence, recognized);
    errors += counted.errors;
    words += counted.words;
  }
  return errors / words;
}

async function encodings(): Promise<void> {
  const rates: string[] = [];
  for (const { ending, container, options } of ENCODINGS) {
    let errors = 0;
    let words = 0;
    for (const sentence of sentences) {
      const path = join(folder, `encoded.${ending}`);
      run("ffmpeg", "-v", "error", "-y", "-i", await spoken("flite rms", sentence), ...options, path);
      const counted = wordErrors(sentence, await transcribe(path, container));
      errors += counted.errors;
      words += counted.words;
    }
    rates.push(`${ending} ${((errors / words) * 100).toFixed(1)}`);
  }
  console.log(`flite rms by encoding (word error rate, %): ${rates.join("  ")}`);
}

/** Three minutes in one file: a model that loops returns far more words than were spoken. */
async function longRecording(): Promise<void> {
  const list = join(folder, "list.txt");
  const text: string[] = [];
  let lines = "";
  for (let index = 0, seconds = 0; seconds < 180; index += 1) {
    const sentence = sentences[index % sentences.length] ?? "";
    const copy = join(folder, `long-${index}.wav`);
    run(
      "ffmpeg",
      "-v",
      "error",
      "-y",
      "-i",
      await spoken("flite rms", sentence),
      "-af",
      "apad=pad_dur=0.7",
      "-ar",
      "16000",
      copy,
    );
    seconds += secondsOf(copy);
    text.push(sentence);
    lines += `file '${copy}'\n`;
  }
  await writeFile(list, lines);
  const path = join(folder, "long.webm");
  run("ffmpeg", "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", list, "-c:a", "libopus", path);
  const beganAt = performance.now();
  const { errors, words } = wordErrors(text.join(" "), await transcribe(path, "webm"));
  const work = (performance.now() - beganAt) / 1000;
  console.log(`three minutes in one webm: ${words} words, processed in ${work.toFixed(1)} s`);
  gate("word error rate, three minutes", errors / words, GATES.errorRate);
}

async function transcribeSilence(): Promise<void> {
  const sources = {
    silence: "anullsrc=r=16000:d=10",
    pink: "anoisesrc=c=pink:a=0.2:d=10:s=7",
    brown: "anoisesrc=c=brown:a=0.3:d=10:s=7",
  };
  for (const [name, source] of Object.entries(sources)) {
    const path = join(folder, `${name}.wav`);
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-ar", "16000", "-t", "10", path);
    const recognized = await transcribe(path, "wav");
    console.log(`${name}: ${JSON.stringify(recognized)}`);
    if (recognized !== "") failed = true;
  }
}

async function spoken(voice: keyof typeof VOICES, sentence: string): Promise<string> {
  const key = `${voice}: ${sentence}`;
  const known = spokenBefore.get(key);
  if (known !== undefined) return known;
  const path = join(folder, `spoken-${spokenBefore.size}.wav`);
  VOICES[voice](sentence, path);
  spokenBefore.set(key, path);
  return path;
}

/** The voice at a mean of -20 dB, and pink noise the given number of decibels below it. */
function withNoise(wav: string, decibels: number): string {
  const path = join(folder, "noisy.wav");
  const noise = join(folder, "noise.wav");
  const source = `anoisesrc=c=pink:a=0.5:d=${secondsOf(wav)}:s=7:r=16000`;
  run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, noise);
  const voiceGain = -20 - meanVolume(wav);
  const noiseGain = -20 - decibels - meanVolume(noise);
  const mix = `[0:a]aresample=16000,volume=${voiceGain}dB[v];[1:a]volume=${noiseGain}dB[n];[v][n]amix=inputs=2:duration=first:normalize=0`;
  run("ffmpeg", "-v", "error", "-y", "-i", wav, "-i", noise, "-filter_complex", mix, "-ar", "16000", path);
  return path;
}

/** In decibels relative to full scale. */
function meanVolume(path: string): number {
  const { stderr } = spawnSync("ffmpeg", ["-i", path, "-af", "volumedetect", "-f", "null", "-"], {
    encoding: "utf8",
  });
  return Number(/mean_volume: (\S+) dB/.exec(stderr)?.[1]);
}

function transcribe(path: string, container: AudioContainer): Promise<string> {
  const sent = { path, container, person: "one", network: "one", seconds: secondsOf(path) };
  return transcriber.transcribe(sent, new AbortController().signal);
}

function secondsOf(path: string): number {
  return Number(run("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path));
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: "utf8" });
}

function gate(name: string, value: number, limit: number): void {
  const isMissed = value > limit;
  failed ||= isMissed;
  console.log(`${isMissed ? "GATE " : ""}${name}: ${value.toFixed(3)} (at most ${limit})`);
}
