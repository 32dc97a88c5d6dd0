import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The session token of a request, if its cookie is signed by any of the keys: `token.base64(hmac-sha256(token))`,
 * percent-encoded, in better-auth's format. Checked before the database, so that a forged cookie costs no query.
 */
export function readSessionToken(
  cookieHeader: string | null,
  name: string,
  keys: readonly string[],
): string | null {
  const value = findCookie(cookieHeader ?? "", name);
  const dot = value?.lastIndexOf(".") ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), "base64");
  const isSigned = keys.some((key) => {
    const expected = signatureOf(token, key);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  return isSigned ? token : null;
}

/**
 * The cookies of a request. Those signed with an earlier key are signed again with the newest key, the only one the library has.
 * @param names of the cookies the library reads
 * @param keys newest first
 */
export function signedAgain(
  cookieHeader: string | null,
  names: readonly string[],
  keys: readonly string[],
): string {
  const [newest = ""] = keys;
  return (cookieHeader ?? "")
    .split(";")
    .map((part) => {
      const [name] = splitOnce(part.trim());
      if (!names.includes(name) || readSessionToken(part, name, [newest]) !== null) return part;
      const token = readSessionToken(part, name, keys);
      if (token === null) return part;
      return `${name}=${encodeURIComponent(`${token}.${signatureOf(token, newest).toString("base64")}`)}`;
    })
    .join(";");
}

function signatureOf(token: string, key: string): Buffer {
  return createHmac("sha256", key).update(token).digest();
}

/** Only the cookie `name`, renamed to `known`: the library reads a single cookie name. */
export function cookieAs(cookieHeader: string | null, name: string, known: string): string | null {
  const value = findCookie(cookieHeader ?? "", name);
  return value === null ? null : `${known}=${encodeURIComponent(value)}`;
}

/** A `Set-Cookie` value under another name. */
export function renameSetCookie(line: string, name: string): string {
  return `${name}${line.slice(line.indexOf("="))}`;
}

function findCookie(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const [key, value] = splitOnce(part.trim());
    if (key === name) return decode(value);
  }
  return null;
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
