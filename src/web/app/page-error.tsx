import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "#web/ui/button.tsx";
import styles from "#web/pages/page.module.css";

/**
 * A view that broke, or whose code could not be fetched. The header stays, so every other view is a tap away. It is there from
 * the first paint on, without a signal, too: so it is as plain as can be.
 */
export function PageError({ reset }: ErrorComponentProps) {
  return (
    <div className={styles.centre} role="alert">
      <h1>This page tripped over something</h1>
      <p>Nothing you saved is lost. A page you have not opened before needs a connection.</p>
      <Button variant="primary" onClick={reset}>
        Try Again
      </Button>
    </div>
  );
}
