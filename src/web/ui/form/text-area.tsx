import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<"textarea">, "id" | "className" | "value"> {
  value: string;
}

/** With a `maxLength`, shows a counter: "{n}/{max} characters". */
export function TextArea({ label, hint, error, ...area }: TextAreaProps) {
  const count =
    area.maxLength === undefined ? null : (
      <span className={styles.counter}>{`${area.value.length}/${area.maxLength} characters`}</span>
    );
  return (
    <Field label={label} hint={hint ?? count} error={error ?? null}>
      {(control) => <textarea rows={3} {...area} {...control} />}
    </Field>
  );
}
