import { useState, type ReactNode } from "react";
import { helpCards } from "#shared/features/chat/help/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import type { DialogFrame } from "../dialogs.tsx";
import { HelpSteps } from "#web/features/chat/message/help-card.tsx";
import { NearestMedical } from "#web/features/chat/message/nearest-medical.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "./help-dialog.module.css";

/** The most frequent kinds first. */
const kinds: readonly HelpKind[] = ["emergency", "overdose", "consent", "distress"];

interface HelpDialogProps extends DialogFrame {
  /** The kind of danger, if known. */
  kind?: HelpKind;
}

/** Emergency contacts and the nearest medics, in one tap and offline. */
export function HelpDialog({ kind: knownKind, ...frame }: HelpDialogProps): ReactNode {
  const [kind, setKind] = useState(knownKind ?? null);
  return (
    <Dialog {...frame} title="Get help now">
      <div className={styles.help} data-help>
        {knownKind === undefined ? null : (
          <p role="alert">
            It sounds as if someone needs help. What you wrote stays in its form until it is sent.
          </p>
        )}
        <NearestMedical />
        <p className={styles.first}>
          <strong>Go to people first.</strong> Shout for anyone near. Any Ranger, medic or neighbour will
          help, day and night. Looby cannot call anyone.
        </p>
        <div className={styles.kinds} role="group" aria-label="What happened?">
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
