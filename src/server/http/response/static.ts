import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { MiddlewareHandler } from "hono";
import { type Encoding, encodingFor } from "./compress.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

interface Asset {
  type: string;
  etag: string;
  isImmutable: boolean;
  /** The better first; as it is at the end. */
  bodies: { encoding: Encoding | null; bytes: Buffer }[];
}

export interface StaticFiles {
  /** The contents of the page's one inline `<style>`, for the CSP hash; null without one. */
  readonly inlineStyle: string | null;
  readonly handler: MiddlewareHandler;
}

/**
 * Serves the built page from memory (about a megabyte), with the brotli and gzip files the build made beside each asset.
 * Any address without a file extension is the page itself: its views have URLs.
 * @param folder the build's output
 * @param productName what the installed page is called
 */
export async function loadStaticFiles(folder: string, productName: string): Promise<StaticFiles> {
  const assets = new Map<string, Asset>();
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  for (const name of names) {
    if (name.endsWith(".br") || name.endsWith(".gz")) continue;
    // Called as this server is, so not as the build has compressed it.
    const isManifest = name.endsWith(".webmanifest");
    const read = await readFile(join(folder, name));
    const bytes = isManifest ? named(read, productName) : read;
    const bodies: Asset["bodies"] = [];
    if (!isManifest && names.includes(`${name}.br`))
      bodies.push({ encoding: "br", bytes: await readFile(join(folder, `${name}.br`)) });
    if (!isManifest && names.includes(`${name}.gz`))
      bodies.push({ encoding: "gzip", bytes: await readFile(join(folder, `${name}.gz`)) });
    bodies.push({ encoding: null, bytes });
    assets.set(`/${name}`, {
      type: TYPES[extname(name)] ?? "application/octet-stream",
      etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`,
      isImmutable: name.startsWith("assets/"),
      bodies,
    });
  }
  const page = assets.get("/index.html");
  const html = page?.bodies.at(-1)?.bytes.toString("utf8") ?? "";
  return { inlineStyle: /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? null, handler: serve(assets) };
}

function named(manifest: Buffer, name: string): Buffer {
  const fields = JSON.parse(manifest.toString("utf8")) as Record<string, unknown>; // the build's own
  return Buffer.from(JSON.stringify({ ...fields, name, short_name: name }));
}

function serve(assets: ReadonlyMap<string, Asset>): MiddlewareHandler {
  return async (context, next) => {
    const isRead = context.req.method === "GET" || context.req.method === "HEAD";
    if (!isRead || context.req.path.startsWith("/api/")) return await next();
    const asset =
      assets.get(context.req.path) ??
      (extname(context.req.path) === "" ? assets.get("/index.html") : undefined);
    if (asset === undefined) return await next();
    const offered = asset.bodies.flatMap(({ encoding }) => encoding ?? []);
    const best = encodingFor(context.req.header("accept-encoding") ?? null, offered);
    const body = asset.bodies.find(({ encoding }) => encoding === best);
    if (body === undefined) return await next();
    const headers: Record<string, string> = {
      "content-type": asset.type,
      "cache-control": asset.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
      etag: asset.etag,
      vary: "accept-encoding",
      "content-length": String(body.bytes.byteLength),
      ...(body.encoding === null ? {} : { "content-encoding": body.encoding }),
    };
    if (context.req.header("if-none-match") === asset.etag) return context.body(null, 304, headers);
    return context.body(new Uint8Array(body.bytes), 200, headers);
  };
}
