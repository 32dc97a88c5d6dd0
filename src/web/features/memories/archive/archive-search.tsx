import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./archive.module.css";

/** Milliseconds after the last key: a search is one question, not one a letter. */
const DEBOUNCE = 300;
const MAX_QUERY = 400;

/** Asks when the typing pauses. What is cleared from outside is cleared here. */
export function ArchiveSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [words, setWords] = useState(search);
  const [known, setKnown] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  if (search !== known) {
    setKnown(search);
    if (search !== words.trim()) setWords(search);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(next: string, delay: number): void {
    setWords(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), delay);
  }

  return (
    <search className={styles.search}>
      <Search className={styles.lens} aria-hidden size={20} strokeWidth={1.8} />
      <input
        ref={input}
        className={styles.searchField}
        type="search"
        aria-label="Search your memories"
        placeholder="Search by word or by meaning"
        maxLength={MAX_QUERY}
        enterKeyHint="search"
        value={words}
        onChange={(event) => ask(event.currentTarget.value, DEBOUNCE)}
        onKeyDown={(event) => {
          if (event.key === "Enter") ask(words, 0);
        }}
      />
      {words === "" ? null : (
        <IconButton
          className={styles.clear}
          icon={X}
          label="Clear search"
          onClick={() => {
            ask("", 0);
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}
