import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import styles from "./form.module.css";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "className"> {
  /** The words of every text field by its name. */
  onSubmit: (values: Readonly<Record<string, string>>) => void;
  /** The failed call, if the last one did: the first field that it refuses gets the focus. */
  failure?: Error | null;
}

/**
 * A form that is read once, when it is sent: its fields keep their own text, so password managers work. What is wrong
 * is said by the server, in one voice, instead of the browser's bubbles.
 */
export function Form({ onSubmit, failure = null, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return (
    <form
      {...rest}
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(readTexts(event.currentTarget));
      }}
    />
  );
}

/** Two short fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** A quiet sentence between fields. */
export function FormAside({ children }: { children: ReactNode }) {
  return <p className={styles.aside}>{children}</p>;
}

function readTexts(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") texts[name] = value;
  }
  return texts;
}
