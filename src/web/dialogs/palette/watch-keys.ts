import { isComposingKey } from "#web/lib/composing-key.ts";
import { isDialogOpen, isWriting } from "#web/lib/key-target.ts";

/** The keys that open the palette, with this device's key names. */
export function paletteKeys(): string {
  return `${/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl"} K`;
}

/** Opens the palette on Ctrl+K or ⌘K, even while the user types, and the list of shortcuts on "?". @returns a function that stops it */
export function watchKeys(open: (dialog: { dialog: "palette" | "keys" }) => void): () => void {
  function handleKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || isComposingKey(event) || isDialogOpen()) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "k" && !event.shiftKey) open({ dialog: "palette" });
    else if (!isCommand && event.key === "?" && !isWriting(event.target)) open({ dialog: "keys" });
    else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", handleKey);
  return () => document.removeEventListener("keydown", handleKey);
}
