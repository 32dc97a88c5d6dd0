import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

/** Characters. About what one packet carries: less arrives no sooner. */
const LEAST_LENGTH = 1_400;
/** Answers that many are given alike, such as a page of the library, are compressed once. */
const MOST_KEPT = 64;
/** Characters: some megabytes in all. */
const LONGEST_KEPT = 50_000;

/** As `content-encoding` names them, the better first. */
export type Encoding = "br" | "gzip";

/**
 * The best encoding a caller takes; null when it takes none.
 * @param accepted the header `accept-encoding`
 * @param offered what there is, the better first
 */
export function encodingFor(
  accepted: string | null,
  offered: readonly Encoding[] = ["br", "gzip"],
): Encoding | null {
  const names = parseAccept(accepted ?? "").flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : []));
  return offered.find((encoding) => names.includes(encoding)) ?? null;
}

/** A body as it is sent. */
export interface Compressed {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: Encoding;
}

/** Fast ones: on a poor line the last few per cent are not worth the server's time. */
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
 * @param asked.accepted the header `accept-encoding`
 * @param asked.isAlike many are given the same, and nothing in it is anybody's own: it may be kept
 * @returns null for what is sent as it is
 */
export type Compress = (
  text: string,
  asked: { accepted: string | null; isAlike: boolean },
) => Promise<Compressed | null>;

/** Compresses texts for clients that accept it, and keeps the last of those that many are given. */
export function createCompressor(): Compress {
  const kept: Record<Encoding, Map<string, Uint8Array<ArrayBuffer>>> = { br: new Map(), gzip: new Map() };
  return async (text, { accepted, isAlike }) => {
    const encoding = text.length < LEAST_LENGTH ? null : encodingFor(accepted);
    if (encoding === null) return null;
    if (!isAlike || text.length > LONGEST_KEPT) return { bytes: await encoders[encoding](text), encoding };
    const bytes = kept[encoding].get(text) ?? (await encoders[encoding](text));
    // The last used is the last in the map, the first is let go.
    kept[encoding].delete(text);
    kept[encoding].set(text, bytes);
    if (kept[encoding].size > MOST_KEPT) kept[encoding].delete(kept[encoding].keys().next().value ?? "");
    return { bytes, encoding };
  };
}
