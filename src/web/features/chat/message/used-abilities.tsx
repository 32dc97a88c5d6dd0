import { wordsOfSteps } from "#shared/features/talk/abilities/words-of-steps.ts";
import { Fold } from "#web/ui/fold.tsx";
import styles from "./turn.module.css";

/** The abilities used for a model's answer in one line. When expanded, shows each step in order. */
export function UsedAbilities({ steps }: { steps: readonly string[] }) {
  const line = wordsOfSteps(steps);
  if (line === "") return null;
  return (
    <Fold summary={line}>
      <div className={styles.aside}>
        <ol>
          {steps.map((step, index) => (
            <li key={index}>{wordsOfSteps([step])}</li>
          ))}
        </ol>
        What Looby found is in the cards; the words are the language model's.
      </div>
    </Fold>
  );
}
