import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod/mini";

// 1 kB = 1000 bytes, gzip -9.
export const FIRST_PAINT_KB = 130;
export const LAZY_PART_KB = 60;
export const FONTS_KB = 45;

export interface BundleWeight {
  /** JS and CSS needed before the first paint, largest first. */
  firstPaint: WeighedFile[];
  /** Files each lazy part adds to what is already loaded: the first paint, and the files of every part that requests it. */
  lazyParts: WeighedFile[];
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
    isDynamicEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    /** Files it refers to without importing them. */
    assets: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/**
 * Measures the built page from its manifest.
 * @param dist the build's output
 * @throws Error when there is no build
 */
export function weighBundle(dist: string): BundleWeight {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")));
  const weigh = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).byteLength;
  const firstPaint = filesOf(manifest, "index.html");
  const before = filesBefore(manifest);
  const lazyParts = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry === true)
    .map(([name]) => {
      // A part that is already loaded does not count twice.
      const there = before.get(name) ?? firstPaint;
      const added = [...filesOf(manifest, name)].filter((file) => !there.has(file));
      return { name, bytes: added.reduce((sum, file) => sum + weigh(file), 0) };
    });
  const named = new Set(Object.values(manifest).flatMap(({ assets }) => assets ?? []));
  const fonts = new Set(
    Object.values(manifest).flatMap(({ file }) => (file.endsWith(".woff2") ? [file] : [])),
  );
  return {
    firstPaint: [...firstPaint]
      .map((name) => ({ name, bytes: weigh(name) }))
      .toSorted((a, b) => b.bytes - a.bytes),
    lazyParts,
    workers: [...named].filter((name) => name.endsWith(".js")).map((name) => ({ name, bytes: weigh(name) })),
    fonts: [...fonts].map((name) => ({ name, bytes: readFileSync(join(dist, name)).byteLength })),
  };
}

export function totalBytes(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * For each part, the files that are already loaded whenever it is requested: those common to all parts that request it, and those loaded
 * before them. Calculated like dominators in a compiler: start with all files and remove until nothing changes.
 */
function filesBefore(manifest: Manifest): Map<string, ReadonlySet<string>> {
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry === true);
  const filesByPart = new Map(["index.html", ...parts].map((key) => [key, filesOf(manifest, key)]));
  const everything = new Set([...filesByPart.values()].flatMap((files) => [...files]));
  const before = new Map<string, ReadonlySet<string>>(parts.map((key) => [key, everything]));
  const asks = new Map(
    [...filesByPart].map(([key, files]) => [
      key,
      new Set(
        Object.values(manifest).flatMap(({ file, dynamicImports }) =>
          files.has(file) ? (dynamicImports ?? []) : [],
        ),
      ),
    ]),
  );
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const part of parts) {
      const loaded = [...filesByPart]
        .filter(([key]) => key !== part && asks.get(key)?.has(part))
        .map(([key, files]) => files.union(before.get(key) ?? new Set()));
      const common = loaded.reduce<ReadonlySet<string>>((all, files) => all.intersection(files), everything);
      if (common.size === before.get(part)?.size) continue;
      before.set(part, common);
      hasChanged = true;
    }
  }
  return before;
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
