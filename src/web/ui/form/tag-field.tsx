import { X } from "lucide-react";
import { useRef, useState } from "react";
import { Field } from "./field.tsx";
import { SuggestInput } from "./suggest-input.tsx";
import styles from "./tag-field.module.css";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

/** Maximum characters of the input, which takes a pasted list of tags. */
const MAX_PASTED = 1000;

interface TagFieldProps {
  label: string;
  tags: readonly string[];
  error: string | null;
  /** Suggestions for the typed text. */
  suggest: (typed: string) => string[];
  onChange: (tags: readonly string[]) => void;
}

/** Edits tags one by one: Enter or a comma adds the typed text; duplicates are dropped. */
export function TagField({ label, tags, error, suggest, onChange }: TagFieldProps) {
  const [typed, setTyped] = useState("");
  const [news, setNews] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const options = suggest(typed);

  /** Adds each of the typed tags. @param rest text that stays in the input */
  function add(typedTags: readonly string[], rest = ""): void {
    setTyped(rest);
    const next = [...tags];
    const news: string[] = [];
    for (const tag of typedTags.map((text) => text.trim()).filter((text) => text !== "")) {
      const isKnown = next.some((known) => known.toLowerCase() === tag.toLowerCase());
      if (!isKnown) next.push(tag);
      news.push(isKnown ? `${tag} is there already.` : `${tag} added.`);
    }
    if (news.length > 0) setNews(news.join(" "));
    if (next.length > tags.length) onChange(next);
  }

  function remove(tag: string): void {
    setNews(`${tag} removed.`);
    onChange(tags.filter((other) => other !== tag));
    list.current?.querySelector("input")?.focus();
  }
  return (
    <div ref={list} className={styles.tags}>
      <Field label={label} hint="Press Enter or a comma after each." error={error}>
        {(control) => (
          <SuggestInput
            control={control}
            maxLength={MAX_PASTED}
            autoCapitalize="none"
            value={typed}
            options={options}
            onType={(text) => {
              const parts = text.split(",");
              add(parts.slice(0, -1), parts.at(-1));
            }}
            onChoose={(index) => add([options[index] ?? ""])}
            onEnter={() => add([typed])}
            onLeave={() => add([typed])}
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
