import { statfsSync } from "node:fs";

/** How long a check of the volume is cached, in ms. */
const goodForMs = 1_000;

/** Returns a check whether the volume of `folder` has at least `floorBytes` free. */
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
