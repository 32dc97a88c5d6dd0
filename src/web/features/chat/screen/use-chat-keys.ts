import { useEffect, useEffectEvent } from "react";
import { type KeyWish, wishOf } from "../conversation/chat-keys.ts";

/** Handles the keys of the chat view, wherever the focus is. */
export function useChatKeys(
  context: { isAnswering: boolean; isEditing: boolean },
  onWish: (wish: KeyWish) => void,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const wish = wishOf(event, {
      ...context,
      isTyping: isWriting(event.target),
      isDialogOpen: document.querySelector('[role="dialog"], [role="alertdialog"]') !== null,
    });
    if (wish === null) return;
    event.preventDefault();
    onWish(wish);
  });
  useEffect(() => {
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
