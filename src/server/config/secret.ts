import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { OperatorError } from "#server/operator-error.ts";

const MIN_LENGTH = 32;

/**
 * The server's secret: the SECRET setting, else one made at first start and kept in `DATA_DIR/secret`, readable by its
 * owner only. Use it through `deriveKey`.
 * @throws OperatorError when the kept one was cut short
 */
export async function loadSecret(config: Pick<Config, "secret" | "dataDir">): Promise<string> {
  if (config.secret !== null) return config.secret;
  const path = join(config.dataDir, "secret");
  // Read before anything is written: a server on a full disk starts, and answers what is asked.
  const kept = (await readStored(path)) ?? (await makeSecret(config.dataDir, path));
  if (kept.length >= MIN_LENGTH) return kept;
  throw new OperatorError("invalid-config", `${path} is too short for a secret: delete it to get a new one.`);
}

async function readStored(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function makeSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  // Written aside and linked: a crash leaves no half of a secret, and the first of two starts wins.
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

/** The newest first, by which everything is signed; by the others what was signed before a change is still read. */
export function keyRing({ secret, config }: RingWorld): readonly string[] {
  return [secret, ...config.previousSecrets];
}

interface RingWorld {
  readonly secret: string;
  readonly config: Pick<Config, "previousSecrets">;
}

/** A key for one purpose, so that what was signed for one use means nothing to another. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("base64url");
}

/** What is kept of a code that is handed out: a copy of the database gives no code away. */
export function hashCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", deriveKey(secret, purpose)).update(code).digest("base64url");
}

/** Whether a secret text is the expected one, in constant time: both are hashed to one length first. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
