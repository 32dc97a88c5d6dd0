/** Normalizes an admin username for comparison: letter case, Unicode forms and surrounding spaces do not matter. */
export function adminUsernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase().normalize("NFKC");
}

/** How long a user stays an admin after entering the admin login, in milliseconds. */
export const ELEVATION_MS = 12 * 3_600_000;
