import { useRouter } from "@tanstack/react-router";
import { useState } from "react";

/**
 * Returns the history index of the chat from which this page was opened; null when it was opened from elsewhere. Call it where the page
 * mounts: until its first render ends, the router still has the previous page.
 */
export function useChatBefore(): number | null {
  const router = useRouter();
  const [chatIndex] = useState(() => {
    const before = router.state.resolvedLocation;
    return before?.pathname === "/" ? indexOf(before.state) : null;
  });
  return chatIndex;
}

/** The number of history entries before this one. */
export function indexOf(state: { __TSR_index?: number }): number {
  return state.__TSR_index ?? 0;
}
