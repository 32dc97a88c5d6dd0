import { copyText } from "#web/lib/copy-text.ts";

/** The address of an invitation. @param origin the server's public address */
export function inviteAddress(origin: string, token: string): string {
  return `${origin}/join/${token}`;
}

/** Copies an invite link, and reports whether it worked. */
export async function copyLink(text: string): Promise<void> {
  const problem = "The browser does not let us copy. Please select the link and copy it.";
  await copyText(text, "Link copied.", problem);
}
