import { copyText } from "#web/lib/copy-text.ts";

/** The address an invitation leads to. */
export function inviteAddress(token: string): string {
  return new URL(`/join/${token}`, location.href).href;
}

/** Copies an invite link, and says whether it worked. */
export async function copyLink(text: string): Promise<void> {
  const problem = "The browser does not let us copy. Please select the link and copy it.";
  await copyText(text, "Link copied.", problem);
}
