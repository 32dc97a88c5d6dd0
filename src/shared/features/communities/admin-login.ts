/** What makes two admin usernames the same: letter case, Unicode forms and blanks around them do not tell them apart. */
export function adminUsernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase().normalize("NFKC");
}

/** How long a user who proved to know an admin login is an admin, in milliseconds. */
export const ELEVATION_MS = 12 * 3_600_000;
