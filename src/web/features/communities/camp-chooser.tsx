import { useState } from "react";
import { plainLetters } from "#shared/plain-letters.ts";
import { useAddressWords } from "#web/features/map/use-city.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { panelLabels } from "./panel/panel-draft.ts";
import styles from "./panel/panel.module.css";

/** The fields of a map camp that the chooser uses. */
export interface Camp {
  id: string;
  name: string;
  location_string?: string | null | undefined;
}

interface CampChooserProps {
  camps: readonly Camp[];
  /** Empty: none. */
  campId: string;
  error: string | null;
  onChange: (campId: string) => void;
}

const SHOWN = 6;

/** Claims a camp on the map, searched by its name. */
export function CampChooser({ camps, campId, error, onChange }: CampChooserProps) {
  const wordsOf = useAddressWords();
  const [search, setSearch] = useState("");
  const chosen = camps.find(({ id }) => id === campId);
  const wanted = plainLetters(search.trim());
  const found = wanted === "" ? [] : camps.filter(({ name }) => plainLetters(name).includes(wanted));
  if (campId !== "") {
    return (
      <div className={styles.section}>
        <p>
          {panelLabels.campId}: <strong>{chosen?.name ?? campId}</strong>
        </p>
        {error === null ? null : <p role="alert">{error}</p>}
        <div>
          <Button onClick={() => onChange("")}>Unlink this camp</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.section}>
      <TextField
        label={panelLabels.campId}
        hint={
          found.length > SHOWN
            ? `${found.length} camps match. Type more of the name.`
            : "Is your camp on the map? Type its name."
        }
        error={error}
        value={search}
        maxLength={120}
        onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 ? null : (
        <ul className={styles.chips} aria-label="Camps found">
          {found.slice(0, SHOWN).map((camp) => (
            <li key={camp.id}>
              <Chip
                onClick={() => {
                  setSearch("");
                  onChange(camp.id);
                }}
              >
                {camp.name}
                {camp.location_string ? `, ${wordsOf(camp.location_string)}` : ""}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {wanted !== "" && found.length === 0 ? <p className={styles.note}>No camp by that name.</p> : null}
    </div>
  );
}
