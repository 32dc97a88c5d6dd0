import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { lazy, Suspense, useEffect, useId, useState, type KeyboardEvent } from "react";
import { type ChosenPlace, placeOfText } from "#shared/features/map/chosen-place.ts";
import { specCity } from "#shared/features/map/city.ts";
import {
  ADDRESS_DEBOUNCE_MS,
  ADDRESS_SEARCH_FAILED,
  MAX_ADDRESS_QUESTION,
  MIN_ADDRESS_QUESTION,
} from "#shared/features/places/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./address-field.module.css";
import { addressQuery } from "./address-query.ts";
import { suggestedPlaces } from "./suggested-places.ts";

const PinPicker = lazy(async () => ({ default: (await import("./pin-picker.tsx")).PinPicker }));

/** What stands in an address field. Only with a place is it a valid address. */
export interface AddressDraft {
  text: string;
  place: ChosenPlace | null;
}

interface AddressFieldProps {
  label: string;
  hint?: string;
  value: AddressDraft;
  error: string | null;
  onChange: (value: AddressDraft) => void;
}

/**
 * An address chosen from suggestions, written as a city address, or dropped as a pin. Suggestions come from the third
 * character on; a city address needs no signal.
 */
export function AddressField({ label, hint, value, error, onChange }: AddressFieldProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isPinning, setIsPinning] = useState(false);
  const question = useSettled(value.text.trim());
  const [submitted, setSubmitted] = useState<string | null>(null);
  const search = useQuery({
    ...addressQuery(question, submitted === question),
    enabled: isOpen && question.length >= MIN_ADDRESS_QUESTION,
    placeholderData: keepPreviousData,
  });
  const { text } = value;
  const isAsked = text.trim().length >= MIN_ADDRESS_QUESTION;
  const places = isAsked ? suggestedPlaces(placeOfText(specCity, text), search.data?.suggestions ?? []) : [];
  const isShown = isOpen && places.length > 0;

  function choose(place: ChosenPlace): void {
    onChange({ text: place.address, place });
    setIsOpen(false);
    setActive(-1);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && isAsked) {
      event.preventDefault();
      setIsOpen(true);
      if (places.length > 0) setActive((active + step + places.length) % places.length);
    } else if (event.key === "Enter") {
      const chosen = isShown ? places[active] : undefined;
      // The field is never what sends the form.
      event.preventDefault();
      if (chosen === undefined) setSubmitted(text.trim());
      else choose(chosen);
    } else if (event.key === "Escape" && isShown) {
      // Closes the list, not the dialog around it.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      setIsOpen(false);
    }
  }
  return (
    <div className={styles.address}>
      <Field label={label} hint={hint ?? HINT} error={error}>
        {(control) => (
          <div className={styles.frame}>
            <input
              {...control}
              type="text"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={isShown}
              aria-controls={listId}
              aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
              autoComplete="off"
              maxLength={MAX_ADDRESS_QUESTION}
              value={text}
              onChange={({ currentTarget }) => {
                onChange({ text: currentTarget.value, place: placeOfText(specCity, currentTarget.value) });
                setIsOpen(true);
                setActive(-1);
              }}
              onKeyDown={handleKey}
              onBlur={() => setIsOpen(false)}
            />
            <ul id={listId} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!isShown}>
              {places.map((place, index) => (
                <li
                  key={`${place.address}${place.latitude}`}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={styles.option}
                  // Before the field loses the focus, and with it the list.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(place)}
                >
                  {place.address}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Field>
      <output className={styles.note}>
        {value.place === null ? null : `On the map: ${value.place.address}`}
        {search.isError && isOpen && places.length === 0 ? ADDRESS_SEARCH_FAILED : null}
      </output>
      <SourceNote answer={isOpen ? search.data : undefined} />
      <Button className={styles.pinButton} aria-expanded={isPinning} onClick={() => setIsPinning(!isPinning)}>
        <MapPin aria-hidden size={18} strokeWidth={1.8} />
        {isPinning ? "Hide the map" : "Drop a pin instead"}
      </Button>
      {isPinning ? (
        <Suspense fallback={<Spinner label="Loading the map" />}>
          <PinPicker place={value.place} onPick={choose} />
        </Suspense>
      ) : null}
    </div>
  );
}

const HINT = "A city address such as 7:30 & Enchant, or one of the suggestions.";

type Answer = Awaited<ReturnType<NonNullable<ReturnType<typeof addressQuery>["queryFn"]>>>;

/** Who is to be named for what came from outside, and how to have it asked. */
function SourceNote({ answer }: { answer: Answer | undefined }) {
  if (answer?.geocoder === "on-submit")
    return <p className={styles.note}>Press Enter to look beyond the city.</p>;
  if (!answer?.attribution) return null;
  const { text, url } = answer.attribution;
  return (
    <p className={styles.note}>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    </p>
  );
}

/** The text once the typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ADDRESS_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
