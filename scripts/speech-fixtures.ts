/**
 * Creates the recordings for speech tests, in e2e/fixtures/speech. They are committed, so run this only when a sentence changes. Needs
 * Debian's `flite` and `ffmpeg`: node scripts/speech-fixtures.ts
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const sentences = {
  generator: "I have a spare generator near seven thirty and Esplanade.",
  water: "I am looking for drinking water for our kitchen.",
};
const encodings = {
  webm: ["-c:a", "libopus", "-b:a", "32k"],
  mp4: ["-c:a", "aac", "-b:a", "32k"],
  m4a: ["-c:a", "aac", "-b:a", "32k"],
  mp3: ["-b:a", "32k"],
  ogg: ["-c:a", "libopus", "-b:a", "32k"],
};

const target = join(import.meta.dirname, "../e2e/fixtures/speech");
const folder = mkdtempSync(join(tmpdir(), "looby-speech-"));
for (const [name, sentence] of Object.entries(sentences)) {
  const spoken = join(folder, `${name}.wav`);
  execFileSync("flite", ["-voice", "rms", "-t", sentence, "-o", spoken]);
  // Half a second of silence at both ends, as when a person presses a button.
  ffmpeg("-i", spoken, "-af", "adelay=500,apad=pad_dur=0.5", "-ar", "16000", join(target, `${name}.wav`));
}
for (const [ending, encoding] of Object.entries(encodings)) {
  ffmpeg("-i", join(target, "generator.wav"), ...encoding, join(target, `generator.${ending}`));
}
ffmpeg("-f", "lavfi", "-i", "anoisesrc=c=pink:a=0.1:d=3:s=7", "-ar", "16000", join(target, "noise.wav"));
rmSync(folder, { recursive: true });

function ffmpeg(...args: string[]): void {
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);
}
