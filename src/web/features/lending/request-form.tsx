import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Day, daysInWords, dayOf, refuseDays } from "#shared/features/lending/days.ts";
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
  onSent: () => void;
  onQueued: (operationId: string) => void;
}

interface ChosenDays {
  first: Day | null;
  last: Day | null;
}

/** Asks the owner of a resource for it: the days, a word, and how to reach who asks. */
export function RequestForm({ resource, onSent, onQueued }: RequestFormProps) {
  const calendar = useQuery(lendingQueries.calendar(resource.id)).data;
  const [today] = useState(() => dayOf(new Date()));
  const [days, setDays] = useState<ChosenDays>({ first: null, last: null });
  const [message, setMessage] = useState("");
  const [contact, setContact] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const loanId = useRef(newId());
  const draft = useFormDraft(`borrow:${resource.id}`, { message, contact }, (words) => {
    setMessage(words.message);
    setContact(words.contact);
  });
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
    const first = days.first ?? "";
    const last = days.last ?? first;
    const refusal = refuseDays(first, last, new Date());
    setProblem(refusal);
    if (refusal === null) sending.mutate({ first, last });
  };
  return (
    <Form onSubmit={handleSubmit}>
      {calendar?.availability === "maintenance" ? (
        <FormAside>
          It is being repaired. You can ask all the same, and are told when it works again.
        </FormAside>
      ) : null}
      <AvailabilityCalendar taken={calendar?.taken ?? []} {...days} today={today} onChoose={choose} />
      <FormRow>
        <TextField
          label="First day"
          type="date"
          min={today}
          value={days.first ?? ""}
          onChange={({ currentTarget: { value } }) => setDays({ ...days, first: value || null })}
        />
        <TextField
          label="Last day"
          type="date"
          min={days.first ?? today}
          value={days.last ?? ""}
          onChange={({ currentTarget: { value } }) => setDays({ ...days, last: value || null })}
        />
      </FormRow>
      {calendar !== undefined && calendar.waiting > 0 ? (
        <FormAside>
          {calendar.waiting === 1 ? "One request waits" : `${calendar.waiting} requests wait`} for an answer:
          you would be in a queue where days meet.
        </FormAside>
      ) : null}
      <RestoredNote draft={draft} />
      <TextArea
        label={`A word to ${resource.pseudonym}`}
        maxLength={MAX_LOAN_MESSAGE}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <TextField
        label={`How ${resource.pseudonym} can reach you (optional)`}
        hint={`Only ${resource.pseudonym} sees it. Nothing of your account is filled in.`}
        maxLength={MAX_LOAN_CONTACT}
        value={contact}
        onChange={(event) => setContact(event.currentTarget.value)}
      />
      <FormMessage message={problem ?? sending.error} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={sending.isPending}>
          {sending.isPending ? "Sending..." : sendLabel(days)}
        </Button>
      </FormActions>
    </Form>
  );
}

function sendLabel({ first, last }: ChosenDays): string {
  return first === null ? "Ask" : `Ask for ${daysInWords(first, last ?? first)}`;
}
