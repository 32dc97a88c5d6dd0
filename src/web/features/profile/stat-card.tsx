import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import styles from "./profile.module.css";

interface StatCardProps {
  label: string;
  /** Null until it is loaded. */
  count: number | null;
  /** Link to the counted items. */
  children?: ReactNode;
}

/** One number of a profile. */
export function StatCard({ label, count, children }: StatCardProps) {
  return (
    <Card className={styles.stat}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.count}>{count === null ? "--" : count.toLocaleString("en")}</span>
        {children}
      </dd>
    </Card>
  );
}
