import { LayoutGrid, List, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { MAX_LISTING_QUERY } from "#shared/features/resources/contract.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { type ListingsChange, type ListingsView, pageSizes } from "./listings-view.ts";
import styles from "./listings.module.css";
import { typeOptions } from "../view/resource-type-label.ts";

/** Milliseconds after the last key: a search is one question, not one a letter. */
const DEBOUNCE = 300;

interface ListingsControlsProps {
  view: ListingsView;
  onChange: (change: ListingsChange) => void;
}

export function ListingsControls({ view, onChange }: ListingsControlsProps) {
  const isSearching = view.search !== "";
  return (
    <div className={styles.controls}>
      <SearchField search={view.search} onSearch={(search) => onChange({ search })} />
      <div className={styles.choices}>
        <Select
          label="Type"
          value={view.type ?? ""}
          options={[{ value: "", label: "All types" }, ...typeOptions]}
          onChange={(event) => {
            const type = typeOptions.find(({ value }) => value === event.currentTarget.value)?.value;
            onChange({ type: type ?? null });
          }}
        />
        <Select
          label="Sort"
          value={view.sort ?? (isSearching ? "best" : "newest")}
          options={[
            ...(isSearching ? [{ value: "best", label: "Best match" }] : []),
            { value: "newest", label: "Newest" },
            { value: "oldest", label: "Oldest" },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sort: value === "newest" || value === "oldest" ? value : null })
          }
        />
        <Select
          label="Per page"
          value={view.pageSize}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) => {
            const pageSize = pageSizes.find((size) => String(size) === event.currentTarget.value);
            if (pageSize !== undefined) onChange({ pageSize });
          }}
        />
        <div className={styles.layouts} role="group" aria-label="Layout">
          <IconButton
            icon={LayoutGrid}
            label="Grid"
            aria-pressed={view.layout === "grid"}
            onClick={() => onChange({ layout: "grid" })}
          />
          <IconButton
            icon={List}
            label="List"
            aria-pressed={view.layout === "list"}
            onClick={() => onChange({ layout: "list" })}
          />
        </div>
      </div>
    </div>
  );
}

/** Asks when the typing pauses. What is cleared from outside is cleared here. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
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
        className={styles.field}
        type="search"
        aria-label="Search the library"
        placeholder="Search by word or by meaning"
        maxLength={MAX_LISTING_QUERY}
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
