import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDiskStorage } from "./disk-storage.ts";

const KEY = "entries/ada/1753400000000-0123456789abcdef01234567.webp";

test("stores, reads, replaces and deletes a photo without other files in the folder", async () => {
  await using folder = await temporaryFolder();
  const storage = await openDiskStorage(folder.path);
  expect(await storage.get(KEY)).toBeNull();
  expect(await storage.head(KEY)).toBeNull();

  await storage.put(KEY, Uint8Array.of(1, 2, 3));
  expect(await storage.head(KEY)).toEqual({ size: 3 });
  await storage.put(KEY, Uint8Array.of(4, 5));
  const stored = await storage.get(KEY);
  expect(stored?.size).toBe(2);
  expect([...new Uint8Array(await new Response(stored?.body).arrayBuffer())]).toEqual([4, 5]);

  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await modeOf(join(folder.path, KEY))).toBe("600");
  for (const above of ["", "entries", "entries/ada"])
    expect(await modeOf(join(folder.path, above))).toBe("700");

  const reopened = await openDiskStorage(folder.path);
  expect(await reopened.head(KEY)).toEqual({ size: 2 });
  await reopened.delete(KEY);
  await reopened.delete(KEY);
  expect(await reopened.get(KEY)).toBeNull();
  expect(await filesIn(folder.path)).toEqual([]);
});

test("removes partial files of an earlier process and never reads them as photos", async () => {
  await using folder = await temporaryFolder();
  await openDiskStorage(folder.path);
  await writeFile(join(folder.path, ".unfinished", "half"), "RIFF");
  const storage = await openDiskStorage(folder.path);
  expect(await filesIn(folder.path)).toEqual([]);
  await expect(storage.get(".unfinished/half")).rejects.toThrow(RangeError);
});

test("leaves no file behind after a failed write", async () => {
  await using folder = await temporaryFolder();
  const storage = await openDiskStorage(folder.path);
  await writeFile(join(folder.path, "entries"), "a file where a folder should be");
  await expect(storage.put(KEY, Uint8Array.of(1))).rejects.toThrow("ENOTDIR");
  expect(await filesIn(folder.path)).toEqual(["entries"]);
  expect(await storage.get(KEY)).toBeNull();
});

test("rejects a key that leads out of the folder", async () => {
  await using folder = await temporaryFolder();
  const secret = join(folder.path, "secret.webp");
  await writeFile(secret, "not yours");
  const storage = await openDiskStorage(join(folder.path, "photos"));
  const keys = [
    "../secret.webp",
    "entries/../../secret.webp",
    "entries/..",
    "..\\secret.webp",
    secret,
    "/etc/passwd",
    "//secret.webp",
    "entries//a.webp",
    "./a.webp",
    "entries/.webp",
    "entries/a.webp/",
    "entries/a.webp\0.webp",
    "entries/a%2f..%2f.webp",
    "entries/ä.webp",
    "entries/a.html",
    "C:a.webp",
    "",
    `${"a/".repeat(6)}a.webp`,
    `${"a".repeat(300)}.webp`,
  ];
  for (const key of keys) {
    await expect(storage.get(key), key).rejects.toThrow(RangeError);
    await expect(storage.head(key), key).rejects.toThrow(RangeError);
    await expect(storage.put(key, Uint8Array.of(1)), key).rejects.toThrow(RangeError);
    await expect(storage.delete(key), key).rejects.toThrow(RangeError);
  }
  expect(await readFile(secret, "utf8")).toBe("not yours");
  expect(await filesIn(folder.path)).toEqual(["secret.webp"]);
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "looby-photos-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
