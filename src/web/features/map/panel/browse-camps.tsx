import { useDeferredValue, useMemo, useState } from "react";
import { ChevronDown } from "lucide-react";
import { browseCategories, type BrowseMode, byName } from "#shared/features/map/camps/browse.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { browseCategoryLimit } from "#shared/features/map/city/spec-constants.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { SearchField } from "#web/ui/form/search-field.tsx";
import styles from "./browse-camps.module.css";
import { searchOver } from "../search/search-camps.ts";
import { WithheldNote } from "./withheld-note.tsx";
import { CampRow } from "./camp-row.tsx";

interface BrowseCampsProps {
  city: City;
  camps: readonly Camp[];
  /** Ids of the user's favourites, which have a separate mode. */
  favourites: ReadonlySet<string>;
  onSelect: (campId: string) => void;
  /** The user's marks of camps that are no longer on the map, and a way to remove one. */
  left: readonly { id: string; name: string; note: string }[];
  onForget: (camp: { id: string; name: string }) => void;
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

/** All camps as lists: the text alternative to the map, with a search by name. */
export function BrowseCamps({
  city,
  camps,
  favourites,
  left,
  onForget,
  onSelect,
  onExport,
}: BrowseCampsProps) {
  const [mode, setMode] = useState<Mode>("all");
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed);
  const sorted = useMemo(() => byName(camps), [camps]);
  const isFiltered = words !== "";
  // Built when the user starts to type, because not all users search.
  const search = useMemo(() => (isFiltered ? searchOver(city, sorted) : null), [city, sorted, isFiltered]);
  const found = search === null ? sorted : search(words);
  const listed = mode === "favourites" ? found.filter(({ id }) => favourites.has(id)) : found;
  const gone = mode === "favourites" ? left : [];
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
      <SearchField
        label="Filter camps by name, address or words"
        isLabelHidden
        placeholder="Filter camps..."
        maxLength={200}
        pauseMs={0}
        search={typed}
        onSearch={setTyped}
        onEnter={(sought) => {
          const [first] = listed;
          if (sought !== "" && sought === words && first) onSelect(first.id);
        }}
      />
      <WithheldNote className={styles.count} />
      <output className={styles.count}>{countOf(listed.length)}</output>
      {categories.map(({ id, label, camps: members }) => (
        <BrowseCategory
          // A different filter starts again with its first fifty.
          key={`${mode} ${id} ${words}`}
          city={city}
          label={mode === "favourites" ? "Favourites" : label}
          camps={members}
          onSelect={onSelect}
        />
      ))}
      {gone.length > 0 ? <LeftCamps left={gone} onForget={onForget} /> : null}
      {mode === "favourites" && favourites.size + gone.length > 0 ? (
        <Button onClick={onExport}>Save favourites and notes as a file</Button>
      ) : null}
      {listed.length + gone.length > 0 ? null : <NothingListed mode={mode} isFiltered={isFiltered} />}
    </div>
  );
}

/** Notes and favourites whose camps an import took off the map. */
function LeftCamps({ left, onForget }: Pick<BrowseCampsProps, "left" | "onForget">) {
  const [doomed, setDoomed] = useState<(typeof left)[number] | null>(null);
  return (
    <section className={styles.left} aria-labelledby="left-camps">
      <h2 id="left-camps">No longer on the map</h2>
      <ul>
        {left.map(({ id, name, note }) => (
          <li key={id}>
            <strong>{name}</strong>
            {note === "" ? null : <p>{note}</p>}
            <Button
              variant="plain"
              aria-label={`Remove ${name}`}
              onClick={() => (note === "" ? onForget({ id, name }) : setDoomed({ id, name, note }))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {doomed === null ? null : (
        <Confirm
          isOpen
          title={`Remove your note about ${doomed.name}?`}
          message="This deletes the note. The camp is no longer on the map, so you cannot write it there again."
          confirmLabel="Remove"
          onConfirm={() => onForget(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </section>
  );
}

function NothingListed({ mode, isFiltered }: { mode: Mode; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No camp found"
        text="Try fewer letters, another word, or an address like 7:30 & Enchant."
      />
    );
  if (mode === "favourites")
    return <EmptyState title="No favourites yet" text="Star a camp and it appears here." />;
  return <EmptyState title="No camps yet" text="An operator of this server can import a festival’s camps." />;
}

function countOf(count: number): string {
  return count === 1 ? "1 camp" : `${count.toLocaleString("en")} camps`;
}

interface BrowseCategoryProps {
  city: City;
  label: string;
  camps: readonly Camp[];
  onSelect: (campId: string) => void;
}

/** A category with its count, fifty camps at a time. */
function BrowseCategory({ city, label, camps, onSelect }: BrowseCategoryProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [shown, setShown] = useState<number>(browseCategoryLimit);
  const more = camps.length - shown;
  return (
    <details
      className={styles.category}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{label}</h2> <span className={styles.number}>{camps.length.toLocaleString("en")}</span>
        <ChevronDown className={styles.chevron} aria-hidden size={20} strokeWidth={1.8} />
      </summary>
      {isOpen ? (
        <ul>
          {camps.slice(0, shown).map((camp) => (
            <CampRow key={camp.id} city={city} camp={camp} onSelect={onSelect} />
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <Button variant="plain" onClick={() => setShown(shown + browseCategoryLimit)}>
          + {more.toLocaleString("en")} more {more === 1 ? "camp" : "camps"}
        </Button>
      ) : null}
    </details>
  );
}
