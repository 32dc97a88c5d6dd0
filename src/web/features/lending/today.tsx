import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { Loan } from "#shared/features/lending/contract.ts";
import { type Day, dayHere } from "#shared/features/lending/days.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { type Wait, whatWaits } from "#shared/features/lending/waiting.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { lendingQueries } from "./api.ts";
import styles from "./loan-card.module.css";
import { stepLabel, waitWords } from "./loan-words.ts";
import { queuedLoans } from "./queued-loans.ts";
import { useStepDialog } from "./use-step-dialog.tsx";
import { answerNotYet, sendStep } from "./loan-operations.ts";

/** The user's pending loan steps of today, each line with its buttons. Without children it is shown only when a loan needs an action. */
export function Today({ children }: { children?: ReactNode }) {
  const { data: loans = [] } = useQuery(lendingQueries.mine());
  const queued = queuedLoans(useOutbox().operations, new Set(loans.map(({ id }) => id))).steps;
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [dialog, openStep] = useStepDialog();
  const now = new Date(useNow(60_000));
  const known = new Map(loans.map((loan) => [loan.id, loan]));
  // A request answered here keeps its position, so that the list does not move under the user's finger.
  const shown = loans.map((loan) =>
    answered.has(loan.id) &&
    loan.confirmed === null &&
    (loan.state === "approved" || loan.state === "declined")
      ? { ...loan, state: "requested" as const }
      : loan,
  );
  const lines = whatWaits(shown, now);
  if (lines.length === 0 && children === undefined && dialog === null) return null;
  return (
    <Card className={styles.card} role="group" aria-labelledby="today" data-today>
      <h2 id="today" className={styles.title}>
        Today
      </h2>
      {lines.length === 0 ? null : (
        <ul className={styles.list} aria-labelledby="today">
          {lines.map(({ loan: { id }, wait }) => {
            const loan = known.get(id);
            return loan === undefined ? null : (
              <li key={id}>
                <Line
                  loan={loan}
                  wait={wait}
                  today={dayHere(now)}
                  queuedStep={queued.get(id) ?? null}
                  onStep={(step) => openStep(loan, step)}
                  onAnswer={() => setAnswered(new Set([...answered, id]))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {children}
      {loans.length === 0 ? null : (
        <Link to="/borrowing" className={buttonClass("plain")}>
          All borrowing
        </Link>
      )}
      {dialog}
    </Card>
  );
}

interface LineProps {
  loan: Loan;
  wait: Wait;
  today: Day;
  /** A queued step of this loan; null for none. */
  queuedStep: string | null;
  /** Opens the form of a step. */
  onStep: (step: LoanStep) => void;
  /** A request is being answered by one tap. */
  onAnswer: () => void;
}

function Line({ loan, wait, today, queuedStep, onStep, onAnswer }: LineProps) {
  const sending = useQueuedMutation({
    send: async (step: "approve" | "decline") => sendStep({ loan, step, note: "", photo: null }),
  });
  const isQueued = queuedStep !== null && !sending.isPending && sending.error === null;
  const isAnswered = loan.state === "requested" && (isQueued || sending.status === "sent");
  const state = isAnswered && sending.variables !== undefined ? afterAnswer[sending.variables] : loan.state;
  const isLent = wait === "answer" && state === "approved";
  const choices = isQueued && !isLent ? [] : choicesOf({ ...loan, state }, wait);
  const words = useRef<HTMLParagraphElement>(null);
  const choose = (choice: Choice) => {
    // After a "No" there is no button left.
    if (choice === "decline") words.current?.focus();
    if (choice === "not-yet") void answerNotYet(loan);
    else if (choice !== "approve" && choice !== "decline") onStep(choice);
    else {
      onAnswer();
      sending.mutate(choice);
    }
  };
  return (
    <div className={styles.head}>
      <div>
        <p ref={words} role="status" tabIndex={-1}>
          {waitWords({ ...loan, state }, wait, today)}
        </p>
        {isQueued ? <p className={styles.queued}>{queuedStep}: waits for the signal.</p> : null}
        <FormMessage message={sending.error} />
      </div>
      <div className={styles.actions}>
        {choices.map((choice, index) => {
          const label = choiceLabel(choice, loan.side);
          return (
            <Button
              // The button shown after an answer takes over the focus from the previous one.
              key={index}
              variant={index === 0 && choice !== "answer" ? "primary" : "outline"}
              isBusy={sending.isPending}
              aria-label={`${label}: ${loan.title}`}
              onClick={() => choose(choice)}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

type Choice = LoanStep | "not-yet";
const afterAnswer = { approve: "approved", decline: "declined" } as const;

function choicesOf({ state, answer, steps, confirmed }: Loan, wait: Wait): readonly Choice[] {
  switch (wait) {
    case "answer":
      if (state === "approved") return answer === "" ? ["answer"] : [];
      return state === "requested" ? steps.filter((step) => step in afterAnswer) : [];
    case "confirm":
      return confirmed === null ? [] : [confirmed.step, "not-yet"];
    case "give-back":
    case "get-back":
      return ["return"];
    case "check":
      return ["check"];
  }
}

function choiceLabel(choice: Choice, side: Loan["side"]): string {
  if (choice === "not-yet") return "Not yet";
  return choice === "decline" ? "No" : stepLabel(choice, side);
}
