import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deriveKey, loadSecret } from "./secret.ts";

test("generates a secret once, readable only by its owner", async () => {
  await using folder = await temporaryFolder();
  const config = { secret: null, dataDir: join(folder.path, "data") };
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadSecret(config)));
  expect(new Set(secrets).size).toBe(1);
  expect(await loadSecret(config)).toBe(secrets[0]);
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(43);
  expect((await stat(join(config.dataDir, "secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(config.dataDir)).toEqual(["secret"]);
  // An existing secret causes no write, so a full disk does not prevent a start.
  const { mtimeMs } = await stat(config.dataDir);
  await loadSecret(config);
  expect((await stat(config.dataDir)).mtimeMs).toBe(mtimeMs);
});

test("prefers the setting and rejects a truncated file", async () => {
  await using folder = await temporaryFolder();
  const secret = "a setting of 32 characters or more";
  expect(await loadSecret({ secret, dataDir: folder.path })).toBe(secret);
  expect(await readdir(folder.path)).toEqual([]);
  await writeFile(join(folder.path, "secret"), "half");
  await expect(loadSecret({ secret: null, dataDir: folder.path })).rejects.toThrow(/too short/);
});

test("derives unrelated keys for different purposes", () => {
  const [one, two] = [deriveKey("s".repeat(32), "one"), deriveKey("s".repeat(32), "two")];
  expect(one).not.toBe(two);
  expect(deriveKey("s".repeat(32), "one")).toBe(one);
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "looby-secret-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
