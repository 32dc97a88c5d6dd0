import { X } from "lucide-react";
import { useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { type BrowseMode, browseCategories, byName } from "#shared/features/map/camps/browse.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import styles from "./browse-camps.module.css";
import { BrowseCategory } from "./browse-category.tsx";
import { searchOver } from "./search-camps.ts";
import { WithheldNote } from "./withheld-note.tsx";

interface BrowseCampsProps {
  city: City;
  camps: readonly Camp[];
  /** The person's own, for a mode of their own. */
  favourites: ReadonlySet<string>;
  onSelect: (campId: string) => void;
  /** Saves the favourites and notes as a file. */
  onExport: () => void;
}

type Mode = BrowseMode | "favourites";
const modes: readonly { mode: Mode; label: string }[] = [
  { mode: "all", label: "All Camps" },
  { mode: "street", label: "By Street" },
  { mode: "letter", label: "A-Z" },
  { mode: "favourites", label: "Favourites" },
];

/** All camps as lists: the map's twin for anyone who does not see it, or looks for a name. */
export function BrowseCamps({ city, camps, favourites, onSelect, onExport }: BrowseCampsProps) {
  const [mode, setMode] = useState<Mode>("all");
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed);
  const field = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const sorted = useMemo(() => byName(camps), [camps]);
  const isFiltered = words.trim() !== "";
  // Made when a user begins to type: not everybody who looks at a camp searches.
  const search = useMemo(() => (isFiltered ? searchOver(city, sorted) : null), [city, sorted, isFiltered]);
  const found = search === null ? sorted : search(words);
  const listed = mode === "favourites" ? found.filter(({ id }) => favourites.has(id)) : found;
  const categories = browseCategories(city, listed, mode === "favourites" ? "all" : mode);

  return (
    <div className={styles.browse}>
      <div className={styles.modes} role="group" aria-label="How to list the camps">
        {modes.map(({ mode: one, label }) => (
          <Chip key={one} aria-pressed={mode === one} onClick={() => setMode(one)}>
            {label}
          </Chip>
        ))}
      </div>
      <div className={styles.filter}>
        <label htmlFor={fieldId}>
          <VisuallyHidden>Filter camps by name, address or words</VisuallyHidden>
        </label>
        <input
          ref={field}
          id={fieldId}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          placeholder="Filter camps..."
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Esc empties the field first; the next one closes the panel.
            if (event.key === "Escape" && typed !== "") {
              event.preventDefault();
              setTyped("");
            }
            const [first] = listed;
            if (event.key === "Enter" && words === typed && typed.trim() !== "" && first) onSelect(first.id);
          }}
        />
        {typed === "" ? null : (
          <IconButton
            label="Clear the filter"
            icon={X}
            onClick={() => {
              setTyped("");
              field.current?.focus();
            }}
          />
        )}
      </div>
      <WithheldNote className={styles.count} />
      <output className={styles.count}>{countOf(listed.length)}</output>
      {categories.map(({ id, label, camps: members }) => (
        <BrowseCategory
          // Another filter begins with its first fifty again.
          key={`${mode} ${id} ${words}`}
          label={mode === "favourites" ? "Favourites" : label}
          camps={members}
          onSelect={onSelect}
        />
      ))}
      {mode === "favourites" && favourites.size > 0 ? (
        <Button onClick={onExport}>Save favourites and notes as a file</Button>
      ) : null}
      {listed.length > 0 ? null : <NothingListed mode={mode} isFiltered={isFiltered} />}
    </div>
  );
}

function NothingListed({ mode, isFiltered }: { mode: Mode; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No camp found"
        text="Try fewer letters, another word, or an address like 7:30 & E."
      />
    );
  if (mode === "favourites")
    return <EmptyState title="No favourites yet" text="Open a camp and tap its star to find it here." />;
  return <EmptyState title="No camps yet" text="Whoever runs this server can import a festival's camps." />;
}

function countOf(count: number): string {
  return count === 1 ? "1 camp" : `${count.toLocaleString("en")} camps`;
}
