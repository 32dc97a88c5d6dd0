import type { ReactNode } from "react";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { Locator } from "#web/ui/picture/locator.tsx";
import styles from "./explore-panel.module.css";

interface PlaceCardProps {
  title: string;
  /** Its address in words, for the picture of the city; null when it has none. */
  address: string | null;
  /** "7:30 & Enchant · 6 min walk". */
  line: string | null;
  photo?: ReactNode;
  /** What it is, and whether it is free. */
  state?: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

/** Something on the map that is no camp: photo, title, state, place and actions, in this order for all kinds. */
export function PlaceCard({ title, address, line, photo, state, actions, children }: PlaceCardProps) {
  const place = locatorPlace(address);
  return (
    <article className={styles.card} aria-label={title}>
      {photo}
      <header className={styles.header}>
        <div className={styles.title}>
          <h2>{title}</h2>
          {state === undefined ? null : <p className={styles.state}>{state}</p>}
          {line === null ? null : <p className={styles.line}>{line}</p>}
        </div>
        {place === null ? null : <Locator time={place.time} street={place.street} size={72} />}
      </header>
      {actions}
      {children}
    </article>
  );
}
