import { useLocation } from "@tanstack/react-router";
import { LoadingMap } from "#web/ui/state/loading-map.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "#web/pages/page.module.css";
import type { ShellView } from "#shared/http/shell-file.ts";

/** Shown while the code of a view is loading: its title, so that the first paint is already correct. */
export function PendingView() {
  const view = useLocation({ select: ({ pathname }) => pathname.split("/")[1] ?? "" });
  if (view === "explore") return <LoadingMap label="Loading Playa Map..." />;
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        {viewTitles[view] === undefined ? null : <h1>{viewTitles[view]}</h1>}
        <Spinner label="Loading" />
      </div>
    </div>
  );
}

/** Headings of the views that always have the same heading, painted before the view's code is loaded. */
const viewTitles: Partial<Record<string, string>> = {
  about: "About Looby",
  add: "Share something",
  borrowing: "Borrowing",
  library: "The library",
  memories: "Memories",
  needs: "Needs",
  nfc: "Scan a tag",
} satisfies Partial<Record<ShellView, string>>;
