import { LayoutGrid, List, SlidersHorizontal, CalendarCheck, LocateFixed } from "lucide-react";
import { useId, useState } from "react";
import { MAX_LISTING_QUERY } from "#shared/features/resources/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchField } from "#web/ui/form/search-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { type ListingsFilters, type ListingsTaste, pageSizes } from "./listings-view.ts";
import type { NearMe } from "./use-near-me.ts";
import styles from "./listings.module.css";

interface ListingsControlsProps {
  filters: ListingsFilters;
  taste: ListingsTaste;
  nearMe: NearMe;
  hasCommunities: boolean;
  onChange: (change: Partial<ListingsFilters>) => void;
  onTaste: (change: Partial<ListingsTaste>) => void;
}

/** Visible search and filters; the order, the page size and the layout behind one button. */
export function ListingsControls({ hasCommunities, ...props }: ListingsControlsProps) {
  const { filters, nearMe, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const choicesId = useId();
  return (
    <div className={styles.controls}>
      <div className={styles.search}>
        <SearchField
          label="Search the library"
          isLabelHidden
          placeholder="Lamp, somewhere quiet..."
          maxLength={MAX_LISTING_QUERY}
          search={filters.search}
          onSearch={(search) => onChange({ search })}
        />
        <Button aria-expanded={isOpen} aria-controls={choicesId} onClick={() => setIsOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={20} strokeWidth={1.8} /> View
        </Button>
      </div>
      <div id={choicesId} className={styles.choices} role="group" aria-label="View" hidden={!isOpen}>
        <Choices {...props} />
      </div>
      <ListingsChips filters={filters} nearMe={nearMe} hasCommunities={hasCommunities} onChange={onChange} />
    </div>
  );
}

function Choices({
  filters: { search, sort },
  taste: { pageSize: chosenSize, layout },
  nearMe,
  onChange,
  onTaste,
}: Omit<ListingsControlsProps, "hasCommunities">) {
  const best = nearMe.point !== null ? "Nearest" : search === "" ? null : "Best match";
  return (
    <>
      <Select
        label="Sort"
        value={sort ?? (best === null ? "newest" : "best")}
        options={[
          ...(best === null ? [] : [{ value: "best", label: best }]),
          { value: "newest", label: "Newest" },
          { value: "oldest", label: "Oldest" },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: value === "oldest" || (value === "newest" && best !== null) ? value : null })
        }
      />
      <Select
        label="Per page"
        value={chosenSize}
        options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(event) => {
          const pageSize = pageSizes.find((size) => String(size) === event.currentTarget.value);
          if (pageSize !== undefined) onTaste({ pageSize });
        }}
      />
      <div className={styles.layouts} role="group" aria-label="Layout">
        <IconButton
          icon={LayoutGrid}
          label="Grid"
          aria-pressed={layout === "grid"}
          onClick={() => onTaste({ layout: "grid" })}
        />
        <IconButton
          icon={List}
          label="List"
          aria-pressed={layout === "list"}
          onClick={() => onTaste({ layout: "list" })}
        />
      </div>
    </>
  );
}

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
  /** Whether communities can be listed here, too. */
  hasCommunities: boolean;
  onChange: (change: Partial<ListingsFilters>) => void;
}

/** The filters. */
function ListingsChips({ filters, nearMe, hasCommunities, onChange }: ListingsChipsProps) {
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
