import { copyText } from "#web/lib/copy-text.ts";

/** The address of an invitation. */
export function inviteAddress(token: string): string {
  return new URL(`/join/${token}`, location.href).href;
}

/** Copies an invite link, and reports whether it worked. */
export async function copyLink(text: string): Promise<void> {
  const problem = "The browser does not let us copy. Please select the link and copy it.";
  await copyText(text, "Link copied.", problem);
}
