/**
 * The parts of libav.js 3.11.5 that Looby uses. The package's own declarations lack its loader. Pointers are numbers, 0 is null.
 */
declare module "libav.js/libav-3.11.5.1.2-obsolete.js" {
  export interface LibavFrame {
    /** One plane per channel, or all channels in one, depending on `format`. */
    data: Int16Array | Float32Array | readonly (Int16Array | Float32Array)[];
    /** AVSampleFormat. */
    format: number;
    channels: number;
    /** Per channel. */
    nb_samples: number;
    sample_rate: number;
  }

  export interface Libav {
    avcodec_find_decoder_by_name(name: string): Promise<number>;
    avcodec_alloc_context3(codec: number): Promise<number>;
    /** @returns less than 0 on failure */
    avcodec_open2(context: number, codec: number, options: number): Promise<number>;
    AVCodecContext_sample_rate_s(context: number, rate: number): Promise<void>;
    AVCodecContext_channels_s(context: number, channels: number): Promise<void>;
    /** The context frees the memory at `bytes`. */
    AVCodecContext_extradata_s(context: number, bytes: number): Promise<void>;
    AVCodecContext_extradata_size_s(context: number, size: number): Promise<void>;
    av_packet_alloc(): Promise<number>;
    av_frame_alloc(): Promise<number>;
    malloc(size: number): Promise<number>;
    copyin_u8(to: number, bytes: Uint8Array): Promise<void>;
    /** @throws Error when a packet cannot be decoded */
    ff_decode_multi(
      context: number,
      packet: number,
      frame: number,
      packets: readonly { data: Uint8Array }[],
      isLast: boolean,
    ): Promise<LibavFrame[]>;
    ff_free_decoder(context: number, packet: number, frame: number): Promise<void>;
  }

  const libav: { LibAV(options: { base: string; noworker: true }): Promise<Libav> };
  export default libav;
}

/** The parts of opus-decoder 0.7.12 that Looby uses. */
declare module "opus-decoder" {
  export class OpusDecoder {
    constructor(options: { channels: number; preSkip: number });
    /** Resolves when its code is loaded. */
    readonly ready: Promise<void>;
    /** @param packet one frame; problems are reported in `errors` */
    decodeFrame(packet: Uint8Array): {
      channelData: Float32Array[];
      /** Per channel. */
      samplesDecoded: number;
      sampleRate: number;
      errors: readonly { message: string }[];
    };
    free(): void;
  }
}
