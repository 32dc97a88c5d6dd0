import { useState, type ComponentProps, type KeyboardEvent } from "react";
import type { ControlAttributes } from "./field.tsx";
import styles from "./suggest-input.module.css";

interface SuggestInputProps extends Pick<
  ComponentProps<"input">,
  "maxLength" | "placeholder" | "autoCapitalize"
> {
  control: ControlAttributes;
  value: string;
  /** None: no list. */
  options: readonly string[];
  onType: (value: string) => void;
  onChoose: (index: number) => void;
  /** Enter, while no suggestion is marked. */
  onEnter: () => void;
  /** The focus goes elsewhere. */
  onLeave?: () => void;
}

/** A text field with a list of suggestions: arrows mark one, Enter takes it, Escape closes the list and nothing else. */
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
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      const from = marked === -1 && step === -1 ? 0 : marked;
      setMarked((from + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      // It never sends the form around it.
      event.preventDefault();
      if (isShown && marked >= 0 && marked < options.length) choose(marked);
      else onEnter();
    } else if (event.key === "Escape" && isShown) {
      // The dialog around it listens higher up.
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
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and with it the keys
          <div
            key={option}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            className={styles.option}
            // Pressing would take the focus from the field, and with it the list.
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
