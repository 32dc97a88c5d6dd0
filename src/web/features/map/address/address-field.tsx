import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { type ChosenPlace, placeOfText } from "#shared/features/map/address/chosen-place.ts";
import {
  ADDRESS_DEBOUNCE_MS,
  ADDRESS_SEARCH_FAILED,
  type AddressAnswer,
  type AddressSuggestion,
  MAX_ADDRESS_QUESTION,
  MAX_ADDRESS_SUGGESTIONS,
  MIN_ADDRESS_QUESTION,
  searchAddresses,
} from "#shared/features/places/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { SuggestInput } from "#web/ui/form/suggest-input.tsx";
import { call } from "#web/lib/server/api-client.ts";
import styles from "./address-field.module.css";
import { useCity } from "../use-city.ts";

const PinPicker = lazy(async () => ({ default: (await import("./pin-picker.tsx")).PinPicker }));

/** Value of an address field. It is valid only with a place. */
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
 * An address selected from suggestions, typed as a city address, or set by a pin. Suggestions start at the third character; a city address
 * works offline.
 */
export function AddressField({ label, hint, value, error, onChange }: AddressFieldProps) {
  const city = useCity();
  const [isAsking, setIsAsking] = useState(false);
  const [isPinning, setIsPinning] = useState(false);
  const [submitted, setSubmitted] = useState<string | null>(null);
  const question = useSettled(value.text.trim());
  const search = useQuery({
    ...addressQuery(question, submitted === question),
    enabled: isAsking && question.length >= MIN_ADDRESS_QUESTION,
    placeholderData: keepPreviousData,
  });
  const { text } = value;
  // An address typed before the city was loaded is parsed afterwards.
  useEffect(() => {
    if (!isAsking || city === null || value.place !== null) return;
    const place = placeOfText(city, value.text);
    if (place !== null) onChange({ text: value.text, place });
  }, [isAsking, city, value, onChange]);
  const isLongEnough = isAsking && text.trim().length >= MIN_ADDRESS_QUESTION;
  const placeNamed = (words: string) => (city === null ? null : placeOfText(city, words));
  const places = isLongEnough ? suggestedPlaces(placeNamed(text), search.data?.suggestions ?? []) : [];

  function choose(place: ChosenPlace | undefined): void {
    if (place === undefined) return;
    setIsAsking(false);
    onChange({ text: place.address, place });
  }
  return (
    <div className={styles.address}>
      <Field label={label} hint={hint ?? HINT} error={error}>
        {(control) => (
          <SuggestInput
            control={control}
            maxLength={MAX_ADDRESS_QUESTION}
            value={text}
            options={places.map(({ address }) => address)}
            onType={(words) => {
              setIsAsking(true);
              onChange({ text: words, place: placeNamed(words) });
            }}
            onChoose={(index) => choose(places[index])}
            onEnter={() => setSubmitted(text.trim())}
          />
        )}
      </Field>
      <output className={styles.note}>
        {value.place !== null
          ? `On the map: ${value.place.address}`
          : search.isError && isLongEnough
            ? ADDRESS_SEARCH_FAILED
            : null}
      </output>
      <SourceNote answer={isLongEnough ? search.data : undefined} />
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

/** Credits the source of external suggestions, and explains how to query it. */
function SourceNote({ answer }: { answer: AddressAnswer | undefined }) {
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

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ADDRESS_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** @param isSubmitted Enter was pressed: also query sources whose terms forbid requests while the user types */
function addressQuery(question: string, isSubmitted: boolean) {
  return queryOptions({
    queryKey: ["places", "search", question, isSubmitted],
    queryFn: async ({ signal }) => {
      const query = { q: question, ...(isSubmitted ? { submit: "true" as const } : {}) };
      return await call(searchAddresses, { query }, { signal });
    },
    // Suggestions for every pause in typing are not worth caching on the device.
    meta: { isStored: false },
    retry: false,
  });
}

/** Suggestions: the city address parsed by this page, then the server's; without duplicates, at most five. */
function suggestedPlaces(
  chosen: ChosenPlace | null,
  suggestions: readonly Pick<AddressSuggestion, "display_name" | "lat" | "lon">[],
): ChosenPlace[] {
  const all = [
    ...(chosen === null ? [] : [chosen]),
    ...suggestions.map(({ display_name, lat, lon }) => ({
      address: display_name.slice(0, MAX_ADDRESS),
      latitude: lat,
      longitude: lon,
    })),
  ];
  const once = new Map<string, ChosenPlace>();
  for (const place of all) if (!once.has(place.address)) once.set(place.address, place);
  return [...once.values()].slice(0, MAX_ADDRESS_SUGGESTIONS);
}

/** Maximum characters of a stored address. A geocoder's address can be longer. */
const MAX_ADDRESS = 200;
