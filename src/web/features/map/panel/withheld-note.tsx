import { usePlacesToldFrom } from "../use-city.ts";

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** Why no camp is on the map yet, while its organisers keep the places to themselves. */
export function WithheldNote({ className }: { className?: string | undefined }) {
  const from = usePlacesToldFrom();
  if (from === null) return null;
  return (
    <p className={className}>
      {"The organisers tell where camps are from "}
      <time dateTime={from.toISOString()}>{moment.format(from)}</time>.
    </p>
  );
}
