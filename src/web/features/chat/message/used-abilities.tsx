import { ChevronRight } from "lucide-react";
import { wordsOfSteps } from "#shared/features/talk/abilities/words-of-steps.ts";
import styles from "./reasoning-block.module.css";

/** The abilities used for a model's answer in one line; expanded, each step in order. */
export function UsedAbilities({ steps }: { steps: readonly string[] }) {
  const line = wordsOfSteps(steps);
  if (line === "") return null;
  return (
    <details className={styles.block}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.arrow} aria-hidden size={18} strokeWidth={1.8} />
        {line}
      </summary>
      <div className={styles.text}>
        <ol>
          {steps.map((step, index) => (
            <li key={index}>{wordsOfSteps([step])}</li>
          ))}
        </ol>
        What Looby found is in the cards; the words are the language model's.
      </div>
    </details>
  );
}
