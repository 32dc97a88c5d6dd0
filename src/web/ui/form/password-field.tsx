import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Field, type FieldTexts } from "./field.tsx";
import styles from "./field.module.css";
import { IconButton } from "../icon-button.tsx";

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "id" | "className" | "type"> & {
    /** For a suggested password, which the user may want to note. */
    isShownAtFirst?: boolean;
  };

/** A password, hidden until the eye button is pressed: typing it blind on a phone in the sun is hard. */
export function PasswordField({ label, hint, error, isShownAtFirst = false, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(isShownAtFirst);
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) => (
        <span className={styles.withButton}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
          />
          <IconButton
            className={styles.button}
            icon={isShown ? EyeOff : Eye}
            label={isShown ? "Hide password" : "Show password"}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          />
        </span>
      )}
    </Field>
  );
}
