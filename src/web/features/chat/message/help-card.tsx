import { LifeBuoy } from "lucide-react";
import { helpCards } from "#shared/features/chat/help/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { NearestMedical } from "./nearest-medical.tsx";
import styles from "./help-card.module.css";

interface HelpCardProps {
  kind: HelpKind;
}

/** The fixed answer to words about danger, with people to contact first. Announced immediately, and also shown offline. */
export function HelpCard({ kind }: HelpCardProps) {
  return (
    <section className={styles.card} role="alert" data-help>
      <h3 className={styles.title}>
        <LifeBuoy aria-hidden size={22} strokeWidth={1.8} />
        {helpCards[kind].title}
      </h3>
      <p className={styles.note}>I am a program and cannot call anyone.</p>
      <NearestMedical />
      <HelpSteps kind={kind} />
    </section>
  );
}

/** The people to contact, then the steps to take. */
export function HelpSteps({ kind }: { kind: HelpKind }) {
  const { people, steps, note } = helpCards[kind];
  return (
    <>
      <ul className={styles.people}>
        {people.map(({ who, what }) => (
          <li key={who}>
            <strong>{who}</strong>
            <span>{what}</span>
          </li>
        ))}
      </ul>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={styles.note}>{note}</p>
    </>
  );
}
