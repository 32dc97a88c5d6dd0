import type { ReactNode } from "react";
import styles from "./sticky-bar.module.css";

/** The last row of a dialog's body, with its buttons: visible also when the fields are longer than the screen. */
export function StickyBar({
  className = "",
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return <div className={`${styles.bar} ${className}`}>{children}</div>;
}
