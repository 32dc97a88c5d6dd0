import { LifeBuoy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { helpCards } from "#shared/features/chat/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help-kinds.ts";
import styles from "./help-card.module.css";

/** Pixels above the card. */
const MARGIN = 12;

interface HelpCardProps {
  kind: HelpKind;
  /** It was asked for just now, not long ago. */
  isNews: boolean;
}

/** The fixed answer to words of danger: people first. Read aloud at once, and shown without a signal too. */
export function HelpCard({ kind, isNews }: HelpCardProps) {
  const card = useRef<HTMLElement>(null);
  const [isShownFirst] = useState(isNews);
  useEffect(() => {
    if (!isShownFirst) return;
    // The list goes to its end with every new line; whom to turn to stands at the beginning. After it has gone, so that
    // this is the last word.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => showBeginning(card.current));
    });
    return () => cancelAnimationFrame(frame);
  }, [isShownFirst]);
  return (
    <section ref={card} className={styles.card} role="alert">
      <h3 className={styles.title}>
        <LifeBuoy aria-hidden size={22} strokeWidth={1.8} />
        {helpCards[kind].title}
      </h3>
      <p className={styles.note}>I am a program and cannot call anybody.</p>
      <HelpSteps kind={kind} />
    </section>
  );
}

/** Scrolls the conversation alone: scrollIntoView would move the page around it as well. */
function showBeginning(card: HTMLElement | null): void {
  const log = card?.closest("[role=log]");
  if (!card || !log) return;
  log.scrollTop += card.getBoundingClientRect().top - log.getBoundingClientRect().top - MARGIN;
}

/** Whom to turn to, then what to do. */
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
