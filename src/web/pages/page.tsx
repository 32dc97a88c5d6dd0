import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

interface PageProps {
  /** The name of the view, for the document title. */
  view: string;
  /** Defaults to the name of the view. */
  heading?: string;
  /** The purpose of the page. */
  lead: string;
  children: ReactNode;
}

/** A single-column page with a heading. */
export function Page({ view, heading = view, lead, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view={view} />
        <header>
          <h1>{heading}</h1>
          <p className={styles.lead}>{lead}</p>
        </header>
        {children}
      </div>
    </div>
  );
}
