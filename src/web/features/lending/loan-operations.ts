import { confirmLoan, type Loan, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { daysInWords } from "#shared/features/lending/days.ts";
import type { HandStep } from "#shared/features/lending/hand-over.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import type { Submission } from "#web/offline/submit.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";
import { stepLabels } from "./loan-words.ts";

export interface NewRequest {
  /** Made by the form, so that sending it twice asks once. */
  id: string;
  resourceId: string;
  title: string;
  first: string;
  last: string;
  message: string;
  contact: string;
}

export interface NewStep {
  loan: Pick<Loan, "id" | "title">;
  step: LoanStep;
  note: string;
  photo: File | null;
}

/** Handed over to the server or the outbox; or why not, as a sentence. */
export type Handed =
  | { state: "sent" | "waiting"; operationId: string }
  | { state: "refused"; problem: string };

export async function sendRequest({ title, ...body }: NewRequest): Promise<Handed> {
  return await hand([
    {
      id: newId(),
      endpointId: requestLoan.id,
      entity: entityOf(body.id),
      label: `Ask for ${title}, ${daysInWords(body.first, body.last)}`,
      body,
    },
  ]);
}

/** Steps of one loan are sent in the order they were taken; a photo goes first. */
export async function sendStep({ loan, step, note, photo }: NewStep): Promise<Handed> {
  const photoId = newId();
  const upload: Submission[] =
    photo === null
      ? []
      : [
          {
            id: photoId,
            endpointId: uploadPhoto.id,
            entity: `photo:${photoId}`,
            label: `Photo of ${loan.title}`,
            body: { file: photo, purpose: "entry" },
          },
        ];
  const trimmed = note.trim();
  return await hand([
    ...upload,
    {
      id: newId(),
      endpointId: stepLoan.id,
      entity: entityOf(loan.id),
      params: { loanId: loan.id },
      label: `${stepLabels[step]}: ${loan.title}`,
      dependsOn: upload.map(({ id }) => id),
      body: {
        step,
        ...(trimmed === "" ? {} : { note: trimmed }),
        ...(photo === null ? {} : { photo: { $resultOf: photoId, field: "path" } }),
      },
    },
  ]);
}

interface NewConfirmation {
  loan: Pick<Loan, "id" | "title">;
  step: HandStep;
  answer: "yes" | "no";
  /** Of the tag that was read; null where the other side has said so first. */
  code: string | null;
  place: string;
}

/** Says that a thing has changed hands, or has not. When is written down now, however long it waits for a signal. */
export async function sendConfirmation(confirmation: NewConfirmation): Promise<Handed> {
  const { loan, step, answer, code } = confirmation;
  const place = confirmation.place.trim();
  return await hand([
    {
      id: newId(),
      endpointId: confirmLoan.id,
      entity: entityOf(loan.id),
      params: { loanId: loan.id },
      label: `${answer === "yes" ? stepLabels[step] : "Not yet"}: ${loan.title}`,
      body: {
        step,
        answer,
        at: new Date().toISOString(),
        ...(code === null ? {} : { code }),
        ...(place === "" ? {} : { place }),
      },
    },
  ]);
}

async function hand(operations: readonly Submission[]): Promise<Handed> {
  const taken = await submitFromForm(operations);
  return taken.state === "refused"
    ? { state: "refused", problem: taken.reason }
    : { state: taken.state, operationId: operations.at(-1)?.id ?? "" };
}

function entityOf(loanId: string): string {
  return `loan:${loanId}`;
}
