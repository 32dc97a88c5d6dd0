import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./base/class-names.ts";
import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** The name of the action: the accessible name and the tooltip. */
  label: string;
  icon: LucideIcon;
  isPrimary?: boolean;
}

export function IconButton({
  label,
  icon: Icon,
  isPrimary = false,
  className,
  type,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? "button"}
      className={classNames(iconButtonClass(isPrimary), className)}
      aria-label={label}
      title={label}
    >
      <Icon aria-hidden strokeWidth={isPrimary ? 2.2 : 1.8} size={22} />
    </button>
  );
}

/** Class for a link that should look like an icon button; give the link an `aria-label` and a `title`. */
export function iconButtonClass(isPrimary = false): string {
  return classNames(styles.iconButton, isPrimary && styles.primary);
}
