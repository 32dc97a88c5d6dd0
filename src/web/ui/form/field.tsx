import { createContext, use, useId, type ReactNode } from "react";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
import styles from "./field.module.css";

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  /** Why the value is invalid and what to do. Empty or null means valid. */
  error?: string | null;
}

/** Attributes a control spreads onto itself to be linked to its label, hint and error. */
export interface ControlAttributes {
  id: string;
  className: string | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  readOnly?: true;
}

/** Whether the form around a field is being sent: the words of a user who goes on typing would be lost with the form. */
export const FormIsBusy = createContext(false);

interface FieldProps extends FieldTexts {
  /** The label is for screen readers only. */
  isLabelHidden?: boolean | undefined;
  children: (control: ControlAttributes) => ReactNode;
}

/** Frame of every form control: label above, hint and error below. */
export function Field({ label, hint, error, isLabelHidden, children }: FieldProps) {
  const id = useId();
  const isBusy = use(FormIsBusy);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : null, hint ? hintId : null]
    .filter((part) => part !== null)
    .join(" ");
  return (
    <div className={styles.field}>
      {isLabelHidden ? (
        <VisuallyHidden>
          <label htmlFor={id}>{label}</label>
        </VisuallyHidden>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {children({
        id,
        className: styles.control,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        ...(isBusy ? { readOnly: true } : {}),
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
