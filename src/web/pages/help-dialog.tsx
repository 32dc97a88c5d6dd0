import { useState } from "react";
import { helpCards } from "#shared/features/chat/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help-kinds.ts";
import type { DialogFrame } from "../dialog-host.tsx";
import { HelpSteps } from "../features/chat/help-card.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./help-dialog.module.css";

/** What happens most first. */
const kinds: readonly HelpKind[] = ["emergency", "overdose", "consent", "distress"];

/** Whom to turn to, in one tap and without a signal. It knows no places: those are the event's to give. */
export function HelpDialog({ knownKind, ...frame }: DialogFrame & { knownKind: HelpKind | null }) {
  const [kind, setKind] = useState(knownKind);
  return (
    <Dialog {...frame} title="Get help now">
      <div className={styles.help}>
        {knownKind === null ? null : (
          <p role="alert">What you wrote is saved. It sounds as if someone needs help.</p>
        )}
        <p className={styles.first}>
          <strong>Go to people first.</strong> Shout for whoever is near. Any Ranger, medic or neighbour will
          help, day and night. Looby cannot call anybody.
        </p>
        <div className={styles.kinds} role="group" aria-label="What is it?">
          {kinds.map((each) => (
            <Button
              key={each}
              className={styles.kind}
              aria-pressed={kind === each}
              onClick={() => setKind(kind === each ? null : each)}
            >
              {helpCards[each].name}
            </Button>
          ))}
        </div>
        <div aria-live="polite" className={styles.steps}>
          {kind === null ? null : (
            <>
              <h3 className={styles.title}>{helpCards[kind].title}</h3>
              <HelpSteps kind={kind} />
            </>
          )}
        </div>
        <p className={styles.note}>This page works without a signal.</p>
      </div>
    </Dialog>
  );
}
