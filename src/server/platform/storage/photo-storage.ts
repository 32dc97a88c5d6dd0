/** Photos of every format are stored as WebP. */
export const STORED_TYPE = "image/webp";

/** Storage for the bytes of photos, and temporarily of recordings. Keys are created by the server, never by a client. */
export interface PhotoStorage {
  /** `disk` or `s3`, for the health check. */
  readonly kind: string;
  /** The object is durable when this resolves. Replaces an existing object. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Null when there is no such object. The body must be read to its end or cancelled. `size` in bytes. */
  get(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
  /** Like `get`, without the bytes. */
  head(key: string): Promise<{ size: number } | null>;
  /** Also succeeds when there is no such object. */
  delete(key: string): Promise<void>;
}

const KEY = /^(?:[A-Za-z0-9_-]+\/){0,4}[A-Za-z0-9_-][A-Za-z0-9_.-]*\.(?:webp|part)$/;

/**
 * The last line of defense. Even if a caller checks nothing, a key consists of folders and a name of plain characters, so it cannot escape
 * the folder or bucket it is joined to.
 * @throws RangeError
 */
export function assertStorageKey(key: string): void {
  if (key.length > 300 || !KEY.test(key)) throw new RangeError("not a storage key");
}
