import { Link } from "@tanstack/react-router";
import { readTagText } from "#shared/features/nfc/tag-code.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { MetCompanion } from "./met-companion.tsx";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import { TaggedItem } from "./tagged-item.tsx";

/** Target of every tag: shows its resource or its companion. */
export function TagPage({ code }: { code: string }) {
  const reading = readTagText(`/t/${code}`);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Tag" />
        {reading.kind === "item" ? <TaggedItem key={reading.code} code={reading.code} /> : null}
        {reading.kind === "companion" ? <MetCompanion key={reading.code} code={reading.code} /> : null}
        {reading.kind === "problem" ? (
          <EmptyState isPage title="This isn’t a Looby tag" text="Nothing was opened.">
            <Link to="/nfc" className={buttonClass("primary")}>
              Scan another tag
            </Link>
          </EmptyState>
        ) : null}
      </div>
    </div>
  );
}
