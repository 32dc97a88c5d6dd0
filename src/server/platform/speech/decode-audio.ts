import { openAsBlob } from "node:fs";
import {
  type AudioCodec,
  AudioSample,
  AudioSampleSink,
  BlobSource,
  CustomAudioDecoder,
  type EncodedPacket,
  Input,
  MP3,
  MP4,
  OGG,
  registerDecoder,
  WAVE,
  WEBM,
} from "mediabunny";
import { OpusDecoder } from "opus-decoder";
import type { AudioContainer } from "#shared/features/voice/audio-container.ts";
import { MAX_RECORDING_S } from "#shared/features/voice/contract.ts";
import { FfmpegPacketDecoder } from "./ffmpeg-decoder.ts";
import type { Recording } from "./transcriber.ts";

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

/** libopus as WebAssembly. The pre-skip of a recording is not removed: a few milliseconds of silence. */
class OpusPacketDecoder extends CustomAudioDecoder {
  #decoder: OpusDecoder | null = null;

  static override supports(codec: AudioCodec, { numberOfChannels }: AudioDecoderConfig): boolean {
    return codec === "opus" && numberOfChannels <= 2;
  }

  async init(): Promise<void> {
    this.#decoder = new OpusDecoder({ channels: this.config.numberOfChannels, preSkip: 0 });
    await this.#decoder.ready;
  }

  decode({ data, timestamp }: EncodedPacket): void {
    if (this.#decoder === null) throw new Error("opus is not open");
    const { channelData, samplesDecoded, sampleRate, errors } = this.#decoder.decodeFrame(data);
    const [error] = errors;
    if (error !== undefined) throw new Error(error.message);
    if (samplesDecoded === 0) return;
    const samples = new Float32Array(samplesDecoded * channelData.length);
    for (const [index, channel] of channelData.entries()) samples.set(channel, index * samplesDecoded);
    this.onSample(
      new AudioSample({
        data: samples,
        format: "f32-planar",
        numberOfChannels: channelData.length,
        sampleRate,
        timestamp,
      }),
    );
  }

  flush(): void {}

  close(): void {
    this.#decoder?.free();
    this.#decoder = null;
  }
}

// mediabunny parses the containers and reads uncompressed audio.
registerDecoder(OpusPacketDecoder);
registerDecoder(FfmpegPacketDecoder);
