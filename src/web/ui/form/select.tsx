import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends FieldTexts, Omit<ComponentProps<"select">, "id" | "className" | "children"> {
  options: readonly SelectOption[];
  /** Shown while nothing is selected; it cannot be selected again. */
  placeholder?: string;
}

/** The browser's own select: phones and screen readers support it well, and it works offline. */
export function Select({ label, hint, error, options, placeholder, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) => (
        <div className={styles.selectFrame}>
          <select {...select} {...control}>
            {placeholder === undefined ? null : (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.selectArrow} aria-hidden size={20} strokeWidth={1.8} />
        </div>
      )}
    </Field>
  );
}
