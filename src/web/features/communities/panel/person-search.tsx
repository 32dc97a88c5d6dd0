import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import styles from "./panel.module.css";
import { peopleQueries } from "./people-api.ts";

/** Milliseconds after the last letter before the server is asked. */
const PAUSE_MS = 300;

interface PersonSearchProps {
  communityId: string;
  isBusy: boolean;
  onAdd: (person: { id: string; pseudonym: string }, role: "admin" | "member") => void;
}

/** Finds people to add; those who belong already are not offered. */
export function PersonSearch({ communityId, isBusy, onAdd }: PersonSearchProps) {
  const [text, setText] = useState("");
  const search = usePaused(text.trim());
  const found = useQuery(peopleQueries.search(communityId, search));
  const suggestions = text.trim() === "" ? [] : (found.data ?? []);
  const isNobody = search !== "" && search === text.trim() && found.data?.length === 0;
  function add(person: { id: string; pseudonym: string }, role: "admin" | "member"): void {
    setText("");
    onAdd(person, role);
  }
  return (
    <div className={styles.section}>
      <TextField
        label="Add people"
        type="search"
        hint="The beginning of a pseudonym."
        maxLength={40}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        error={found.isError ? found.error.message : null}
        // The panel around it is a form that saves something else.
        onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
        onChange={(event) => setText(event.currentTarget.value)}
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
      <output className={styles.note}>
        {isNobody ? "Nobody of this name who is not in already." : null}
      </output>
    </div>
  );
}

/** The text once nobody has typed for a moment; an empty one at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : paused;
}
