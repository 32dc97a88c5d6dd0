import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { refuseDays } from "#shared/features/lending/calendar-days.ts";
import { daysInWords } from "#shared/features/lending/in-words.ts";
import { type Day, dayHere, firstFreeDay } from "#shared/features/lending/days.ts";
import { MAX_LOAN_CONTACT, MAX_LOAN_MESSAGE } from "#shared/features/lending/loan.ts";
import { newId } from "#shared/id.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions, FormAside, FormRow } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { lendingQueries } from "./api.ts";
import { AvailabilityCalendar } from "./availability-calendar.tsx";

interface RequestFormProps {
  resource: { id: string; title: string; pseudonym: string };
  /** Days already chosen; if they are not available, submitting says so. */
  days: ChosenDays;
  onSent: () => void;
  onQueued: (operationId: string) => void;
}

interface ChosenDays {
  first: Day | null;
  last: Day | null;
}

/** Requests a resource from its owner: the days, a note, and the borrower's contact. */
export function RequestForm({ resource, days: given, onSent, onQueued }: RequestFormProps) {
  const calendar = useQuery(lendingQueries.calendar(resource.id)).data;
  const [today] = useState(() => dayHere(new Date()));
  const [days, setDays] = useState(given);
  const [message, setMessage] = useState("");
  const [contact, setContact] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const loanId = useRef(newId());
  const draft = useFormDraft(`borrow:${resource.id}`, { message, contact }, (words) => {
    setMessage(words.message);
    setContact(words.contact);
  });
  // Most people want it now, so the next free day is suggested until they choose.
  const chosen =
    days.first === null && calendar !== undefined
      ? { first: firstFreeDay(calendar.taken, today), last: null }
      : days;
  const choose = (day: Day) => {
    setProblem(null);
    setDays(({ first, last }) =>
      first === null || last !== null || day < first ? { first: day, last: null } : { first, last: day },
    );
  };
  const sending = useQueuedMutation({
    send: async (chosen: { first: Day; last: Day }) => {
      const { sendRequest } = await import("./loan-operations.ts");
      const { id: resourceId, title } = resource;
      const words = { message: message.trim(), contact: contact.trim() };
      return await sendRequest({ id: loanId.current, resourceId, title, ...chosen, ...words });
    },
    onSent,
    onQueued,
    onDone: draft.drop,
  });
  const handleSubmit = () => {
    const first = chosen.first ?? "";
    const last = chosen.last ?? first;
    const refusal = refuseDays(first, last, new Date());
    setProblem(refusal);
    if (refusal === null) sending.mutate({ first, last });
  };
  return (
    <Form onSubmit={handleSubmit}>
      {calendar?.availability === "maintenance" ? (
        <FormAside>It’s being repaired. You can still ask, and you’ll hear when it works again.</FormAside>
      ) : null}
      <AvailabilityCalendar taken={calendar?.taken ?? null} {...chosen} today={today} onChoose={choose} />
      <FormRow>
        <TextField
          label="First day"
          type="date"
          min={today}
          value={chosen.first ?? ""}
          onChange={({ currentTarget: { value } }) => setDays({ ...days, first: value || null })}
        />
        <TextField
          label="Last day"
          type="date"
          min={chosen.first ?? today}
          value={days.last ?? ""}
          onChange={({ currentTarget: { value } }) => setDays({ ...chosen, last: value || null })}
        />
      </FormRow>
      {calendar !== undefined && calendar.waiting > 0 ? (
        <FormAside>
          {calendar.waiting === 1 ? "1 request is" : `${calendar.waiting} requests are`} waiting for an
          answer. For the same days, you’d be next in line.
        </FormAside>
      ) : null}
      <RestoredNote draft={draft} />
      <TextArea
        label={`Message to ${resource.pseudonym}`}
        maxLength={MAX_LOAN_MESSAGE}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <TextField
        label={`How ${resource.pseudonym} can reach you (optional)`}
        hint={`Only ${resource.pseudonym} sees this. Nothing is taken from your account.`}
        maxLength={MAX_LOAN_CONTACT}
        value={contact}
        onChange={(event) => setContact(event.currentTarget.value)}
      />
      <FormMessage message={problem ?? sending.error} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={sending.isPending}>
          {sending.isPending ? "Sending..." : sendLabel(chosen)}
        </Button>
      </FormActions>
    </Form>
  );
}

function sendLabel({ first, last }: ChosenDays): string {
  return first === null ? "Ask" : `Ask for ${daysInWords(first, last ?? first)}`;
}
