import { X } from "lucide-react";
import { useRef, useState } from "react";
import { Field } from "./field.tsx";
import { SuggestInput } from "./suggest-input.tsx";
import styles from "./tag-field.module.css";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

interface TagFieldProps {
  label: string;
  tags: readonly string[];
  error: string | null;
  /** Maximum characters of a tag. */
  maxLength: number;
  /** Suggestions for the typed text. */
  suggest: (typed: string) => string[];
  onChange: (tags: readonly string[]) => void;
}

/** Edits tags one by one: Enter or a comma adds the typed text; duplicates are dropped. */
export function TagField({ label, tags, error, maxLength, suggest, onChange }: TagFieldProps) {
  const [typed, setTyped] = useState("");
  const [news, setNews] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const options = suggest(typed);

  function add(text: string): void {
    setTyped("");
    const tag = text.trim();
    if (tag === "") return;
    if (tags.some((known) => known.toLowerCase() === tag.toLowerCase())) {
      setNews(`${tag} is there already.`);
      return;
    }
    setNews(`${tag} added.`);
    onChange([...tags, tag]);
  }

  function remove(tag: string): void {
    setNews(`${tag} removed.`);
    onChange(tags.filter((other) => other !== tag));
    list.current?.querySelector("input")?.focus();
  }
  return (
    <div ref={list} className={styles.tags}>
      <Field label={label} hint="Press Enter after each." error={error}>
        {(control) => (
          <SuggestInput
            control={control}
            maxLength={maxLength}
            autoCapitalize="none"
            value={typed}
            options={options}
            onType={(text) => {
              const parts = text.split(",");
              if (parts.length === 1) setTyped(text);
              else add(parts[0] ?? "");
            }}
            onChoose={(index) => add(options[index] ?? "")}
            onEnter={() => add(typed)}
            onLeave={() => add(typed)}
          />
        )}
      </Field>
      {tags.length === 0 ? null : (
        <ul className={styles.list} aria-label={label}>
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className={styles.tag}
                aria-label={`Remove ${tag}`}
                onClick={() => remove(tag)}
              >
                {tag}
                <X aria-hidden size={16} strokeWidth={2} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden>
        <output>{news}</output>
      </VisuallyHidden>
    </div>
  );
}
