import { useLocation } from "@tanstack/react-router";
import { viewTitles } from "./view-titles.ts";
import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "#web/pages/page.module.css";

/** Shown while the code of a view is loading: its title, so that what is painted first is already true. */
export function PendingView() {
  const view = useLocation({ select: ({ pathname }) => pathname.split("/")[1] ?? "" });
  if (view === "explore")
    return (
      <div className={styles.centre}>
        <Spinner label="Loading Playa Map..." isLabelVisible />
      </div>
    );
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        {viewTitles[view] === undefined ? null : <h1>{viewTitles[view]}</h1>}
        <Spinner label="Loading" />
      </div>
    </div>
  );
}
