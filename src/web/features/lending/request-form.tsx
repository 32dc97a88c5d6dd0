import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { stillTaken } from "#shared/features/lending/availability.ts";
import { nearDays, refuseDays } from "#shared/features/lending/calendar-days.ts";
import { type Calendar, requestLoan } from "#shared/features/lending/contract.ts";
import { daysInWords } from "#shared/features/lending/in-words.ts";
import { type Day, dayHere, firstFreeDay, isDay } from "#shared/features/lending/days.ts";
import { MAX_LOAN_CONTACT, MAX_LOAN_MESSAGE } from "#shared/features/lending/loan.ts";
import { newId } from "#shared/id.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { queue } from "#web/offline/outbox/queue.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Form, FormAside, FormFold, FormRow } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { StickyBar } from "#web/ui/overlay/sticky-bar.tsx";
import { lendingQueries } from "./api.ts";
import { AvailabilityCalendar } from "./availability-calendar.tsx";
import styles from "./request-form.module.css";

interface RequestFormProps {
  resource: { id: string; title: string; pseudonym: string };
  /** Preselected days. If they are not available, submitting shows that. */
  days: ChosenDays;
  onChosen: (days: ChosenDays) => void;
  onAsked: (asked: Asked) => void;
}

interface ChosenDays {
  first: Day | null;
  last: Day | null;
}

type Words = Record<"message" | "contact", string>;

/** A request that was sent or queued. */
export interface Asked {
  loanId: string;
  first: Day;
  last: Day;
  /** Null if it was sent immediately. */
  operationId: string | null;
}

/** Requests a resource from its owner: the days, a note, and the borrower's contact. */
export function RequestForm({ resource, days: initialDays, onChosen, onAsked }: RequestFormProps) {
  const calendar = useQuery(lendingQueries.calendar(resource.id)).data;
  const [today] = useState(() => dayHere(new Date()));
  const taken = calendar === undefined ? null : stillTaken(calendar.taken, today);
  const [days, setDays] = useState(initialDays);
  const [words, setWords] = useState<Words>({ message: "", contact: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const loanId = useRef(newId());
  const draft = useFormDraft(`borrow:${resource.id}`, words, setWords);
  // Most users need it now, so suggest the next free day until they choose one.
  const chosen =
    days.first === null && taken !== null ? { first: firstFreeDay(taken, today), last: null } : days;
  const choose = (next: ChosenDays) => {
    setProblem(null);
    sending.reset();
    setDays(next);
    onChosen(next);
  };
  const sending = useQueuedMutation({
    draft,
    send: async (asked: { first: Day; last: Day }, operationId) => {
      const [message, contact] = [words.message.trim(), words.contact.trim()];
      const body = { id: loanId.current, resourceId: resource.id, ...asked, message, contact };
      const label = `Ask for ${resource.title}, ${daysInWords(asked.first, asked.last)}`;
      return await queue(requestLoan, { body }, { entity: `loan:${body.id}`, label, id: operationId });
    },
    onDone: (result, asked) => {
      const operationId = result.status === "queued" ? result.operationId : null;
      onAsked({ loanId: loanId.current, ...asked, operationId });
    },
  });
  const handleSubmit = () => {
    const first = chosen.first ?? "";
    const last = chosen.last ?? first;
    const refusal = refuseDays(first, last, new Date());
    setProblem(refusal);
    if (refusal === null) sending.mutate({ first, last });
  };
  return (
    <Form isBusy={sending.isPending} onSubmit={handleSubmit}>
      {calendar?.availability === "maintenance" ? (
        <FormAside>It’s being repaired. You can still ask, and you’ll hear when it works again.</FormAside>
      ) : null}
      <DayChips taken={taken} {...chosen} today={today} onChoose={choose} />
      <AvailabilityCalendar
        taken={taken}
        {...chosen}
        today={today}
        onChoose={(day) =>
          choose(
            days.first === null || days.last !== null || day < days.first
              ? { first: day, last: null }
              : { ...days, last: day },
          )
        }
      />
      {calendar !== undefined && calendar.waiting > 0 ? (
        <FormAside>
          {calendar.waiting === 1 ? "1 request is" : `${calendar.waiting} requests are`} waiting for an
          answer. For the same days, you’d be next in line.
        </FormAside>
      ) : null}
      <RestoredNote draft={draft} />
      <FormFold summary="Add a message" isOpen={draft.isRestored}>
        <MessageFields pseudonym={resource.pseudonym} words={words} onChange={setWords} />
      </FormFold>
      <FormFold summary="Type dates">
        <DateFields days={days} suggested={chosen} today={today} onChoose={choose} />
      </FormFold>
      <StickyBar>
        <FormMessage message={problem ?? sending.error} />
        <Button type="submit" variant="primary" isBusy={sending.isPending}>
          {sending.isPending ? "Sending..." : sendLabel(chosen)}
        </Button>
      </StickyBar>
    </Form>
  );
}

interface MessageFieldsProps {
  pseudonym: string;
  words: Words;
  onChange: (words: Words) => void;
}

function MessageFields({ pseudonym, words, onChange }: MessageFieldsProps) {
  return (
    <>
      <TextArea
        label={`Message to ${pseudonym}`}
        maxLength={MAX_LOAN_MESSAGE}
        value={words.message}
        onChange={({ currentTarget: { value } }) => onChange({ ...words, message: value })}
      />
      <TextField
        label={`How ${pseudonym} can reach you (optional)`}
        hint={`Only ${pseudonym} sees this. Nothing is taken from your account.`}
        maxLength={MAX_LOAN_CONTACT}
        value={words.contact}
        onChange={({ currentTarget: { value } }) => onChange({ ...words, contact: value })}
      />
    </>
  );
}

interface DateFieldsProps {
  days: ChosenDays;
  /** Returns the chosen days, or a suggestion until a day is chosen. */
  suggested: ChosenDays;
  today: Day;
  onChoose: (days: ChosenDays) => void;
}

function DateFields({ days, suggested, today, onChoose }: DateFieldsProps) {
  return (
    <FormRow>
      <TextField
        label="First day"
        type="date"
        min={today}
        value={suggested.first ?? ""}
        onChange={({ currentTarget: { value } }) => onChoose({ ...days, first: isDay(value) ? value : null })}
      />
      <TextField
        label="Last day"
        type="date"
        min={suggested.first ?? today}
        value={days.last ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ ...suggested, last: isDay(value) ? value : null })
        }
      />
    </FormRow>
  );
}

interface DayChipsProps extends ChosenDays {
  /** Null until loaded; no day looks free before. */
  taken: Calendar["taken"] | null;
  today: Day;
  onChoose: (days: ChosenDays) => void;
}

function DayChips({ taken, first, last, today, onChoose }: DayChipsProps) {
  return (
    <div className={styles.chips} role="group" aria-label="Soon">
      {nearDays(today, taken ?? []).map(({ label, isTaken, ...near }) => {
        const isClosed = taken === null || isTaken;
        return (
          <Chip
            key={label}
            aria-label={`${label}${isTaken ? ", taken" : isClosed ? ", not known yet" : ""}`}
            aria-pressed={first === near.first && (last ?? first) === near.last}
            aria-disabled={isClosed}
            onClick={isClosed ? undefined : () => onChoose(near)}
          >
            {label}
          </Chip>
        );
      })}
    </div>
  );
}

function sendLabel({ first, last }: ChosenDays): string {
  return first === null ? "Ask" : `Ask for ${daysInWords(first, last ?? first)}`;
}
