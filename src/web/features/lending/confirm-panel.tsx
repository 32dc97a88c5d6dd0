import { MapPin } from "lucide-react";
import { useState } from "react";
import type { Loan } from "#shared/features/lending/contract.ts";
import { type HandStep, MAX_HAND_OVER_PLACE } from "#shared/features/lending/hand-over.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import styles from "./loan-card.module.css";
import { handQuestion, confirmationWords } from "./loan-words.ts";
import { sendConfirmation } from "./loan-operations.ts";

/** Describes the device's place for other users, or returns the reason why it is unknown. */
export type FindPlace = () => Promise<{ place: string } | { problem: string }>;

interface ConfirmPanelProps {
  loan: Loan;
  step: HandStep;
  /** Code of the tag that was read. */
  code: string;
  /** The queued step of this loan as a label; null for none. */
  queued: string | null;
  findPlace: FindPlace;
}

/** Shown after a tap on a lent thing. Each side confirms that it changed hands, and where. */
export function ConfirmPanel({ loan, step, code, queued, findPlace }: ConfirmPanelProps) {
  const [place, setPlace] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const sending = useQueuedMutation({
    send: async (answer: "yes" | "no") => sendConfirmation({ loan, step, answer, code, place }),
  });
  const { mutate: confirm } = sending;
  const answerBeingSent = sending.isPending ? sending.variables : null;
  const confirmedBy = loan.confirmed?.by ?? null;
  const fillPlace = async (): Promise<void> => {
    const before = place;
    setIsFinding(true);
    const found = await findPlace();
    setIsFinding(false);
    setProblem("problem" in found ? found.problem : null);
    // Text typed in the meantime stays.
    if ("place" in found) setPlace((now) => (now === before ? found.place : now));
  };
  const confirmedText = confirmationWords(loan);
  return (
    <Card className={styles.card} role="group" aria-labelledby="changed-hands">
      <h2 id="changed-hands" className={styles.title}>
        {handQuestion(loan, step)}
      </h2>
      {confirmedText === null || queued !== null ? null : <p role="status">{confirmedText}</p>}
      {queued !== null ? (
        <p className={styles.queued} role="status">
          {queued}: waits for the signal.
        </p>
      ) : confirmedBy === loan.side ? null : (
        <Form onSubmit={() => confirm("yes")}>
          <TextField
            label="Where"
            name="place"
            value={place}
            maxLength={MAX_HAND_OVER_PLACE}
            hint="Its history shows everyone the place and time, never your names."
            autoComplete="off"
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
          <FormMessage message={problem ?? sending.error} />
          <FormActions>
            <Button isBusy={isFinding} onClick={() => void fillPlace()}>
              <MapPin aria-hidden size={20} strokeWidth={1.8} />
              Here
            </Button>
            {confirmedBy === null ? null : (
              <Button isBusy={answerBeingSent === "no"} onClick={() => confirm("no")}>
                Not yet
              </Button>
            )}
            <Button type="submit" variant="primary" isBusy={answerBeingSent === "yes"}>
              {step === "return" ? "Yes, it’s back" : "Yes, handed over"}
            </Button>
          </FormActions>
        </Form>
      )}
    </Card>
  );
}
