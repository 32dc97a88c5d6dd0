import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";
import { writeNotices } from "./notices.ts";

// Builds the page into dist/, writes the licenses of the third-party code in it (licences/), and adds a brotli and a gzip copy of every
// compressible file, so that the server never compresses during a request.

// React's production build, whatever the shell's NODE_ENV is.
process.env["NODE_ENV"] = "production";

const folder = join(import.meta.dirname, "../dist");
const modules = new Set<string>();
const noteModules: Plugin = {
  name: "note-modules",
  generateBundle: (_, bundle) => {
    for (const part of Object.values(bundle))
      if (part.type === "chunk") for (const file of part.moduleIds) modules.add(file);
  },
};
await build({
  configFile: join(import.meta.dirname, "../vite.config.ts"),
  logLevel: "warn",
  plugins: [noteModules],
});
writeNotices(folder, modules);
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (
    !entry.isFile() ||
    ![".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest"].includes(extname(entry.name))
  )
    continue;
  const file = join(entry.parentPath, entry.name);
  const bytes = await readFile(file);
  if (bytes.byteLength < 1024) continue;
  await writeFile(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
