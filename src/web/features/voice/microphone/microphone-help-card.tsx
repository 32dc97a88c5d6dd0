import { MicOff } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { microphoneHelp } from "./microphone-help.ts";
import type { MicrophoneProblem } from "./open-microphone.ts";
import { currentPlatform } from "./platform.ts";
import styles from "../voice.module.css";

interface MicrophoneHelpCardProps {
  problem: MicrophoneProblem;
  onRetry: () => void;
  onClose: () => void;
}

/** Explains why the microphone cannot be used, and how to enable it on this device. */
export function MicrophoneHelpCard({ problem, onRetry, onClose }: MicrophoneHelpCardProps) {
  const { title, text, steps, canRetry } = microphoneHelp(problem, currentPlatform());
  return (
    <section className={styles.help} aria-labelledby="microphone-help">
      <MicOff aria-hidden size={40} strokeWidth={1.6} />
      <div role="alert">
        <h3 id="microphone-help">{title}</h3>
        <p>{text}</p>
      </div>
      {steps.length === 0 ? null : (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <div className={styles.actions}>
        {canRetry ? (
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
        ) : null}
        <Button onClick={onClose}>Close</Button>
      </div>
    </section>
  );
}
