import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "#web/ui/form/search-field.tsx";
import styles from "./panel.module.css";
import { peopleQueries } from "./people-api.ts";

interface PersonSearchProps {
  communityId: string;
  isBusy: boolean;
  onAdd: (person: { id: string; pseudonym: string }, role: "admin" | "member") => void;
}

/** Finds users to add, without those who already belong to the community. */
export function PersonSearch({ communityId, isBusy, onAdd }: PersonSearchProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(peopleQueries.search(communityId, search));
  const suggestions = search === "" ? [] : (found.data ?? []);
  const isNobody = search !== "" && found.data?.length === 0;
  function add(person: { id: string; pseudonym: string }, role: "admin" | "member"): void {
    setSearch("");
    onAdd(person, role);
  }
  return (
    <div className={styles.section}>
      <SearchField
        label="Add people"
        hint="Start typing a name."
        maxLength={40}
        autoCapitalize="none"
        error={found.isError ? found.error.message : null}
        search={search}
        onSearch={setSearch}
      />
      <ul aria-label="People found">
        {suggestions.map((person) => (
          <li key={person.id} className={styles.row}>
            <span className={styles.person}>{person.pseudonym}</span>
            <span className={styles.buttons}>
              <Button
                isBusy={isBusy}
                aria-label={`Add ${person.pseudonym} as member`}
                onClick={() => add(person, "member")}
              >
                Add as member
              </Button>
              <Button
                isBusy={isBusy}
                aria-label={`Add ${person.pseudonym} as admin`}
                onClick={() => add(person, "admin")}
              >
                Add as admin
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <output className={styles.note}>{isNobody ? "Nobody by that name who isn’t already in." : null}</output>
    </div>
  );
}
