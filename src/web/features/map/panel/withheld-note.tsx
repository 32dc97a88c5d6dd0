import { usePlacesShownFrom } from "../use-city.ts";

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** Explains why the map shows no camps while their organizers withhold the places. */
export function WithheldNote({ className }: { className?: string | undefined }) {
  const from = usePlacesShownFrom();
  if (from === null) return null;
  return (
    <p className={className}>
      {"Camp addresses are shown from "}
      <time dateTime={from.toISOString()}>{moment.format(from)}</time>.
    </p>
  );
}
