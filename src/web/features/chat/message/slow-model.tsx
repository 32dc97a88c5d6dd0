import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import type { AssistantMessage } from "../conversation/chat-message.ts";
import styles from "./turn.module.css";

/** Milliseconds without any output after which a model counts as slow. */
const STALL_MS = 10_000;

interface SlowModelProps {
  message: AssistantMessage;
  /** Stops the model's answer and queries the library. */
  onGiveUp: () => void;
}

/** Offers an immediate answer from the library when the model has produced no output for a while. */
export function SlowModel({ message, onGiveUp }: SlowModelProps) {
  const { model, status, text, reasoning } = message;
  const isSpeaking = model !== null && (status === "waiting" || status === "streaming");
  const received = text.length + (reasoning?.text.length ?? 0);
  const [stalledAt, setStalledAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isSpeaking) return;
    const timer = setTimeout(() => setStalledAt(received), STALL_MS);
    return () => clearTimeout(timer);
  }, [isSpeaking, received]);
  if (!isSpeaking || stalledAt !== received) return null;
  return (
    <>
      <p className={styles.quiet} role="status">
        The model is slow.
      </p>
      <Button className={styles.retry} onClick={onGiveUp}>
        Answer from the library
      </Button>
    </>
  );
}
