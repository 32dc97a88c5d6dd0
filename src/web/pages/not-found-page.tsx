import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

export function NotFoundPage() {
  return (
    <div className={styles.centre}>
      <PageTitle view="Not found" />
      <EmptyState
        isPage
        title="There is no such page"
        text="The address may be mistyped, or what it led to has been removed."
      >
        <Link to="/" className={buttonClass("primary")}>
          Back to Chat
        </Link>
      </EmptyState>
    </div>
  );
}
