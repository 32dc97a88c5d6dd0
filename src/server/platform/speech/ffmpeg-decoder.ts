import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import libav, { type Libav, type LibavFrame } from "libav.js/libav-3.11.5.1.2-obsolete.js";
import {
  type AudioCodec,
  AudioSample,
  type AudioSampleInit,
  CustomAudioDecoder,
  type EncodedPacket,
} from "mediabunny";

/** FFmpeg's names of the codecs it decodes here. */
const decoderNames: Partial<Record<AudioCodec, string>> = { aac: "aac", mp3: "mp3" };

/** The AVSampleFormat values these decoders produce, by number. */
const formats: Readonly<Record<number, AudioSampleInit["format"]>> = {
  1: "s16",
  3: "f32",
  6: "s16-planar",
  8: "f32-planar",
};

/** Zero bytes FFmpeg requires after its input, because it reads ahead. */
const PADDING_BYTES = 64;

let loading: Promise<Libav> | undefined;

/** FFmpeg's decoders as WebAssembly: a broken file can damage only their own memory. */
export class FfmpegPacketDecoder extends CustomAudioDecoder {
  #opened: { libav: Libav; context: number; packet: number; frame: number } | null = null;
  /** Start time of the next chunk in seconds; null before the first. */
  #at: number | null = null;

  static override supports(codec: AudioCodec): boolean {
    return decoderNames[codec] !== undefined;
  }

  async init(): Promise<void> {
    const libav = await (loading ??= load());
    const decoder = await libav.avcodec_find_decoder_by_name(decoderNames[this.codec] ?? "");
    const context = await libav.avcodec_alloc_context3(decoder);
    const [packet, frame] = [await libav.av_packet_alloc(), await libav.av_frame_alloc()];
    this.#opened = { libav, context, packet, frame };
    const { description, sampleRate, numberOfChannels } = this.config;
    if (description !== undefined) await giveDescription(libav, context, bytesOf(description));
    await libav.AVCodecContext_sample_rate_s(context, sampleRate);
    await libav.AVCodecContext_channels_s(context, numberOfChannels);
    if ((await libav.avcodec_open2(context, decoder, 0)) < 0) throw new Error(`${this.codec} does not open`);
  }

  async decode({ data, timestamp }: EncodedPacket): Promise<void> {
    this.#at ??= timestamp;
    await this.#run([{ data }], false);
  }

  async flush(): Promise<void> {
    await this.#run([], true);
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.libav.ff_free_decoder(opened.context, opened.packet, opened.frame);
  }

  async #run(packets: { data: Uint8Array }[], isLast: boolean): Promise<void> {
    if (this.#opened === null) throw new Error(`${this.codec} is not open`);
    const { libav, context, packet, frame } = this.#opened;
    for (const decoded of await libav.ff_decode_multi(context, packet, frame, packets, isLast)) {
      if (decoded.nb_samples === 0) continue;
      const sample = sampleOf(decoded, this.#at ?? 0);
      this.#at = sample.timestamp + sample.duration;
      this.onSample(sample);
    }
  }
}

async function load(): Promise<Libav> {
  const base = dirname(fileURLToPath(import.meta.resolve("libav.js/libav-3.11.5.1.2-obsolete.js")));
  return await libav.LibAV({ base, noworker: true });
}

async function giveDescription(libav: Libav, context: number, description: Uint8Array): Promise<void> {
  const padded = new Uint8Array(description.length + PADDING_BYTES);
  padded.set(description);
  const at = await libav.malloc(padded.length);
  await libav.copyin_u8(at, padded);
  await libav.AVCodecContext_extradata_s(context, at);
  await libav.AVCodecContext_extradata_size_s(context, description.length);
}

function bytesOf(source: AudioSampleInit["data"]): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

function sampleOf({ data, format, channels, sample_rate }: LibavFrame, timestamp: number): AudioSample {
  const name = formats[format];
  if (name === undefined) throw new Error(`sample format ${format} is unknown`);
  const planes: readonly ArrayBufferView[] = ArrayBuffer.isView(data) ? [data] : data;
  return new AudioSample({
    data: Buffer.concat(planes.map(bytesOf)),
    format: name,
    numberOfChannels: channels,
    sampleRate: sample_rate,
    timestamp,
  });
}
