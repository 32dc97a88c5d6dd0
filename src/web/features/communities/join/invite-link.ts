import { showToast } from "#web/ui/overlay/toast.ts";

/** The address an invitation leads to. */
export function inviteAddress(token: string): string {
  return new URL(`/join/${token}`, location.href).href;
}

/** Copies an invite link, and says whether it worked. */
export async function copyLink(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "done", text: "Link copied." });
  } catch {
    showToast({
      kind: "problem",
      text: "The browser does not let us copy. Please select the link and copy it.",
    });
  }
}
