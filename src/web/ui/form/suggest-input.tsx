import { useState, type ComponentProps, type KeyboardEvent } from "react";
import { isComposingKey } from "#web/lib/composing-key.ts";
import type { ControlAttributes } from "./field.tsx";
import styles from "./suggest-input.module.css";

interface SuggestInputProps extends Pick<
  ComponentProps<"input">,
  "maxLength" | "placeholder" | "autoCapitalize"
> {
  control: ControlAttributes;
  value: string;
  /** Suggestions; the list is hidden when empty. */
  options: readonly string[];
  onType: (value: string) => void;
  onChoose: (index: number) => void;
  /** Called on Enter while no suggestion is highlighted. */
  onEnter: () => void;
  /** Called when the field loses the focus. */
  onLeave?: () => void;
}

/** A text field with a list of suggestions: arrow keys highlight one, Enter takes it, Escape closes only the list. */
export function SuggestInput({
  control,
  value,
  options,
  onType,
  onChoose,
  onEnter,
  onLeave,
  ...input
}: SuggestInputProps) {
  const listId = `${control.id}-list`;
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const isShown = isOpen && options.length > 0;

  function choose(index: number): void {
    setIsOpen(false);
    setMarked(-1);
    onChoose(index);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposingKey(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      const from = marked === -1 && step === -1 ? 0 : marked;
      setMarked((from + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      // Enter must not submit the surrounding form.
      event.preventDefault();
      if (isShown && marked >= 0 && marked < options.length) choose(marked);
      else onEnter();
    } else if (event.key === "Escape" && isShown) {
      // Hides the event from the surrounding dialog, which listens higher up.
      event.nativeEvent.stopImmediatePropagation();
      event.stopPropagation();
      setIsOpen(false);
    }
  }
  return (
    <div className={styles.frame}>
      <input
        {...input}
        {...control}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && marked >= 0 ? `${listId}-${marked}` : undefined}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => {
          setIsOpen(true);
          setMarked(-1);
          onType(currentTarget.value);
        }}
        onKeyDown={handleKey}
        onBlur={() => {
          setIsOpen(false);
          onLeave?.();
        }}
      />
      <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!isShown}>
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys
          <div
            key={option}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            className={styles.option}
            // Otherwise pressing would move the focus away from the field and close the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
          >
            {option}
          </div>
        ))}
      </div>
    </div>
  );
}
