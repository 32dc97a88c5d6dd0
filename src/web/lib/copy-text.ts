import { showToast } from "#web/ui/overlay/toast.ts";

/** Copies a text to the clipboard, and shows whether it worked. Call it in a tap or key press. */
export async function copyText(text: string, done: string, problem: string): Promise<void> {
  const isCopied = await writeClipboard(text);
  showToast(isCopied ? { kind: "done", text: done } : { kind: "problem", text: problem });
}

/** @returns whether it worked */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The way of pages without https, which have no clipboard: the browser copies what is selected. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // no keyboard on a phone
  Object.assign(field.style, { position: "fixed", insetBlockStart: "0", opacity: "0", fontSize: "16px" }); // iOS zooms to smaller text
  // Beside the button, because a modal dialog lets nothing outside it be focused.
  (focused?.parentElement ?? document.body).append(field);
  try {
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, text.length);
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
