import { useEffect } from "react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { askServer } from "#web/lib/server/ask-server.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "#web/pages/page.module.css";

/** So long, in milliseconds, a page waits before it reloads by itself: what was just said is stored by then. */
const RELOAD_AFTER_MS = 1000;

/**
 * A view that broke, or whose code could not be fetched. The header stays, so every other view is a tap away. It is there from
 * the first paint on, without a signal, too: so it is as plain as can be.
 *
 * A browser does not fetch a file again that failed once on this page, so trying again means a new page. Where the service
 * worker has every file, that happens by itself, once for each error.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  useEffect(() => {
    const key = String(error);
    if (!hasWorker() || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "1");
    const timer = setTimeout(reload, RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div className={styles.centre} role="alert">
      <h1>This page tripped over something</h1>
      <p>Nothing you saved is lost. A page you have not opened before needs a connection.</p>
      <Button
        variant="primary"
        // Without the worker and without a signal a reload would leave nothing at all.
        onClick={() => (hasWorker() ? reload() : void askServer("/index.html").then(reload, reset))}
      >
        Try Again
      </Button>
    </div>
  );
}

/** The page and all its files are on this device. */
function hasWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

function reload(): void {
  location.reload();
}
