import type { MemoryType } from "#shared/features/memories/contract.ts";
import { AUDIO_BITS_PER_SECOND, type RecordingPurpose } from "#shared/features/voice/recording.ts";
import { newId } from "#shared/id.ts";
import {
  addChunk,
  beginRecording,
  discardRecording,
  holdRecording,
  releaseRecording,
} from "#web/offline/drafts/recordings.ts";
import { recordingType } from "./audio-format.ts";
import { openMicrophone } from "../microphone/open-microphone.ts";
import { currentPlatform } from "../microphone/platform.ts";
import type { Interruption } from "./recorder-state.ts";
import type { Recording } from "./recording.ts";

/** Milliseconds between two stored chunks of sound. */
const CHUNK_MS = 1_000;

interface RecordingWish {
  purpose: RecordingPurpose;
  memoryType: MemoryType | null;
  /** The recording ended by itself; the sound recorded so far can still be used. */
  onInterrupted: (reason: Interruption) => void;
}

/**
 * Opens the microphone and starts recording.
 * @throws MicrophoneRefused
 */
export async function startRecording(wish: RecordingWish): Promise<ActiveRecording> {
  const stream = await openMicrophone();
  try {
    return new ActiveRecording(stream, wish);
  } catch (error) {
    stopTracks(stream);
    throw error;
  }
}

/** A running recording. Each second of it is stored on the device a moment later. */
export class ActiveRecording {
  readonly id = newId();
  /** The microphone's stream, for the level meter and the silence detector. */
  readonly stream: MediaStream;
  readonly #wish: RecordingWish;
  readonly #recorder: MediaRecorder;
  readonly #meter: LevelMeter;
  readonly #beganAt = performance.now();
  readonly #chunks: Blob[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #leaving = new AbortController();
  #writing: Promise<void>;
  #durationMs = 0;
  #isStored = false;
  #wakeLock: Promise<WakeLockSentinel | null> | null = null;

  constructor(stream: MediaStream, wish: RecordingWish) {
    const { purpose, memoryType } = wish;
    this.stream = stream;
    this.#wish = wish;
    const mimeType = recordingType(
      (type) => MediaRecorder.isTypeSupported(type),
      currentPlatform().system === "ios",
    );
    this.#recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
      ...(mimeType === null ? {} : { mimeType }),
    });
    this.#recorder.addEventListener("dataavailable", ({ data }) => this.#collect(data));
    this.#recorder.addEventListener("stop", () => this.#ended.resolve());
    this.#recorder.addEventListener("error", () => this.#interrupt("microphone-lost"));
    this.#recorder.start(CHUNK_MS);
    holdRecording(this.id);
    const type = this.#recorder.mimeType || (mimeType ?? "");
    const stored = { id: this.id, purpose, memoryType, type, startedAt: Date.now() };
    this.#writing = beginRecording(stored).then((isStored) => {
      this.#isStored = isStored;
    });
    this.#meter = listenTo(stream);
    this.#watch();
  }

  /** Measured with our own clock, because the recording does not contain its duration. */
  elapsedMs(): number {
    return this.#recorder.state === "inactive" ? this.#durationMs : performance.now() - this.#beganAt;
  }

  /** The current level, from 0 to 1. */
  level(): number {
    return this.#meter.level();
  }

  /**
   * Ends the recording. The device stores it until the user discards it, and reserves it for the caller until it is released. Null when it has
   * no sound.
   */
  async finish(): Promise<Recording | null> {
    await this.#end();
    const { purpose, memoryType } = this.#wish;
    const type = this.#chunks[0]?.type || this.#recorder.mimeType;
    const audio = new Blob(this.#chunks, { type });
    if (audio.size === 0) {
      await this.#forget();
      return null;
    }
    const [durationMs, isStored] = [this.#durationMs, this.#isStored];
    return { id: this.id, purpose, memoryType, audio, durationMs, isStored };
  }

  /** Ends and discards the recording. */
  async cancel(): Promise<void> {
    await this.#end();
    await this.#forget();
  }

  /** Ends the recording and leaves it among the unsent ones. */
  async leave(): Promise<void> {
    if ((await this.finish()) !== null) releaseRecording(this.id);
  }

  async #forget(): Promise<void> {
    await discardRecording(this.id).catch(() => undefined); // a browser without storage has no recording to discard
    releaseRecording(this.id);
  }

  #watch(): void {
    const { signal } = this.#leaving;
    // An installed page loses the microphone in the background, and records silence.
    const look = () => {
      if (document.visibilityState === "hidden") this.#interrupt("hidden");
    };
    document.addEventListener("visibilitychange", look, { signal });
    for (const track of this.stream.getAudioTracks()) {
      track.addEventListener("ended", () => this.#interrupt("microphone-lost"), { signal });
      track.addEventListener("mute", () => this.#interrupt("microphone-muted"), { signal });
    }
    this.#wakeLock = navigator.wakeLock?.request("screen").catch(() => null) ?? null;
  }

  #interrupt(reason: Interruption): void {
    if (this.#leaving.signal.aborted) return;
    void this.#end();
    this.#wish.onInterrupted(reason);
  }

  async #end(): Promise<void> {
    this.#leaving.abort();
    if (this.#recorder.state !== "inactive") {
      this.#durationMs = performance.now() - this.#beganAt;
      this.#recorder.stop();
    }
    await this.#ended.promise;
    stopTracks(this.stream);
    this.#meter.close();
    await this.#writing;
    await (await this.#wakeLock)?.release();
  }

  #collect(chunk: Blob): void {
    if (chunk.size === 0) return;
    const index = this.#chunks.push(chunk) - 1;
    const durationMs = Math.round(this.elapsedMs());
    this.#writing = this.#writing
      .then(async () => addChunk(this.id, index, { bytes: await chunk.arrayBuffer(), durationMs }))
      .catch(() => {
        this.#isStored = false; // the whole recording is still in this page's memory
      });
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

interface LevelMeter {
  /** From 0 (silence) to 1 (maximum). */
  level(): number;
  close(): void;
}

/** Decibels relative to full scale at which the meter starts to move. */
const QUIET_DB = -55;
const LOUD_DB = -12;

/** Measures the loudness of a stream. Without Web Audio the meter shows 0, but recording still works. */
function listenTo(stream: MediaStream): LevelMeter {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    // Safari starts suspended when the tap was too long ago.
    context.resume().catch(() => undefined);
    const samples = new Float32Array(analyser.fftSize);
    return {
      level() {
        analyser.getFloatTimeDomainData(samples);
        return levelOf(samples);
      },
      close: () => void context.close().catch(() => undefined),
    };
  } catch {
    return { level: () => 0, close: () => undefined };
  }
}

/** Perceived loudness, on a decibel scale. @param samples from -1 to 1 */
export function levelOf(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += (samples[index] ?? 0) ** 2;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length));
  const level = (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB);
  return Number.isFinite(level) ? Math.min(1, Math.max(0, level)) : 0;
}
