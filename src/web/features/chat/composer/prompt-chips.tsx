import { Chip } from "#web/ui/chip.tsx";
import { useChatPhase, useChatState } from "../store/use-chat.ts";
import styles from "./prompt-chips.module.css";

interface PromptChipsProps {
  prompts: readonly string[];
  onChoose: (prompt: string) => void;
}

export function PromptChips({ prompts, onChoose }: PromptChipsProps) {
  const isSpeaking = useChatState(({ voice }) => voice !== "idle");
  const isDisabled = useChatPhase() !== "idle" || isSpeaking;
  if (prompts.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Suggested prompts">
      {prompts.map((prompt) => (
        <li key={prompt}>
          <Chip aria-disabled={isDisabled} onClick={() => (isDisabled ? undefined : onChoose(prompt))}>
            {prompt}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
