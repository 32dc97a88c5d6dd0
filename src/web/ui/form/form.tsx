import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { FormIsBusy } from "./field.tsx";
import styles from "./form.module.css";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "className"> {
  /**
   * Called with the value of every text field, by field name.
   * @returns false when the form's own rules reject them: the first invalid field gets the focus
   */
  onSubmit: (values: Readonly<Record<string, string>>) => void | false;
  /** The error of the last call, if it failed: the first field it rejects gets the focus. */
  failure?: Error | null;
  /** Whether it is being sent: its fields can be read, but not changed. */
  isBusy?: boolean;
}

/**
 * Frame of every form. Named fields are uncontrolled and read once, on submit, so password managers work. Errors appear
 * beside their fields instead of in the browser's own bubbles.
 */
export function Form({ onSubmit, failure = null, isBusy = false, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  useEffect(() => {
    if (failure !== null) focusInvalid();
  }, [failure]);
  return (
    <FormIsBusy value={isBusy}>
      <form
        {...rest}
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // The fields are marked invalid in the next frame.
          if (onSubmit(readTexts(event.currentTarget)) === false) requestAnimationFrame(focusInvalid);
        }}
      />
    </FormIsBusy>
  );
}

/** Puts two short fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** A secondary sentence between fields. */
export function FormAside({ children }: { children: ReactNode }) {
  return <p className={styles.aside}>{children}</p>;
}

interface FormFoldProps {
  summary: string;
  /** Opens it, for example because a field inside has an error. Only the user closes it. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Folds away fields that few users need. */
export function FormFold({ summary, isOpen = false, children }: FormFoldProps) {
  return (
    <details ref={isOpen ? open : null} className={styles.fold}>
      <summary>{summary}</summary>
      <div className={styles.folded}>{children}</div>
    </details>
  );
}

function open(fold: HTMLDetailsElement | null): void {
  fold?.setAttribute("open", "");
}

function readTexts(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") texts[name] = value;
  }
  return texts;
}
