import type { ReactNode } from "react";
import type { Loan } from "#shared/features/lending/contract.ts";
import { isOpen as isOpenLoan } from "#shared/features/lending/loan.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Card } from "#web/ui/card.tsx";
import { LoanCard } from "./loan-card.tsx";
import styles from "./loan-card.module.css";
import { queuedLoans } from "./queued-loans.ts";
import { useStepDialog } from "./use-step-dialog.tsx";
import { answerNotYet } from "./loan-operations.ts";

interface LoanSectionsProps {
  loans: readonly Loan[];
  /** Id of the loan that a notification has linked to. */
  shownId: string | null;
  /** Shown in empty lists. */
  emptyBorrowed: ReactNode;
  emptyLent: ReactNode;
  onOpenResource: (resourceId: string) => void;
}

/** The user's loans: borrowed, lent, and finished. */
export function LoanSections({
  loans,
  shownId,
  emptyBorrowed,
  emptyLent,
  onOpenResource,
}: LoanSectionsProps) {
  const queued = queuedLoans(useOutbox().operations, new Set(loans.map(({ id }) => id)));
  const [dialog, openStep] = useStepDialog();
  const cards = (some: readonly Loan[]) =>
    some.map((loan) => (
      <li key={loan.id}>
        <LoanCard
          loan={loan}
          queuedStep={queued.steps.get(loan.id) ?? null}
          isShown={loan.id === shownId}
          onStep={(step) => openStep(loan, step)}
          onNotYet={() => void answerNotYet(loan)}
          onOpenResource={() => onOpenResource(loan.resourceId)}
        />
      </li>
    ));
  const of = (side: Loan["side"]) => loans.filter((loan) => loan.side === side && isOpenLoan(loan.state));
  const past = loans.filter(({ state }) => !isOpenLoan(state));
  const borrowed = of("borrower");
  const lent = of("owner");
  return (
    <>
      <section className={styles.section} aria-labelledby="borrowed">
        <h2 id="borrowed">What you borrow</h2>
        <ul className={styles.list} aria-labelledby="borrowed">
          {queued.requests.map(({ id, label }) => (
            <li key={id}>
              <Card className={styles.card}>
                <h3 className={styles.title}>{label}</h3>
                <p className={styles.queued}>Waits for the signal.</p>
              </Card>
            </li>
          ))}
          {cards(borrowed)}
        </ul>
        {borrowed.length + queued.requests.length === 0 ? emptyBorrowed : null}
      </section>
      <section className={styles.section} aria-labelledby="lent">
        <h2 id="lent">What others borrow from you</h2>
        <ul className={styles.list} aria-labelledby="lent">
          {cards(lent)}
        </ul>
        {lent.length === 0 ? emptyLent : null}
      </section>
      {past.length === 0 ? null : (
        <details className={styles.past} open={past.some(({ id }) => id === shownId) || undefined}>
          <summary>Over: {past.length}</summary>
          <ul className={styles.list} aria-label="Over">
            {cards(past)}
          </ul>
        </details>
      )}
      {dialog}
    </>
  );
}
