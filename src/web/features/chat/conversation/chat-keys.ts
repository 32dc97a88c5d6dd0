import { isComposingKey } from "#web/lib/composing-key.ts";

/** State of the page when a key is pressed. */
export interface KeyContext {
  /** Whether the focus is in a text field. */
  isTyping: boolean;
  /** Whether a dialog or sheet is open, which handles its own keys. */
  isDialogOpen: boolean;
  isAnswering: boolean;
  isEditing: boolean;
}

export type KeyWish = "stop" | "cancel-edit" | "focus-composer";

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "keyCode">;

/** The chat action of a key; null for any other key. */
export function wishOf(key: Key, context: KeyContext): KeyWish | null {
  if (context.isDialogOpen || key.ctrlKey || key.metaKey || key.altKey || isComposingKey(key)) return null;
  if (key.key === "Escape") {
    if (context.isEditing) return "cancel-edit";
    return context.isAnswering ? "stop" : null;
  }
  return key.key === "/" && !context.isTyping ? "focus-composer" : null;
}
