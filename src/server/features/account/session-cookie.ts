import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The session token of a request, when its cookie bears our signature: `token.base64(hmac-sha256(token))`, percent-encoded,
 * as better-auth writes it. Checked before the database is asked, so that a made-up cookie costs no query.
 */
export function readSessionToken(cookieHeader: string | null, name: string, key: string): string | null {
  const value = findCookie(cookieHeader ?? "", name);
  const dot = value?.lastIndexOf(".") ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const expected = createHmac("sha256", key).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

/** The cookie of this name as the only one, under another name: what the library, which knows one name, is to see. */
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
