import { useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import styles from "./explore-panel.module.css";

/**
 * Where in the history the chat is from which this page was opened; null when it was opened from elsewhere. Call it where the page mounts:
 * until its first render ends, the router still has the page before it.
 */
export function useChatBefore(): number | null {
  const router = useRouter();
  const [chatIndex] = useState(() => {
    const before = router.state.resolvedLocation;
    return before?.pathname === "/" ? indexOf(before.state) : null;
  });
  return chatIndex;
}

/** Leads back to the conversation as it was left, whatever was looked at on the map since. */
export function BackToChat({ chatIndex }: { chatIndex: number }) {
  const router = useRouter();
  return (
    <button
      type="button"
      className={styles.back}
      onClick={() => {
        const steps = chatIndex - indexOf(router.state.location.state);
        if (steps < 0) router.history.go(steps);
        else void router.navigate({ to: "/" });
      }}
    >
      <ArrowLeft aria-hidden size={20} strokeWidth={1.8} /> Back to chat
    </button>
  );
}

/** Entries of the history before this one. */
function indexOf(state: { __TSR_index?: number }): number {
  return state.__TSR_index ?? 0;
}
