import { openAsBlob } from "node:fs";
import { AudioSampleSink, BlobSource, Input, MP3, MP4, OGG, registerDecoder, WAVE, WEBM } from "mediabunny";
import type { AudioContainer } from "#shared/features/voice/audio-container.ts";
import { MAX_RECORDING_S } from "#shared/features/voice/contract.ts";
import { FfmpegPacketDecoder } from "./ffmpeg-decoder.ts";
import { OpusPacketDecoder } from "./opus-decoder.ts";
import type { Recording } from "./transcriber.ts";

// mediabunny parses the containers and reads uncompressed audio.
registerDecoder(OpusPacketDecoder);
registerDecoder(FfmpegPacketDecoder);

/** A chunk of sound: one channel, samples from -1 to 1. */
export interface Sound {
  samples: Float32Array;
  /** Samples per second. */
  sampleRate: number;
}

/** A problem of the recording itself: `broken` cannot be decoded, `too-long` is more than MAX_RECORDING_S. */
export class DecodeError extends Error {
  readonly reason: "broken" | "too-long";
  constructor(reason: DecodeError["reason"], options?: { cause: unknown }) {
    super(`the recording is ${reason}`, options);
    this.reason = reason;
  }
}

/** A chunk takes milliseconds to decode, or seconds on an overloaded machine. */
const STALL_MS = 12_000;

/** An allow-list, because other containers crash decoders. m4a is MP4. */
const formats = { webm: WEBM, mp4: MP4, mp3: MP3, wav: WAVE, ogg: OGG } as const satisfies Record<
  AudioContainer,
  unknown
>;

/**
 * The sound of a recording in chunks, so that a long one is never in memory as a whole.
 * @throws DecodeError
 */
export async function* decodeAudio({ path, container }: Recording): AsyncGenerator<Sound> {
  try {
    const input = new Input({
      formats: [formats[container]],
      source: new BlobSource(await openAsBlob(path)),
    });
    const track = await input.getPrimaryAudioTrack();
    if (track === null || !(await track.canDecode())) throw new DecodeError("broken");
    let seconds = 0;
    for await (const sample of withoutStall(new AudioSampleSink(track).samples())) {
      const { sampleRate, numberOfFrames } = sample;
      seconds += numberOfFrames / sampleRate;
      if (seconds > MAX_RECORDING_S) throw new DecodeError("too-long");
      const samples = mixDown(sample);
      sample.close();
      if (samples.length > 0) yield { samples, sampleRate };
    }
    if (seconds === 0) throw new DecodeError("broken");
  } catch (cause) {
    throw cause instanceof DecodeError ? cause : new DecodeError("broken", { cause });
  }
}

/** A decoder confused by a broken file may neither end nor fail, so each chunk has a deadline. */
async function* withoutStall<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DecodeError("broken")), STALL_MS);
    });
    try {
      const next = await Promise.race([iterator.next(), stalled]);
      if (next.done === true) return;
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Planes {
  numberOfChannels: number;
  numberOfFrames: number;
  copyTo(target: Float32Array, options: { planeIndex: number; format: "f32-planar" }): void;
}

function mixDown(sample: Planes): Float32Array {
  const { numberOfChannels, numberOfFrames } = sample;
  const mixed = new Float32Array(numberOfFrames);
  const plane = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    sample.copyTo(plane, { planeIndex, format: "f32-planar" });
    for (let at = 0; at < numberOfFrames; at += 1) {
      mixed[at] = (mixed[at] ?? 0) + (plane[at] ?? 0) / numberOfChannels;
    }
  }
  return mixed;
}
