import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { OperatorError } from "#server/operator-error.ts";

const MIN_LENGTH = 32;

/**
 * The server's secret: the SECRET setting, or one generated at the first start and stored in `DATA_DIR/secret`, readable only by
 * its owner. Use it through `deriveKey`.
 * @throws OperatorError when the stored secret is truncated
 * @throws the file system's error, with its path, when the data folder cannot be used
 */
export async function loadSecret(config: Pick<Config, "secret" | "dataDir">): Promise<string> {
  if (config.secret !== null) return config.secret;
  const path = join(config.dataDir, "secret");
  // Read before anything is written, so that a server on a full disk starts and can answer requests.
  const secret = (await readStored(path)) ?? (await makeSecret(config.dataDir, path));
  if (secret.length >= MIN_LENGTH) return secret;
  throw new OperatorError(
    "invalid-config",
    `${path} is empty or too short for a secret: put the whole one back, or delete it to get a new one.`,
  );
}

async function readStored(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw Object.assign(error as Error, { path }); // EISDIR comes without one
  }
}

async function makeSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  // Written to a temporary file and then linked: a crash leaves no partial secret, and of two concurrent starts the first wins.
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  try {
    await link(unfinished, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  return (await readFile(path, "utf8")).trim();
}

/** All secrets, newest first. The first one signs; the others only verify older signatures. */
export function keyRing({ secret, config }: RingWorld): readonly string[] {
  return [secret, ...config.previousSecrets];
}

interface RingWorld {
  readonly secret: string;
  readonly config: Pick<Config, "previousSecrets">;
}

/** Derives a key for one purpose, so that a signature made for one use is invalid for any other. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("base64url");
}

/** The stored hash of an issued code. A copy of the database does not reveal the code. */
export function hashCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", deriveKey(secret, purpose)).update(code).digest("base64url");
}

/** Compares two secrets in constant time. Both are hashed first, so that their lengths are equal. */
export function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

/** Parses SECRET_PREVIOUS. @throws OperatorError when the value is too short to be a secret */
export function readPreviousSecrets(setting: string): string[] {
  if (setting !== "" && setting.length < 32)
    throw new OperatorError("invalid-config", "SECRET_PREVIOUS: takes at least 32 characters.");
  // A secret may itself contain commas, so the whole value counts as a candidate too.
  return [setting, ...setting.split(",").map((one) => one.trim())].filter(
    (one, index, all) => one.length >= 32 && all.indexOf(one) === index,
  );
}
