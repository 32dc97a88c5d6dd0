/** Whatever a photo came as, it is kept as WebP. */
export const STORED_TYPE = "image/webp";

/** Bytes of photos, wherever they live, and of recordings on their way. Keys are made by the server, never by a client. */
export interface PhotoStorage {
  /** `disk` or `s3`, for the health call. */
  readonly kind: string;
  /** Durable when it resolves. Replaces what is there. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Null when there is no such object. The body must be read to its end or cancelled. `size` in bytes. */
  get(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
  /** As `get`, without the bytes. */
  head(key: string): Promise<{ size: number } | null>;
  /** Also fine when there is no such object. */
  delete(key: string): Promise<void>;
}
