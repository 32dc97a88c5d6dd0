import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { passwordWeakness } from "#shared/features/account/password-rules.ts";
import { AppError } from "#server/http/app-error.ts";

const derive = promisify(argon2);

/** OWASP's argon2id setting: 19 MiB, 2 passes, 1 lane. Runs off the event loop. */
const OWASP = { memory: 19 * 1024, passes: 2, parallelism: 1 };
type Cost = typeof OWASP;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** An argon2id hash in PHC string format. It includes the cost, so that the cost can be raised later. @param cost memory in KiB */
export async function hashPassword(password: string, cost: Cost = OWASP): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt, cost, TAG_BYTES);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Whether `password` matches `hash`. False for a hash in another format. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (match === null) return false;
  const [, memory, passes, parallelism, salt = "", tag = ""] = match;
  const expected = Buffer.from(tag, "base64");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await tagOf(password, Buffer.from(salt, "base64"), cost, expected.length);
  return timingSafeEqual(actual, expected);
}

/** Devices encode the same accented letter differently. NFKC makes the encodings equal (NIST SP 800-63B, 5.1.1.2). */
async function tagOf(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  return await derive("argon2id", { message: password.normalize("NFKC"), nonce, tagLength, ...cost });
}

/** Base64 without padding, as in PHC strings. */
function encode(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** @throws AppError `invalid-input` */
export function assertStrong(password: string, pseudonym: string): void {
  const message = passwordWeakness(password, pseudonym);
  if (message !== null)
    throw new AppError("invalid-input", message, { fields: [{ path: "password", message }] });
}
