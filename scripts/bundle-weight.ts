import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod/mini";

// 1 kB = 1000 bytes, gzip -9.
export const FIRST_PAINT_KB = 130;
/** A view or a dialog with all that it shares with others: the outbox and its checks (25 kB), all styles (16), the windows of Base UI (38). */
export const PART_KB = 180;
export const WORKER_KB = 60;
export const FONTS_KB = 45;

export interface BundleWeight {
  /** JS and CSS needed before the first paint, largest first. */
  firstPaint: WeighedFile[];
  /** Each view, dialog and other part: what it adds to the first paint, with all that it shares. */
  parts: WeighedFile[];
  /** Worker scripts: the browser fetches them when they start, in addition to the part that starts them. */
  workers: WeighedFile[];
  /** Uncompressed sizes: a font is already compressed. */
  fonts: WeighedFile[];
}

export interface WeighedFile {
  name: string;
  /** Compressed size. */
  bytes: number;
}

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    /** Files it refers to without importing them. */
    assets: z.optional(z.array(z.string())),
  }),
);
/** The chunk of each part: see scripts/page-chunks.ts. */
const partsSchema = z.record(z.string(), z.string());
type Manifest = z.infer<typeof manifestSchema>;

/**
 * Measures the built page from its manifest.
 * @param dist the build's output
 * @throws Error when there is no build
 */
export function weighBundle(dist: string): BundleWeight {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(dist, ".vite", file), "utf8"));
  const manifest = manifestSchema.parse(read("manifest.json"));
  const weigh = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).byteLength;
  const firstPaint = filesOf(manifest, "index.html");
  const chunks = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]));
  const parts = Object.entries(partsSchema.parse(read("parts.json"))).map(([name, file]) => {
    const added = filesOf(manifest, chunks.get(file) ?? file).difference(firstPaint);
    return { name, bytes: [...added].reduce((sum, other) => sum + weigh(other), 0) };
  });
  const named = new Set(Object.values(manifest).flatMap(({ assets }) => assets ?? []));
  const fonts = new Set(
    Object.values(manifest).flatMap(({ file }) => (file.endsWith(".woff2") ? [file] : [])),
  );
  return {
    firstPaint: [...firstPaint]
      .map((name) => ({ name, bytes: weigh(name) }))
      .toSorted((a, b) => b.bytes - a.bytes),
    parts,
    workers: [...named].filter((name) => name.endsWith(".js")).map((name) => ({ name, bytes: weigh(name) })),
    fonts: [...fonts].map((name) => ({ name, bytes: readFileSync(join(dist, name)).byteLength })),
  };
}

export function totalBytes(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The files a part needs before it can run: itself, its static imports, and their styles. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`${name} is not in the manifest: build the page first`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}
