import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { Loan } from "#shared/features/lending/contract.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

const load = () => import("./step-dialog.tsx");
const StepDialog = lazy(async () => ({ default: (await load()).StepDialog }));

/** The form of a step, for a screen with several loans, and a function that opens it. */
export function useStepDialog(): [dialog: ReactNode, open: (loan: Loan, step: LoanStep) => void] {
  const [taken, setTaken] = useState<{ loan: Loan; step: LoanStep; isOpen: boolean } | null>(null);
  // A hand-over often happens where there is no signal.
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
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
