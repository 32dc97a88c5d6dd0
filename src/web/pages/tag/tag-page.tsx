import { Link } from "@tanstack/react-router";
import { readTagText } from "#shared/features/nfc/tag-code.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { MetCompanion } from "./met-companion.tsx";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import { TaggedItem } from "./tagged-item.tsx";

/** Where every tag leads: to the thing it is on, or to the companion it is of. */
export function TagPage({ code }: { code: string }) {
  const reading = readTagText(code);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Tag" />
        {reading.kind === "item" ? <TaggedItem key={reading.code} code={reading.code} /> : null}
        {reading.kind === "companion" ? <MetCompanion key={reading.code} code={reading.code} /> : null}
        {reading.kind === "problem" ? (
          <EmptyState isPage title="This is no tag of ours" text="Nothing was opened.">
            <Link to="/nfc" className={buttonClass("primary")}>
              Read another tag
            </Link>
          </EmptyState>
        ) : null}
      </div>
    </div>
  );
}
