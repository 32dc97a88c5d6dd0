import { Link } from "@tanstack/react-router";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { Listings } from "#web/features/resources/listings/listings.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

/** Everything anybody shares, of all communities. */
export function LibraryPage() {
  const openDialog = useOpenDialog();
  return (
    <div className={styles.page}>
      <div className={styles.wideColumn}>
        <PageTitle view="Library" />
        <header className={styles.heading}>
          <div>
            <h1>The library</h1>
            <p className={styles.lead}>Places, things and skills people here share with each other.</p>
          </div>
          <Link to="/add" className={buttonClass("primary")}>
            Add a resource
          </Link>
        </header>
        <Listings
          communityId={null}
          label="All listings"
          onOpen={(id) => openDialog({ dialog: "resource", id })}
        />
      </div>
    </div>
  );
}
