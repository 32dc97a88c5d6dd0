import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Loan } from "#shared/features/lending/contract.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";

const StepDialog = lazy(async () => ({ default: (await import("./step-dialog.tsx")).StepDialog }));

/** The form of a step, for a screen with several loans, and a function that opens it. */
export function useStepDialog(): [dialog: ReactNode, open: (loan: Loan, step: LoanStep) => void] {
  const [taken, setTaken] = useState<{ loan: Loan; step: LoanStep; isOpen: boolean } | null>(null);
  const dialog =
    taken === null ? null : (
      <Suspense>
        <StepDialog
          key={`${taken.loan.id} ${taken.step}`}
          {...taken}
          onClose={() => setTaken({ ...taken, isOpen: false })}
          onClosed={() => setTaken(null)}
        />
      </Suspense>
    );
  return [dialog, (loan, step) => setTaken({ loan, step, isOpen: true })];
}
