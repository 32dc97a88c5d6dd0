import { statfsSync } from "node:fs";

/** How long one look at the volume is good for, in ms. */
const goodForMs = 1_000;

/** Says whether the volume of `folder` has at least `floorBytes` left for us. */
export function freeSpaceAbove(folder: string, floorBytes: number): () => boolean {
  let checkedAt = -Infinity;
  let isAbove = true;
  return () => {
    const now = performance.now();
    if (now - checkedAt >= goodForMs) {
      const { bavail, bsize } = statfsSync(folder);
      isAbove = bavail * bsize >= floorBytes;
      checkedAt = now;
    }
    return isAbove;
  };
}
