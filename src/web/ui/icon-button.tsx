import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./base/class-names.ts";
import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** The name of the action: read aloud, and shown beside the pointer. */
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

/** For a link that should look like an icon button; give it an `aria-label` and a `title`. */
export function iconButtonClass(isPrimary = false): string {
  return classNames(styles.iconButton, isPrimary && styles.primary);
}
