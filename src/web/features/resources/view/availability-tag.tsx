import { useState } from "react";
import { availabilityNow } from "#shared/features/lending/taken.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./availability-tag.module.css";

interface AvailabilityTagProps {
  resource: Pick<Resource, "availability" | "taken">;
  /** Says nothing about what can be borrowed, where most things can. */
  isQuiet?: boolean;
}

/** Whether a thing can be borrowed now: "Available", "Out until Tuesday". */
export function AvailabilityTag({ resource, isQuiet = false }: AvailabilityTagProps) {
  const [now] = useState(() => new Date());
  const { isFree, words } = availabilityNow(resource, now);
  if (isFree && isQuiet) return null;
  return (
    <Tag className={styles.tag} data-free={isFree || undefined}>
      <span className={styles.dot} aria-hidden />
      {words}
    </Tag>
  );
}
