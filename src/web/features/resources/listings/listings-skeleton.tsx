import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import cardStyles from "./listing-card.module.css";
import type { ListingsTaste } from "./listings-view.ts";
import styles from "./listings.module.css";

/** Empty cards in the places of those that are on their way, so that nothing jumps when they come. */
export function ListingsSkeleton({ pageSize, layout }: ListingsTaste) {
  const isGrid = layout === "grid";
  return (
    <>
      <VisuallyHidden as="output">Loading the listings</VisuallyHidden>
      <div className={isGrid ? styles.grid : styles.list} aria-hidden>
        {Array.from({ length: pageSize }, (_, index) => (
          <div key={index} className={`${cardStyles.card} ${styles.bone} ${isGrid ? cardStyles.tile : ""}`}>
            <div className={cardStyles.photo} />
            <div className={cardStyles.words}>
              <span className={styles.stroke} />
              <span className={styles.stroke} />
              <span className={styles.stroke} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
