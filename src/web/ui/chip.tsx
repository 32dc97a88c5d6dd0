import type { ComponentProps } from "react";
import styles from "./chip.module.css";
import { classNames } from "./base/class-names.ts";

/** A small action; with `aria-pressed`, a filter that is on or off. */
export function Chip({ className, type, ...rest }: ComponentProps<"button">) {
  return (
    <button {...rest} type={type ?? "button"} className={classNames(styles.chip, styles.action, className)} />
  );
}

/** A descriptive label: a type, a tag, a role. Not tappable. */
export function Tag({ className, ...rest }: ComponentProps<"span">) {
  return <span {...rest} className={classNames(styles.tag, className)} />;
}
