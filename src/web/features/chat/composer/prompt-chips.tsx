import { Chip } from "#web/ui/chip.tsx";
import styles from "./prompt-chips.module.css";

interface PromptChipsProps {
  prompts: readonly string[];
  isDisabled: boolean;
  onChoose: (prompt: string) => void;
}

export function PromptChips({ prompts, isDisabled, onChoose }: PromptChipsProps) {
  if (prompts.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Suggested prompts">
      {prompts.map((prompt) => (
        <li key={prompt}>
          <Chip
            aria-disabled={isDisabled || undefined}
            onClick={() => (isDisabled ? undefined : onChoose(prompt))}
          >
            {prompt}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
