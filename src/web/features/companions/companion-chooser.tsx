import { useId, useState, type FormEvent } from "react";
import type { Companion } from "#shared/features/companions/contract.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { CompanionCard } from "./companion-card.tsx";
import type { Person } from "./companion-memory.ts";
import { LockedCompanions } from "./locked-companions.tsx";
import styles from "./companion-chooser.module.css";
import { useSummon } from "./use-summon.ts";

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
      <div className={styles.footer}>
        <FormMessage message={problemsOf(summon.error, []).message} />
        <output className={styles.selected}>Selected: {selected?.name ?? "None"}</output>
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={selected === null} isBusy={summon.isPending}>
            {summon.isPending ? "Summoning..." : "Summon Companion"}
          </Button>
        </div>
      </div>
    </form>
  );
}
