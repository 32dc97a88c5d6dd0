import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AppError } from "#server/http/app-error.ts";
import { openDiskStorage } from "#server/platform/storage/disk-storage.ts";
import type { PhotoStorage } from "#server/platform/storage/photo-storage.ts";
import { copyPhotos } from "./copy-photos.ts";
import { storageKeyOf } from "./signed-link.ts";

const PATHS = ["entries/ada/1.webp", "entries/ada/2.webp", "entries/ada/lost.webp"];

test("names the storage's own reason in one line and continues when it is repeated", async () => {
  await using here = await startStorage();
  await using there = await startStorage();
  for (const path of PATHS.slice(0, 2))
    for (const size of ["full", "thumb"] as const)
      await here.storage.put(storageKeyOf(path, size), Uint8Array.of(1, 2, 3));

  const failing = failingAfter(there.storage, 1);
  await expect(copyPhotos(here.storage, failing, PATHS)).rejects.toMatchObject({
    code: "photos-not-copied",
    message: expect.stringMatching(/^The photos could not be copied: 404 NoSuchBucket\. Correct .+ again/),
  });
  expect(await copyPhotos(here.storage, there.storage, PATHS)).toEqual({ copied: 3, missing: 2 });
  expect(await copyPhotos(here.storage, there.storage, PATHS)).toEqual({ copied: 0, missing: 2 });
});

function failingAfter(storage: PhotoStorage, puts: number): PhotoStorage {
  let left = puts;
  return {
    ...storage,
    head: async (key) => await storage.head(key),
    async put(key, bytes) {
      if (left-- > 0) return await storage.put(key, bytes);
      throw new AppError("upstream-failed", "The photo store did not answer.", {
        cause: new Error("404 NoSuchBucket"),
      });
    },
  };
}

async function startStorage() {
  const folder = await mkdtempDisposable(join(tmpdir(), "looby-photos-"));
  return {
    storage: await openDiskStorage(join(folder.path, "photos")),
    [Symbol.asyncDispose]: async () => await folder.remove(),
  };
}
