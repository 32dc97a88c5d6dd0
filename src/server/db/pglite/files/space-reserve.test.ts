import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureReserve, giveUpReserve } from "./space-reserve.ts";

test("reserves space once and releases it only when a start needs it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "looby-reserve-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "reserve");
  await ensureReserve(file, Number.MAX_SAFE_INTEGER);
  expect(await readdir(folder)).toEqual([]);

  await ensureReserve(file, 0);
  const { size, blocks, mtimeMs, mode } = await stat(file);
  expect(size).toBe(8 * 1024 * 1024);
  expect(blocks * 512).toBeGreaterThanOrEqual(size); // actually allocated
  expect(mode & 0o777).toBe(0o600);
  await ensureReserve(file, 0);
  await giveUpReserve(file);
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  expect(await readdir(folder)).toEqual(["reserve"]);
});

test("has no reserve to release in a folder that does not exist yet", async () => {
  await expect(giveUpReserve("/nowhere/reserve")).resolves.toBeUndefined();
});
