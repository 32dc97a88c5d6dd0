import { LocateFixed } from "lucide-react";
import type { Companion } from "#shared/features/companions/contract.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { LockedCard } from "./companion-card.tsx";
import styles from "./companion-chooser.module.css";
import { useLookAround } from "./use-look-around.ts";

interface LockedCompanionsProps {
  /** All companions. */
  companions: readonly Companion[];
  isVisitor: boolean;
  onSignIn: () => void;
}

/** The companions not met yet. Stays visible after the last one was met, to show the sentence about it. */
export function LockedCompanions({ companions, isVisitor, onSignIn }: LockedCompanionsProps) {
  const look = useLookAround(companions);
  const locked = companions.filter(({ isLocked }) => isLocked);
  if (locked.length === 0 && look.data === undefined) return null;
  return (
    <section className={styles.grid} aria-label="Companions to meet">
      <div className={styles.intro}>
        <h3 className={styles.title}>{isVisitor ? "With an account" : "Still to be met"}</h3>
        {isVisitor ? (
          <Button onClick={onSignIn}>Sign In</Button>
        ) : (
          <Button isBusy={look.isPending} onClick={() => look.mutate()}>
            <LocateFixed aria-hidden size={20} strokeWidth={1.8} />
            {look.isPending ? "Looking around..." : "Look around here"}
          </Button>
        )}
      </div>
      <FormMessage message={problemsOf(look.error, []).message} />
      <output className={styles.look}>{look.data?.sentence}</output>
      {locked.map((companion) => (
        <LockedCard key={companion.id} companion={companion} />
      ))}
    </section>
  );
}
