import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

/** In characters. About one packet: compressing less saves no time. */
const LEAST_LENGTH = 1_400;
/** Responses that are the same for many clients, such as a page of the library, are compressed once. This many are cached. */
const MAX_CACHED = 64;
/** In characters. Limits the cache to a few megabytes. */
const MAX_CACHED_LENGTH = 50_000;

/** Names as in `content-encoding`, better one first. */
export type Encoding = "br" | "gzip";

/**
 * The best encoding a client accepts; null when it accepts none.
 * @param accepted the `accept-encoding` header
 * @param offered the available encodings, better one first
 */
export function encodingFor(
  accepted: string | null,
  offered: readonly Encoding[] = ["br", "gzip"],
): Encoding | null {
  const names = parseAccept(accepted ?? "").flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : []));
  return offered.find((encoding) => names.includes(encoding)) ?? null;
}

/** A compressed response body. */
export interface Compressed {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: Encoding;
}

/** Fast settings: even on a slow connection, the last few percent are not worth the server's CPU time. */
const encoders: Record<Encoding, (text: string) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async (text) =>
    await promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: promisify<string, Uint8Array<ArrayBuffer>>(gzip),
};

/**
 * @param asked.accepted the `accept-encoding` header
 * @param asked.isAlike many clients get the same response, and nothing in it is personal: it may be cached
 * @returns null when the text should be sent uncompressed
 */
export type Compress = (
  text: string,
  asked: { accepted: string | null; isAlike: boolean },
) => Promise<Compressed | null>;

/** Compresses texts for clients that accept it, and caches the most recent shared ones. */
export function createCompressor(): Compress {
  const cache: Record<Encoding, Map<string, Uint8Array<ArrayBuffer>>> = { br: new Map(), gzip: new Map() };
  return async (text, { accepted, isAlike }) => {
    const encoding = text.length < LEAST_LENGTH ? null : encodingFor(accepted);
    if (encoding === null) return null;
    if (!isAlike || text.length > MAX_CACHED_LENGTH)
      return { bytes: await encoders[encoding](text), encoding };
    const bytes = cache[encoding].get(text) ?? (await encoders[encoding](text));
    // The map is in order of use: the most recently used is last, the first is evicted.
    cache[encoding].delete(text);
    cache[encoding].set(text, bytes);
    if (cache[encoding].size > MAX_CACHED) cache[encoding].delete(cache[encoding].keys().next().value ?? "");
    return { bytes, encoding };
  };
}
