import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./field.tsx";

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id" | "className">;

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}
