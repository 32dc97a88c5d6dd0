import { confirmLoan, type Loan, stepLoan } from "#shared/features/lending/contract.ts";
import type { HandStep } from "#shared/features/lending/hand-over.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import { operation, queue } from "#web/offline/outbox/queue.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { stepLabel } from "./loan-words.ts";

export interface NewStep {
  loan: Pick<Loan, "id" | "title" | "side">;
  step: LoanStep;
  note: string;
  photo: File | null;
}

/** The steps of one loan are sent in order; a photo is sent first. */
export async function sendStep({ loan, step, note, photo }: NewStep) {
  const photoId = newId();
  const upload =
    photo === null
      ? []
      : [
          operation(
            uploadPhoto,
            { body: { file: photo, purpose: "entry" } },
            { id: photoId, entity: `photo:${photoId}`, label: `Photo of ${loan.title}` },
          ),
        ];
  const trimmed = note.trim();
  const body = {
    step,
    ...(trimmed === "" ? {} : { note: trimmed }),
    ...(photo === null ? {} : { photo: { $resultOf: photoId, field: "path" } }),
  };
  return await queue(
    stepLoan,
    { params: { loanId: loan.id }, body },
    {
      entity: entityOf(loan.id),
      label: `${stepLabel(step, loan.side)}: ${loan.title}`,
      before: upload,
      dependsOn: upload.map(({ id }) => id),
    },
  );
}

interface NewConfirmation {
  loan: Pick<Loan, "id" | "title" | "side">;
  step: HandStep;
  answer: "yes" | "no";
  /** Code of the tag that was read; null when answering the other side's confirmation. */
  code: string | null;
  place: string;
}

/** Reports that a thing has changed hands, or has not. The time is set now, however long the write is queued. */
export async function sendConfirmation(confirmation: NewConfirmation) {
  const { loan, step, answer, code } = confirmation;
  const place = confirmation.place.trim();
  const body = {
    step,
    answer,
    at: new Date().toISOString(),
    ...(code === null ? {} : { code }),
    ...(place === "" ? {} : { place }),
  };
  return await queue(
    confirmLoan,
    { params: { loanId: loan.id }, body },
    {
      entity: entityOf(loan.id),
      label: `${answer === "yes" ? stepLabel(step, loan.side) : "Not yet"}: ${loan.title}`,
    },
  );
}

/** Reports that it has not changed hands, although one side has confirmed it. */
export async function answerNotYet(loan: Loan): Promise<void> {
  if (loan.confirmed === null) return;
  const { step } = loan.confirmed;
  const result = await sendConfirmation({ loan, step, answer: "no", code: null, place: "" });
  if (result.status === "refused") showToast({ kind: "problem", text: result.error.message });
}

function entityOf(loanId: string): string {
  return `loan:${loanId}`;
}
