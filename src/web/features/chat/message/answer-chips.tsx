import { LocateFixed } from "lucide-react";
import { useState } from "react";
import type { SentPosition } from "#shared/features/chat/position.ts";
import type { Chip as ChipWords } from "#shared/features/chat/proposal.ts";
import { Chip } from "#web/ui/chip.tsx";
import { placeForTap } from "../place-of-message.ts";
import styles from "./answer-chips.module.css";

interface AnswerChipsProps {
  chips: readonly ChipWords[];
  onSay: (words: string, position?: SentPosition) => void;
}

/** Suggested replies to the newest answer: a tap sends one as the user's message. */
export function AnswerChips({ chips, onSay }: AnswerChipsProps) {
  const [isFinding, setIsFinding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function sendFromHere(words: string): Promise<void> {
    setIsFinding(true);
    setProblem(null);
    const found = await placeForTap();
    setIsFinding(false);
    if ("position" in found) onSay(words, found.position);
    else setProblem(found.problem);
  }

  return (
    <div className={styles.ways}>
      <ul className={styles.chips} aria-label="Ways to go on">
        {chips.map(({ label, say, withPlace }) => (
          <li key={`${label} ${say}`}>
            {withPlace === true ? (
              <Chip
                className={styles.chip}
                aria-disabled={isFinding || undefined}
                aria-describedby={NOTE_ID}
                onClick={() => (isFinding ? undefined : void sendFromHere(say))}
              >
                <LocateFixed aria-hidden size={18} strokeWidth={1.8} />
                {isFinding ? "Finding you..." : label}
              </Chip>
            ) : (
              <Chip className={styles.chip} onClick={() => onSay(say)}>
                {label}
              </Chip>
            )}
          </li>
        ))}
      </ul>
      {chips.some(({ withPlace }) => withPlace) ? (
        <p id={NOTE_ID} className={styles.note}>
          Your place is used for this answer and not stored.
        </p>
      ) : null}
      <output className={styles.problem}>{problem}</output>
    </div>
  );
}

const NOTE_ID = "place-note";
