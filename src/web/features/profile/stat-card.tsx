import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import styles from "./profile.module.css";

interface StatCardProps {
  label: string;
  /** Null while it is not known. */
  count: number | null;
  /** A word on what to do about it. */
  children?: ReactNode;
}

/** One number of a profile. */
export function StatCard({ label, count, children }: StatCardProps) {
  return (
    <Card className={styles.stat}>
      <dt>{label}</dt>
      <dd className={styles.count}>{count === null ? "--" : count.toLocaleString("en")}</dd>
      {children}
    </Card>
  );
}
