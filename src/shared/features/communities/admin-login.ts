import { plainLetters } from "#shared/plain-letters.ts";
import { MAX_ADMIN_USERNAME } from "./limits.ts";

/** Normalizes an admin username for comparison: letter case, Unicode forms and surrounding spaces do not matter. */
export function adminUsernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase().normalize("NFKC");
}

/** How long a user stays an admin after entering the admin login, in milliseconds. */
export const ELEVATION_MS = 12 * 3_600_000;

/**
 * An admin username derived from a community's name: "Café Dust & Co" becomes "cafe-dust-co". Empty when the name has no letter or digit.
 */
export function suggestAdminUsername(communityName: string): string {
  const words =
    plainLetters(communityName)
      .replaceAll("'", "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  // Truncation may leave a dash or half a letter.
  return words
    .join("-")
    .slice(0, MAX_ADMIN_USERNAME)
    .replace(/[^\p{L}\p{N}]$/u, "");
}

/** The characters of a suggested password: 32 that are easy to distinguish on paper. */
const SIGNS = "abcdefghijkmnpqrstuvwxyz23456789";

/** A random admin password that is easy to read out: "k7mp-x2qd-9fvt", of 60 bits. */
export function suggestAdminPassword(): string {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => SIGNS[byte % SIGNS.length]);
  return [signs.slice(0, 4), signs.slice(4, 8), signs.slice(8)].map((group) => group.join("")).join("-");
}
