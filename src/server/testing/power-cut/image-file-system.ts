import { MemoryFS, PGlite } from "@electric-sql/pglite";
import type { DiskImage } from "./crash-image.ts";

/** The file system of an in-memory database that starts with `image` on its disk. */
export class ImageFileSystem extends MemoryFS {
  readonly #image: DiskImage;

  constructor(image: DiskImage) {
    super();
    this.#image = image;
  }

  override async init(pg: PGlite, options: Parameters<MemoryFS["init"]>[1]): ReturnType<MemoryFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const load = ({ FS }: PGlite["Module"]) => {
      const root = PGlite.paths.PGDATA;
      FS.mkdirTree(root, 0o700);
      for (const folder of [...this.#image.folders].toSorted()) FS.mkdirTree(`${root}/${folder}`, 0o700);
      for (const [path, bytes] of this.#image.files) FS.writeFile(`${root}/${path}`, bytes);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), load] } };
  }
}
