import { useState } from "react";
import type { Loan } from "#shared/features/lending/contract.ts";
import { type LoanStep, MAX_LOAN_MESSAGE } from "#shared/features/lending/loan.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { handQuestion, stepLabel } from "./loan-words.ts";
import { readyPhoto } from "./condition-photo.ts";
import { sendStep } from "./loan-operations.ts";

interface StepDialogProps {
  loan: Loan;
  step: LoanStep;
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Details of a step: a note, and for a return the condition of the thing. */
export function StepDialog({ loan, step, isOpen, onClose, onClosed }: StepDialogProps) {
  const [note, setNote] = useState(step === "answer" ? loan.answer : "");
  const [photo, setPhoto] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const sending = useQueuedMutation({
    send: async (input: { note: string; photo: File | null }) => sendStep({ loan, step, ...input }),
    onDone: onClose,
  });
  const { question, label, hint } = words(loan, step);
  const choosePhoto = async (file: File | undefined) => {
    setProblem(null);
    setPhoto(null);
    if (file === undefined) return;
    setIsReading(true);
    const ready = await readyPhoto(file).catch(() => ({
      problem: "The photo could not be read. Please try again.",
    }));
    setIsReading(false);
    if ("photo" in ready) setPhoto(ready.photo);
    else setProblem(ready.problem);
  };
  return (
    <Dialog isOpen={isOpen} title={question} onClose={onClose} onClosed={onClosed}>
      <Form
        isBusy={sending.isPending}
        onSubmit={() => {
          const isMissing = step === "answer" && note.trim() === "";
          setProblem(isMissing ? "Please say where and when." : null);
          if (!isMissing) sending.mutate({ note, photo });
        }}
      >
        {label === null ? (
          <p>{hint}</p>
        ) : (
          <TextArea
            label={label}
            {...(hint === "" ? {} : { hint })}
            maxLength={MAX_LOAN_MESSAGE}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {step === "return" ? (
          <TextField
            label="A photo of it"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            hint="If something has changed, a photo says it best."
            onChange={(event) => void choosePhoto(event.currentTarget.files?.[0])}
          />
        ) : null}
        <FormMessage message={problem ?? sending.error} />
        <FormActions>
          <Button onClick={onClose}>Not now</Button>
          <Button
            type="submit"
            variant={step === "cancel" ? "danger" : "primary"}
            isBusy={isReading || sending.isPending}
          >
            {step === "cancel" ? "Cancel the loan" : stepLabel(step, loan.side)}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

function words(loan: Loan, step: LoanStep) {
  const { title, otherName } = loan;
  switch (step) {
    case "approve":
      return {
        question: `Lend ${title} to ${otherName}?`,
        label: "Where and when can they pick it up?",
        hint: loan.isStillOut === true ? "It’s still out with someone else, who is late." : "",
      };
    case "answer":
      return {
        question: `Where and when can ${otherName} pick up ${title}?`,
        label: "Where and when",
        hint: "",
      };
    case "decline":
      return { question: `Decline ${otherName}?`, label: "Reason (optional)", hint: "" };
    case "cancel":
      return {
        question: `Cancel ${title}?`,
        label: null,
        hint: `${otherName} will be told, and the days open up for others.`,
      };
    case "hand-over":
      return {
        question: handQuestion(loan, step),
        label: null,
        hint: `${otherName} will be told, and the history of ${title} says that it was handed over.`,
      };
    case "return":
      return {
        question: handQuestion(loan, step),
        label: "How is it?",
        hint: "",
      };
    case "check":
      return {
        question: `Is ${title} all right?`,
        label: null,
        hint: `${otherName} will be told, and the next in line hears that it’s free. If it isn’t all right, edit it and set it to maintenance instead.`,
      };
  }
}
