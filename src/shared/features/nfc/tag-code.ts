/** Crockford's base 32: no I, L, O or U, so that a printed code is not misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 16 characters encode 80 random bits. */
const LENGTH = 16;

/** The code on an item's tag. */
export const TAG_CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;
/** The code on a companion's tag: 128 random bits in base64url. */
const COMPANION_CODE = /^[\w-]{22}$/;
/** An address on a tag, of any server: only the code is ever taken from it. Users omit its beginning and append to its end. */
const TAG_ADDRESS =
  /^(?:https?:\/\/[^\s/]{1,200}|[\w.-]{1,200}(?::\d{1,5})?)?\/t\/([^/]{1,200})(?:\/(?!\.\.).{0,200})?$/i;
/** Punctuation around a code or an address in a sentence. */
const AROUND =
  /^(?:(?!\/)[\s\p{Cf}\p{Ps}\p{Pi}\p{Po}\x60<]){1,20}|[\s\p{Cf}\p{Pe}\p{Pf}\p{Po}\x60>]{1,20}$/gu;
const DASH = /[\p{Pd}\u2043\u2212]/gu;
/** Signs that users put between the letters of a code. */
const SIGNS = /(?!\/)[\p{Pd}\p{Pc}\p{Po}\p{S}]/gu;
/** "Tag code: ..." */
const LABEL = /^[\p{L}\p{Pd}\s]{0,20}(?:code|tag)[\s:=]{1,5}/iu;
const INVISIBLE = /[\s\p{Cf}]/gu;
/** Longest accepted text of a tag, in characters; all of Looby's tags are shorter. */
export const MAX_TAG_TEXT = 256;

export type TagReading = { kind: "item" | "companion"; code: string } | { kind: "problem"; problem: string };

/** A code for a new tag. It can be created on an offline phone: a collision is practically impossible. */
export function newTagCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** The printed form, for users to type: `7K3M-Q9TD-0XVF-2B8C`. */
export function spelledTagCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

/** The address on a tag and in its QR code. @param origin of this server, such as `https://looby.example` */
export function tagAddress(origin: string, code: string): string {
  return `${origin}/t/${code}`;
}

/**
 * Reads the text of a tag or QR code, or a code that a user typed. The text is never opened, whatever it is: the result is only a code to
 * look up on this server.
 */
export function readTagText(text: string): TagReading {
  const [raw = ""] = text.replaceAll(AROUND, "").split(/[?#&]/, 1);
  if (raw.length > MAX_TAG_TEXT) return problem("There is more on it than on any Looby tag.");
  const [, inAddress] = TAG_ADDRESS.exec(raw.replaceAll(AROUND, "")) ?? [];
  const [unquoted = ""] = decoded(inAddress ?? raw).split(/[?#&]/, 1);
  const written = unquoted.replaceAll(AROUND, "");
  if (written === "") return problem("It is empty.");
  const code = written.normalize("NFKC").replace(LABEL, "").replaceAll(DASH, "-").replaceAll(INVISIBLE, "");
  const typed = asTyped(code);
  if (TAG_CODE.test(typed)) return { kind: "item", code: typed };
  return COMPANION_CODE.test(code)
    ? { kind: "companion", code }
    : problem("It isn’t a Looby tag, so nothing was opened.");
}

/** Without percent-encoding, where it is valid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A public mark of a tag: an offline phone recognizes the tag by it, and the tag's code cannot be derived from it.
 * @returns null when the browser cannot hash, which is the case outside https
 */
export async function tagMark(code: string): Promise<string | null> {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const hash = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(code)));
  return [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Normalizes a typed code: removes groups, and corrects lower case and letters that look like a digit. */
function asTyped(code: string): string {
  return code.replaceAll(SIGNS, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

function problem(sentence: string): TagReading {
  return { kind: "problem", problem: sentence };
}
