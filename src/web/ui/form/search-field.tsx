import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from "react";
import { isComposingKey } from "#web/lib/composing-key.ts";
import { IconButton } from "../icon-button.tsx";
import { Field, type FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

/** Milliseconds after the last key press, so that a search is one request and not one per letter. */
const PAUSE_MS = 300;

interface SearchFieldProps
  extends FieldTexts, Pick<ComponentProps<"input">, "placeholder" | "maxLength" | "autoCapitalize"> {
  /** The label is for screen readers only, where a placeholder or the context shows it. */
  isLabelHidden?: boolean;
  /** The search text. When it changes from outside, the field is updated. */
  search: string;
  /** @param search trimmed */
  onSearch: (search: string) => void;
  /** Milliseconds to wait for another key press; 0 where a search costs nothing. */
  pauseMs?: number;
  /** Called on Enter, with the search text. */
  onEnter?: (search: string) => void;
}

/** Searches when the user pauses typing, and at once on Enter or when the field is cleared. */
export function SearchField({
  label,
  hint,
  error,
  isLabelHidden,
  search,
  onSearch,
  pauseMs = PAUSE_MS,
  onEnter,
  ...input
}: SearchFieldProps) {
  const { words, setWords, ask } = useSearchWords(search, onSearch, pauseMs);
  const field = useRef<HTMLInputElement>(null);
  return (
    <search>
      <Field label={label} hint={hint} error={error ?? null} isLabelHidden={isLabelHidden}>
        {(control) => (
          <span className={styles.withButton}>
            <Search className={styles.lens} aria-hidden size={20} strokeWidth={1.8} />
            <input
              {...input}
              {...control}
              ref={field}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (isComposingKey(event.nativeEvent)) return;
                if (event.key === "Enter") {
                  // Enter must not submit a surrounding form.
                  event.preventDefault();
                  ask(words);
                  onEnter?.(words.trim());
                } else if (event.key === "Escape" && words !== "") {
                  // The first Escape empties the field, the next one closes the surrounding dialog.
                  event.preventDefault();
                  ask("");
                }
              }}
            />
            {words === "" ? null : (
              <IconButton
                className={styles.button}
                icon={X}
                label="Clear search"
                onClick={() => {
                  ask("");
                  field.current?.focus();
                }}
              />
            )}
          </span>
        )}
      </Field>
    </search>
  );
}

/** The field's text; searches when the user pauses typing. `ask` searches at once. */
function useSearchWords(search: string, onSearch: (search: string) => void, pauseMs: number) {
  const [words, setWords] = useState(search);
  const [asked, setAsked] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    // The field's own search comes back as a prop: do not overwrite text typed since.
    if (search !== asked) {
      setAsked(search);
      setWords(search);
    }
  }

  function ask(text: string): void {
    setWords(text);
    const next = text.trim();
    if (next === asked) return;
    setAsked(next);
    onSearch(next);
  }

  const askNow = useEffectEvent(ask);
  useEffect(() => {
    const timer = setTimeout(() => askNow(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words, pauseMs]);
  return { words, setWords, ask };
}
