import { type AudioCodec, AudioSample, CustomAudioDecoder, type EncodedPacket } from "mediabunny";
import { OpusDecoder } from "opus-decoder";

/** libopus as WebAssembly. The pre-skip of a recording is not removed: a few milliseconds of silence. */
export class OpusPacketDecoder extends CustomAudioDecoder {
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
