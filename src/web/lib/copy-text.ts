import { showToast } from "#web/ui/overlay/toast.ts";

/** Copies a text to the clipboard. @returns whether it worked */
export async function copyText(text: string, done: string, problem: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "done", text: done });
  } catch {
    showToast({ kind: "problem", text: problem });
  }
}
