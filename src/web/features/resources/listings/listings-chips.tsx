import { CalendarCheck, LocateFixed } from "lucide-react";
import { useState } from "react";
import type { ResourceType } from "#shared/features/resources/contract.ts";
import { currentPosition } from "#web/lib/device/position.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { ListingsChange, ListingsView } from "./listings-view.ts";
import styles from "./listings.module.css";

const kinds: readonly { type: ResourceType | null; label: string }[] = [
  { type: null, label: "All" },
  { type: "gear", label: "Gear" },
  { type: "venue", label: "Places" },
  { type: "talent", label: "Skills" },
];

interface ListingsChipsProps {
  view: ListingsView;
  /** Whether the communities can be listed here too. */
  hasCommunities: boolean;
  onChange: (change: ListingsChange) => void;
}

/** The filters. The device is asked for its position only when "Near me" is tapped. */
export function ListingsChips({ view, hasCommunities, onChange }: ListingsChipsProps) {
  const [search, setSearch] = useState<"none" | "running" | { reason: string }>("none");

  async function toggleNear(): Promise<void> {
    if (search === "running") return;
    setSearch("none");
    if (view.near !== null) return onChange({ near: null });
    setSearch("running");
    const position = await currentPosition();
    setSearch(position.isKnown ? "none" : { reason: position.reason });
    if (position.isKnown) onChange({ near: position, sort: null });
  }
  return (
    <>
      <div className={styles.chips} role="group" aria-label="Show">
        {kinds.map(({ type, label }) => (
          <Chip
            key={label}
            aria-pressed={!view.isOfCommunities && view.type === type}
            onClick={() => onChange({ type, isOfCommunities: false })}
          >
            {label}
          </Chip>
        ))}
        {hasCommunities ? (
          <Chip
            aria-pressed={view.isOfCommunities}
            onClick={() => onChange({ type: null, isOfCommunities: true })}
          >
            Communities
          </Chip>
        ) : null}
        {view.isOfCommunities ? null : (
          <>
            <Chip aria-pressed={view.near !== null} onClick={() => void toggleNear()}>
              <LocateFixed aria-hidden size={18} strokeWidth={1.8} />
              Near me
            </Chip>
            <Chip aria-pressed={view.isFree} onClick={() => onChange({ isFree: !view.isFree })}>
              <CalendarCheck aria-hidden size={18} strokeWidth={1.8} />
              Free now
            </Chip>
          </>
        )}
      </div>
      <output className={styles.position}>
        {search === "none" ? null : search === "running" ? "Finding your place…" : search.reason}
      </output>
    </>
  );
}
