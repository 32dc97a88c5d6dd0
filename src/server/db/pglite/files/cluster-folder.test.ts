import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCluster } from "./cluster-folder.ts";

test("reports each file of a new cluster that is synced", async () => {
  const folder = await mkdtemp(join(tmpdir(), "looby-cluster-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const onStep = vi.fn<() => void>();
  const fill = async (newFolder: string) => {
    for (const name of ["a", "b", "c"]) await writeFile(join(newFolder, name), "");
  };
  await createCluster(join(folder, "cluster"), fill, onStep);
  expect(onStep).toHaveBeenCalledTimes(3);
});
