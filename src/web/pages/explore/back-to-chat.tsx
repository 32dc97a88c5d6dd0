import { useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { indexOf } from "./chat-before.ts";
import styles from "./explore-panel.module.css";

/** Returns to the conversation where the user left it, regardless of the places opened on the map since. */
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
