import type { Loan } from "#shared/features/lending/contract.ts";
import { daysInWords } from "#shared/features/lending/in-words.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { Photo } from "#web/features/photos/photo.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./loan-card.module.css";
import { nextWords, stateLabel, stepLabel } from "./loan-words.ts";

interface LoanCardProps {
  loan: Loan;
  /** A queued step of this loan; null for none. */
  queuedStep: string | null;
  /** A notification has linked to this loan. */
  isShown: boolean;
  onStep: (step: LoanStep) => void;
  /** Reports that it has not changed hands, regardless of the other side. */
  onNotYet: () => void;
  onOpenResource: () => void;
}

export function LoanCard({ loan, queuedStep, isShown, onStep, onNotYet, onOpenResource }: LoanCardProps) {
  const { title, side, otherName } = loan;
  const next = nextWords(loan);
  return (
    <Card
      className={styles.card}
      id={`loan-${loan.id}`}
      data-shown={isShown || undefined}
      data-overdue={loan.isOverdue || undefined}
    >
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" className={styles.link} onClick={onOpenResource}>
            {title}
          </button>
        </h3>
        <Tag className={styles.state}>{stateLabel(loan)}</Tag>
      </div>
      <p className={styles.line}>
        {side === "borrower" && "From "}
        <bdi>{otherName}</bdi>
        {side === "owner" ? " for " : ", "}
        <time dateTime={loan.first}>{daysInWords(loan.first, loan.last)}</time>
      </p>
      {loan.message === "" ? null : (
        <blockquote className={styles.words} dir="auto">
          {loan.message}
        </blockquote>
      )}
      {loan.answer === "" ? null : (
        <p className={styles.words}>
          {side === "owner" ? "You" : <bdi>{otherName}</bdi>} answered: <bdi>{loan.answer}</bdi>
        </p>
      )}
      {loan.contact === null ? null : (
        <p className={styles.words}>
          How to reach <bdi>{otherName}</bdi>: <bdi>{loan.contact}</bdi>
        </p>
      )}
      {loan.conditionNote === "" ? null : (
        <p className={styles.words}>
          It came back: <bdi>{loan.conditionNote}</bdi>
        </p>
      )}
      {loan.conditionPhoto === null ? null : (
        <Photo
          className={styles.photo}
          url={loan.conditionPhoto.thumbUrl}
          alt={`${title} as it came back`}
          loading="lazy"
        />
      )}
      {next === null ? null : <p className={styles.next}>{next}</p>}
      {queuedStep === null ? (
        <div className={styles.actions}>
          {/* A side that has confirmed by a tap waits for the other, or withdraws the confirmation. */}
          {loan.steps
            .filter((step) => loan.confirmed?.by !== side || loan.confirmed.step !== step)
            .map((step, index) => (
              <Button
                key={step}
                variant={index === 0 && step !== "answer" && step !== "cancel" ? "primary" : "outline"}
                aria-label={`${stepLabel(step, side)}: ${title}`}
                onClick={() => onStep(step)}
              >
                {stepLabel(step, side)}
              </Button>
            ))}
          {loan.confirmed === null ? null : (
            <Button aria-label={`Not yet: ${title}`} onClick={onNotYet}>
              Not yet
            </Button>
          )}
        </div>
      ) : (
        <p className={styles.queued}>{queuedStep}: waits for the signal.</p>
      )}
    </Card>
  );
}
