import { useId, type ReactNode } from "react";
import styles from "./field.module.css";

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  /** Why the value cannot be taken and what to do; an empty value means it can. */
  error?: string | null;
}

/** What a control spreads onto itself so that label, hint and error belong to it. */
export interface ControlAttributes {
  id: string;
  className: string | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldTexts {
  children: (control: ControlAttributes) => ReactNode;
}

/** Label above, hint and error below: the frame of every form control. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : null, hint ? hintId : null]
    .filter((part) => part !== null)
    .join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
      })}
      {error ? (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
