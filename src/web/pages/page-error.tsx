import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorState } from "../ui/error-state.tsx";
import styles from "./page.module.css";

/** A view that broke, or whose code could not be fetched. The header stays, so every other view is a tap away. */
export function PageError({ reset }: ErrorComponentProps) {
  return (
    <div className={styles.centre}>
      <ErrorState
        isPage
        title="This page tripped over something"
        text="Nothing you saved is lost. Try again; without a connection, a page you have not opened before has to wait."
        onRetry={reset}
      />
    </div>
  );
}
