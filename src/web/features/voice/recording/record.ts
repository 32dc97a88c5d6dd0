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
import { listenTo, type LevelMeter } from "./level-meter.ts";
import { openMicrophone } from "../microphone/open-microphone.ts";
import { currentPlatform } from "../microphone/platform.ts";
import type { Interruption } from "./recorder-state.ts";
import type { Recording } from "./recording.ts";

/** How often sound is written down, in milliseconds. */
const CHUNK_MS = 1_000;

interface RecordingWish {
  purpose: RecordingPurpose;
  memoryType: MemoryType | null;
  /** The recording ended by itself; what there is of it can still be taken. */
  onInterrupted: (reason: Interruption) => void;
}

/**
 * Opens the microphone and records.
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

/** A recording that goes on: each second of it is on the device a moment later. */
export class ActiveRecording {
  readonly id = newId();
  /** Of the microphone, for the level meter and the silence detector. */
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
  #isKept = false;
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
    this.#recorder.addEventListener("dataavailable", ({ data }) => this.#keep(data));
    this.#recorder.addEventListener("stop", () => this.#ended.resolve());
    this.#recorder.addEventListener("error", () => this.#interrupt("microphone-lost"));
    this.#recorder.start(CHUNK_MS);
    holdRecording(this.id);
    const type = this.#recorder.mimeType || (mimeType ?? "");
    const kept = { id: this.id, purpose, memoryType, type, startedAt: Date.now() };
    this.#writing = beginRecording(kept).then((isKept) => {
      this.#isKept = isKept;
    });
    this.#meter = listenTo(stream);
    this.#watch();
  }

  /** Our own clock: what is recorded does not say how long it is. */
  elapsedMs(): number {
    return this.#recorder.state === "inactive" ? this.#durationMs : performance.now() - this.#beganAt;
  }

  /** How loud it is right now, from 0 to 1. */
  level(): number {
    return this.#meter.level();
  }

  /**
   * Ends it. The device keeps it until the user discards it, and holds it for the caller until it is released. Null when
   * there is no sound in it.
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
    const [durationMs, isKept] = [this.#durationMs, this.#isKept];
    return { id: this.id, purpose, memoryType, audio, durationMs, isKept };
  }

  /** Ends it and forgets it. */
  async cancel(): Promise<void> {
    await this.#end();
    await this.#forget();
  }

  /** Ends it and leaves it to be found among what is unsent. */
  async leave(): Promise<void> {
    if ((await this.finish()) !== null) releaseRecording(this.id);
  }

  async #forget(): Promise<void> {
    await discardRecording(this.id).catch(() => undefined); // a browser that keeps nothing has nothing to forget
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

  #keep(chunk: Blob): void {
    if (chunk.size === 0) return;
    const index = this.#chunks.push(chunk) - 1;
    const durationMs = Math.round(this.elapsedMs());
    this.#writing = this.#writing
      .then(async () => addChunk(this.id, index, { bytes: await chunk.arrayBuffer(), durationMs }))
      .catch(() => {
        this.#isKept = false; // all of it still is in this page's memory
      });
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
