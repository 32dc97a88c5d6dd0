import { CalendarCheck, LocateFixed } from "lucide-react";
import { Chip } from "#web/ui/chip.tsx";
import type { ListingsFilters } from "./listings-view.ts";
import styles from "./listings.module.css";
import type { NearMe } from "./use-near-me.ts";

const kinds: readonly { type: ListingsFilters["type"]; label: string }[] = [
  { type: null, label: "All" },
  { type: "gear", label: "Gear" },
  { type: "venue", label: "Places" },
  { type: "talent", label: "Skills" },
  { type: "community", label: "Communities" },
];

interface ListingsChipsProps {
  filters: ListingsFilters;
  nearMe: NearMe;
  /** Whether the communities can be listed here too. */
  hasCommunities: boolean;
  onChange: (change: Partial<ListingsFilters>) => void;
}

/** The filters. */
export function ListingsChips({ filters, nearMe, hasCommunities, onChange }: ListingsChipsProps) {
  const { type: chosen, isFree } = filters;
  const { point, state, toggle } = nearMe;
  return (
    <>
      <div className={styles.chips} role="group" aria-label="Show">
        {kinds
          .filter(({ type }) => hasCommunities || type !== "community")
          .map(({ type, label }) => (
            <Chip key={label} aria-pressed={chosen === type} onClick={() => onChange({ type })}>
              {label}
            </Chip>
          ))}
        {chosen === "community" ? null : (
          <>
            <Chip aria-pressed={isFree} onClick={() => onChange({ isFree: !isFree })}>
              <CalendarCheck aria-hidden size={18} strokeWidth={1.8} />
              Free now
            </Chip>
            <Chip aria-pressed={point !== null} onClick={toggle}>
              <LocateFixed aria-hidden size={18} strokeWidth={1.8} />
              Near me
            </Chip>
          </>
        )}
      </div>
      <output className={styles.position}>
        {state === "idle" ? null : state === "finding" ? "Finding your place…" : state.reason}
      </output>
    </>
  );
}
