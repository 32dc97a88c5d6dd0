/** Crockford's base 32: no I, L, O or U, so that a printed code is read as it was meant. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 random bits. */
const LENGTH = 16;

/** The code on a thing's tag. */
export const TAG_CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;
/** What a companion's tag says: 128 random bits in base64url. */
const COMPANION_CODE = /^[\w-]{22}$/;
/** An address a tag holds, of whatever server: only the code is ever taken out of it. */
const TAG_ADDRESS = /^https?:\/\/[^\s/?#]{1,200}\/t\/([\w-]{1,40})\/?$/i;
/** Characters of a tag's text that are looked at; no tag of ours has more. */
export const MAX_TAG_TEXT = 256;

export type TagReading = { kind: "item" | "companion"; code: string } | { kind: "problem"; problem: string };

/** A code for a new tag. It may be made on a phone without a signal: two that are the same will not happen. */
export function newTagCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** As it is printed for people to type: `7K3M-Q9TD-0XVF-2B8C`. */
export function spelledTagCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

/** What is written on the tag and into its QR code. @param origin of this server, such as `https://looby.example` */
export function tagAddress(origin: string, code: string): string {
  return `${origin}/t/${code}`;
}

/**
 * Reads what a tag, a QR code or a user's typing says. The text is never opened, whatever it is: all that comes out of it
 * is a code to look up here.
 */
export function readTagText(text: string): TagReading {
  if (text.length > MAX_TAG_TEXT) return problem("There is more on it than on any tag of ours.");
  const given = text.trim();
  if (given === "") return problem("It is empty.");
  const code = TAG_ADDRESS.exec(given)?.[1] ?? given;
  if (COMPANION_CODE.test(code)) return { kind: "companion", code };
  const typed = asTyped(code);
  return TAG_CODE.test(typed)
    ? { kind: "item", code: typed }
    : problem("It is no tag of ours, so nothing was opened.");
}

/**
 * What may be told of a tag to everybody: a phone without a signal knows a tag by it, and nobody can make the tag from it.
 * @returns null where the browser cannot hash, which is outside https
 */
export async function tagMark(code: string): Promise<string | null> {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const hash = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(code)));
  return [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Groups, small letters, and the letters that look like a digit. */
function asTyped(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

function problem(sentence: string): TagReading {
  return { kind: "problem", problem: sentence };
}
