import { useState } from "react";
import { availabilityInWords } from "#shared/features/lending/in-words.ts";
import { availabilityOf } from "#shared/features/lending/availability.ts";
import { dayHere } from "#shared/features/lending/days.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./availability-tag.module.css";

interface AvailabilityTagProps {
  resource: Pick<Resource, "availability" | "loans">;
  /** Omits the label for available things, in lists where most things are available. */
  isQuiet?: boolean;
}

/** The availability of a thing, in words. */
export function AvailabilityTag({ resource, isQuiet = false }: AvailabilityTagProps) {
  const [today] = useState(() => dayHere(new Date()));
  const availability = availabilityOf(resource, today);
  const isFree = availability.state === "available";
  if (isFree && isQuiet) return null;
  return (
    <Tag className={styles.tag} data-free={isFree || undefined}>
      <span className={styles.dot} aria-hidden />
      {availabilityInWords(availability, today)}
    </Tag>
  );
}
