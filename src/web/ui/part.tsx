import { type ReactNode, useId } from "react";
import styles from "./part.module.css";

/** A part of a panel, named by its heading. */
export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {heading}
      </h3>
      {children}
    </section>
  );
}

/** Parts one below the other. */
export function Parts({ children }: { children: ReactNode }) {
  return <div className={styles.parts}>{children}</div>;
}
