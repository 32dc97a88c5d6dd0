import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestEmbedded } from "#server/testing/test-database.ts";

test("allows reads on a nearly full disk and refuses writes before trying them", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "looby-space-"));
  {
    await using db = await openTestEmbedded({ dataDir, freeSpaceFloorBytes: Number.MAX_SAFE_INTEGER });
    expect(db.isWritable()).toBe(false);
    expect(() => db.assertWritable()).toThrow(expect.objectContaining({ code: "insufficient-storage" }));
    expect((await db.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  }
  {
    await using db = await openTestEmbedded({ dataDir, freeSpaceFloorBytes: 1 });
    expect(db.isWritable()).toBe(true);
    db.assertWritable();
  }
  await rm(dataDir, { recursive: true });
});
