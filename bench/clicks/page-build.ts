import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { extname, join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".cache/clicks-page");
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Builds the page unminified, so that no function is inlined, with source maps, and separately from `dist`. */
export async function buildPage(): Promise<void> {
  await build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    build: { outDir: folder, minify: false, sourcemap: true, manifest: false },
  });
}

/** Serves this build to a browser in place of the server's; API calls pass through. */
export async function servePage(context: BrowserContext, origin: string): Promise<void> {
  await context.route(
    (url) => url.origin === origin && !url.pathname.startsWith("/api/"),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const isView = route.request().resourceType() === "document";
      if (!isView && !pathname.startsWith("/assets/")) return await route.fallback();
      const path = isView ? "index.html" : pathname;
      await route.fulfill({
        path: join(folder, path),
        contentType: TYPES[extname(path)] ?? "application/octet-stream",
      });
    },
  );
}

interface MappedScript {
  map: SourceMap;
  /** Offsets at which its lines begin. */
  lines: number[];
}

/** Finds source files of `src` by positions in the build's scripts, which must be read with `load` first. */
export class PageSources {
  readonly #scripts = new Map<string, MappedScript | null>();

  async load(urls: Iterable<string>): Promise<void> {
    for (const url of urls) {
      if (this.#scripts.has(url)) continue;
      const name = /\/assets\/[^/]+\.js$/.exec(url)?.[0];
      this.#scripts.set(url, name === undefined ? null : await readScript(join(folder, name)));
    }
  }

  /** Path from the repository's root; null for libraries. */
  at(url: string, offset: number): string | null {
    const script = this.#scripts.get(url) ?? null;
    if (script === null) return null;
    const line = script.lines.findLastIndex((start) => start <= offset);
    return this.atLine(url, line, offset - (script.lines[line] ?? 0));
  }

  /** @param line from 0 @param column from 0 */
  atLine(url: string, line: number, column: number): string | null {
    const entry = this.#scripts.get(url)?.map.findEntry(line, column);
    const source = entry !== undefined && "originalSource" in entry ? entry.originalSource : "";
    return /src\/(?:web|shared)\/.*$/.exec(source)?.[0] ?? null;
  }
}

/** Null for a script with nothing but data: it has no map. */
async function readScript(file: string): Promise<MappedScript | null> {
  if (!existsSync(`${file}.map`)) return null;
  const [text, map] = await Promise.all([readFile(file, "utf8"), readFile(`${file}.map`, "utf8")]);
  const lines = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.push(at + 1);
  return { map: new SourceMap(JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]), lines };
}
