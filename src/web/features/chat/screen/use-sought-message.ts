import { type RefObject, useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import { isDialogOpen } from "#web/lib/key-target.ts";

/** Milliseconds for which a found message is highlighted. */
const HIGHLIGHTED_FOR = 2500;

/** Searches that have been followed: a user who leaves the chat and comes back is not moved again. */
const followed = new WeakSet<object>();

interface Place {
  listRef: RefObject<HTMLDivElement | null>;
  /** Stops following the end of the conversation. */
  release: () => void;
  /** Renders the part of the conversation with a message. */
  show: (id: string) => void;
}

/** Scrolls to a message that a search has found, highlights it for a moment and moves the focus there. */
export function useSoughtMessage(sought: { id: string } | undefined, place: Place): void {
  const go = useEffectEvent((id: string): HTMLElement | undefined => {
    flushSync(() => place.show(id));
    const messages = place.listRef.current?.querySelectorAll<HTMLElement>("[data-message]") ?? [];
    const found = [...messages].find(({ dataset }) => dataset["message"] === id);
    place.release();
    found?.scrollIntoView({ block: "center" });
    found?.toggleAttribute("data-found", true);
    if (found !== undefined && !isDialogOpen()) {
      found.tabIndex = -1;
      found.focus({ preventScroll: true });
    }
    return found;
  });
  useEffect(() => {
    if (sought === undefined || followed.has(sought)) return;
    let found: HTMLElement | undefined;
    // Not in the effect itself, where React cannot render the message at once.
    const start = setTimeout(() => {
      followed.add(sought);
      found = go(sought.id);
    });
    const end = setTimeout(() => found?.removeAttribute("data-found"), HIGHLIGHTED_FOR);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
      found?.removeAttribute("data-found");
    };
  }, [sought]);
}
