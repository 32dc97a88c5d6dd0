import { Button } from "#web/ui/button.tsx";
import { type Clash, panelLabels } from "./panel/panel-draft.ts";
import styles from "./panel/panel.module.css";

interface ClashListProps {
  clashes: readonly Clash[];
  onChoose: (clash: Clash, side: "mine" | "theirs") => void;
}

/** Fields changed by two admins concurrently, side by side. Both values are preserved until the user chooses. */
export function ClashList({ clashes, onChoose }: ClashListProps) {
  return clashes.map((clash) => {
    const label = panelLabels[clash.field];
    return (
      <section key={clash.field} className={styles.clash} aria-label={`${label}: yours or theirs`}>
        <h3 className={styles.heading}>{label} was changed by someone else</h3>
        <div className={styles.sides}>
          <div className={styles.side}>
            <p className={styles.note}>Yours</p>
            <p className={styles.value}>{clash.mine === "" ? "(empty)" : clash.mine}</p>
            <Button aria-label={`Keep mine: ${label}`} onClick={() => onChoose(clash, "mine")}>
              Keep mine
            </Button>
          </div>
          <div className={styles.side}>
            <p className={styles.note}>Theirs</p>
            <p className={styles.value}>{clash.theirs === "" ? "(empty)" : clash.theirs}</p>
            <Button aria-label={`Use theirs: ${label}`} onClick={() => onChoose(clash, "theirs")}>
              Use theirs
            </Button>
          </div>
        </div>
      </section>
    );
  });
}
