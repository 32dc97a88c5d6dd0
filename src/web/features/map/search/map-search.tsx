import {
  BriefcaseMedical,
  Flame,
  HandHelping,
  type LucideIcon,
  MapPin,
  Package,
  Search,
  Shield,
  Tent,
  UsersRound,
  X,
} from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import { isComposingKey } from "#web/lib/composing-key.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { finderOver, type MapHit, type MapThing } from "./find-on-map.ts";
import styles from "./map-search.module.css";

interface MapSearchProps {
  city: City;
  things: readonly MapThing[];
  /** @param at the address, if the hit is an address */
  onSelect: (id: string, at: string | null) => void;
}

export const hitIcons: Record<MapThing["kind"], LucideIcon> = {
  camp: Tent,
  resource: Package,
  community: UsersRound,
  need: HandHelping,
  art: Flame,
  place: MapPin,
  medical: BriefcaseMedical,
  ranger: Shield,
};
const kindNames: Record<MapThing["kind"], string> = {
  camp: "Camp",
  resource: "In the library",
  community: "Community",
  need: "Wanted",
  art: "Landmark",
  place: "Address",
  medical: "City service",
  ranger: "City service",
};

/** "Camp · 7:30 & Enchant" */
export function hitDetail({ kind, place }: Pick<MapHit, "kind" | "place">): string {
  return [kindNames[kind], kind === "place" ? "" : place].filter(Boolean).join(" · ");
}

/** The search on top of the map, for all its items and any address. It needs no connection. */
export function MapSearch({ city, things, onSelect }: MapSearchProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  // Built when the field is first used, because not all users search.
  const [isUsed, setIsUsed] = useState(false);
  const find = useMemo(() => (isUsed ? finderOver(city, things) : null), [isUsed, city, things]);
  const hits = useMemo(() => (find === null ? [] : find(typed)), [find, typed]);
  const isShown = isOpen && typed.trim() !== "" && find !== null;

  function choose(hit: MapHit | undefined): void {
    if (hit === undefined) return;
    setIsOpen(false);
    setTyped(hit.title);
    // A phone's keyboard would cover the place.
    field.current?.blur();
    onSelect(hit.id, hit.at);
  }

  function handleKey(event: KeyboardEvent): void {
    if (isComposingKey(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      if (isShown) setMarked((marked + step + hits.length) % hits.length);
      setIsOpen(true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(hits[marked]);
    } else if (event.key === "Escape" && typed !== "") {
      // The first Escape closes the list, the next one clears the field.
      event.stopPropagation();
      if (isShown) setIsOpen(false);
      else setTyped("");
    }
  }

  return (
    <search className={styles.search}>
      <div className={styles.field}>
        <Search className={styles.lens} aria-hidden size={20} strokeWidth={1.8} />
        <input
          ref={field}
          className={styles.input}
          dir="auto"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label="Search the map"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-activedescendant={isShown && hits.length > 0 ? `${listId}-${marked}` : undefined}
          placeholder="Camp, thing or 7:30 & Enchant"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onFocus={() => {
            setIsOpen(true);
            setIsUsed(true);
          }}
          onBlur={() => setIsOpen(false)}
          onChange={({ currentTarget }) => {
            setIsOpen(true);
            setMarked(0);
            setTyped(currentTarget.value);
          }}
          onKeyDown={handleKey}
        />
        {typed === "" ? null : (
          <IconButton
            icon={X}
            label="Clear search"
            onClick={() => {
              setTyped("");
              field.current?.focus();
            }}
          />
        )}
      </div>
      <Hits id={listId} hits={hits} marked={marked} isShown={isShown} onChoose={choose} />
    </search>
  );
}

interface HitsProps {
  id: string;
  hits: readonly MapHit[];
  marked: number;
  isShown: boolean;
  onChoose: (hit: MapHit) => void;
}

function Hits({ id, hits, marked, isShown, onChoose }: HitsProps) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Found on the map"
        className={styles.list}
        hidden={!isShown || hits.length === 0}
      >
        {hits.map((hit, index) => {
          const Icon = hitIcons[hit.kind];
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys
            <div
              key={hit.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === marked}
              className={styles.hit}
              // Otherwise pressing would move the focus away from the field and close the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(hit)}
            >
              <Icon aria-hidden size={20} strokeWidth={1.8} />
              <span className={styles.words}>
                <b>{hit.title}</b>
                <small>{hitDetail(hit)}</small>
              </span>
            </div>
          );
        })}
      </div>
      <output className={styles.nothing} hidden={!isShown || hits.length > 0}>
        {isShown && hits.length === 0
          ? "Nothing found. Try another word, or an address like 7:30 & Enchant."
          : ""}
      </output>
    </>
  );
}
