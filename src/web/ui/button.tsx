import type { ComponentProps } from "react";
import styles from "./button.module.css";
import { classNames } from "./base/class-names.ts";

type ButtonVariant = "primary" | "outline" | "plain" | "danger";

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  /** While true, the button stays focused but ignores presses. Pair it with a label such as "Sending...". */
  isBusy?: boolean;
}

export function Button({
  variant = "outline",
  isBusy = false,
  className,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? "button"}
      className={classNames(buttonClass(variant), className)}
      aria-disabled={isBusy || rest["aria-disabled"]}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** Class for a link that should look like a button. */
export function buttonClass(variant: ButtonVariant = "outline"): string {
  return classNames(styles.button, styles[variant]);
}
