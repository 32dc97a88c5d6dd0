import { Link } from "@tanstack/react-router";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

export function NfcPage() {
  return (
    <div className={styles.centre}>
      <PageTitle view="NFC" />
      <EmptyState isPage title="NFC reading is not available on this server yet">
        <Link to="/" className={buttonClass("primary")}>
          Back to Chat
        </Link>
      </EmptyState>
    </div>
  );
}
