import { fdatasyncSync, fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type PostgresModule = PGlite["Module"];

/**
 * PGlite's file system on disk with the `fsync` it lacks: as shipped, Postgres believes a commit is on disk
 * while it is only in the page cache, and a power cut leaves a folder that does not open or has lost what was
 * acknowledged (see proof/power-cut.proof.ts). Postgres must also be started with `durableStartParams`.
 */
export class DurableFileSystem extends NodeFS {
  override async init(pg: PGlite, options: Partial<PostgresModule>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: PostgresModule) => addSync(module.FS)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/**
 * `fsync` as the WAL method, because Emscripten's `fdatasync` (the default) returns success and does nothing.
 * `PGlite.defaultStartParams` also carries `-F`, which would override `fsync=on`.
 */
export function durableStartParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((param) => param !== "-F"), "-c", "fsync=on", "-c", "wal_sync_method=fsync"];
}

function addSync(fs: PostgresModule["FS"]): void {
  // Emscripten's published types leave out what its file systems are made of.
  const nodefs = fs.filesystems.NODEFS as unknown as {
    stream_ops: { fsync?(stream: { nfd: number; node: { mode: number } }): number };
    /** Turns Node's error codes into Emscripten's, so that Postgres sees EIO and ENOSPC as such. */
    tryFSOperation(operation: () => void): void;
  };
  nodefs.stream_ops.fsync = ({ nfd, node }) => {
    nodefs.tryFSOperation(() => (fs.isDir(node.mode) ? fsyncSync(nfd) : fdatasyncSync(nfd)));
    return 0;
  };
}
