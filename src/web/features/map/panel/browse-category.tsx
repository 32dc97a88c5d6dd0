import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { browseCategoryLimit } from "#shared/features/map/city/spec-constants.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "./browse-camps.module.css";
import { CampRow } from "./camp-row.tsx";

interface BrowseCategoryProps {
  city: City;
  label: string;
  camps: readonly Camp[];
  onSelect: (campId: string) => void;
}

/** A category with its count, fifty camps at a time. */
export function BrowseCategory({ city, label, camps, onSelect }: BrowseCategoryProps) {
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
