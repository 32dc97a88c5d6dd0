import { useId, useState, type FormEvent } from "react";
import { LocateFixed } from "lucide-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Companion } from "#shared/features/companions/contract.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { StickyBar } from "#web/ui/overlay/sticky-bar.tsx";
import { CompanionCard, LockedCard } from "./companion-card.tsx";
import type { Person } from "./companion-memory.ts";
import styles from "./companion-chooser.module.css";
import { useSummon } from "./use-summon.ts";
import { companionsQuery } from "./api.ts";
import { lookAround } from "./look-around.ts";

interface CompanionChooserProps {
  companions: readonly Companion[];
  activeId: string;
  person: Person;
  onClose: () => void;
  onSignIn: () => void;
}

/** A radio group of the unlocked companions, and the locked ones with their hints. */
export function CompanionChooser({ companions, activeId, person, onClose, onSignIn }: CompanionChooserProps) {
  const summon = useSummon(person);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const open = companions.filter(({ isLocked }) => !isLocked);
  const selected = open.find(({ id }) => id === selectedId) ?? null;
  const title = useId();

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (selected !== null && !summon.isPending) summon.mutate(selected, { onSuccess: onClose });
  }

  return (
    <form className={styles.chooser} onSubmit={handleSubmit}>
      <div className={styles.grid} role="radiogroup" aria-labelledby={title}>
        <h3 className={styles.title} id={title}>
          Who do you want to talk to?
        </h3>
        {open.map((companion) => (
          <CompanionCard
            key={companion.id}
            companion={companion}
            isActive={companion.id === activeId}
            isSelected={companion.id === selected?.id}
            onSelect={() => setSelectedId(companion.id)}
          />
        ))}
      </div>
      <LockedCompanions companions={companions} isVisitor={person.isAnonymous} onSignIn={onSignIn} />
      <StickyBar className={styles.footer}>
        <FormMessage message={problemsOf(summon.error, []).message} />
        <output className={styles.selected}>Selected: {selected?.name ?? "None"}</output>
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={selected === null} isBusy={summon.isPending}>
            {summon.isPending ? "Summoning..." : "Summon Companion"}
          </Button>
        </div>
      </StickyBar>
    </form>
  );
}

interface LockedCompanionsProps {
  /** All companions. */
  companions: readonly Companion[];
  isVisitor: boolean;
  onSignIn: () => void;
}

/** The companions not met yet. Stays visible after the last one was met, in order to show the message about it. */
function LockedCompanions({ companions, isVisitor, onSignIn }: LockedCompanionsProps) {
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

/** Requests the device's position and the companions there. A companion just met is unlocked by the time the message is shown. */
function useLookAround(companions: readonly Companion[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const look = await lookAround(companions);
      if (look.met.length > 0) await client.invalidateQueries(companionsQuery);
      return look;
    },
  });
}
