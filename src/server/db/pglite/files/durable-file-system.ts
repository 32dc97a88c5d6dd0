import { fdatasyncSync, fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type PostgresModule = PGlite["Module"];

/**
 * PGlite's file system on disk, plus the `fsync` it lacks. Without it, Postgres believes a commit is on disk while it is only in
 * the page cache, and a power cut leaves a folder that does not open or has lost committed data (see proof/power-cut.proof.ts).
 * Postgres must also be started with `durableStartParams`.
 */
export class DurableFileSystem extends NodeFS {
  readonly #onStep: () => void;

  /** @param onStep called after each operation on the disk */
  constructor(folder: string, onStep: () => void = () => undefined) {
    super(folder);
    this.#onStep = onStep;
  }

  override async init(pg: PGlite, options: Partial<PostgresModule>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: PostgresModule) => addSync(module.FS, this.#onStep),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/**
 * `fsync` as the WAL method, because Emscripten's `fdatasync` (the default) returns success without doing anything.
 * `PGlite.defaultStartParams` also contains `-F`, which would override `fsync=on`.
 */
export function durableStartParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((param) => param !== "-F"), "-c", "fsync=on", "-c", "wal_sync_method=fsync"];
}

function addSync(fs: PostgresModule["FS"], onStep: () => void): void {
  // Emscripten's published types omit the internals of its file systems.
  const nodefs = fs.filesystems.NODEFS as unknown as {
    stream_ops: { fsync?(stream: { nfd: number; node: { mode: number } }): number };
    /** Runs each operation on the disk. Converts Node's error codes to Emscripten's, so that Postgres recognizes EIO and ENOSPC. */
    tryFSOperation<T>(operation: () => T): T;
  };
  const run = nodefs.tryFSOperation.bind(nodefs);
  nodefs.tryFSOperation = (operation) => {
    const result = run(operation);
    onStep();
    return result;
  };
  nodefs.stream_ops.fsync = ({ nfd, node }) => {
    nodefs.tryFSOperation(() => (fs.isDir(node.mode) ? fsyncSync(nfd) : fdatasyncSync(nfd)));
    return 0;
  };
}
