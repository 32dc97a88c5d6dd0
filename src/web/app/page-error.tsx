import { useEffect } from "react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { askServer } from "#web/lib/server/ask-server.ts";
import { notePageShown } from "#web/lib/page-shown.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "#web/pages/page.module.css";

/** Milliseconds before the automatic reload: time to store the latest input. */
const RELOAD_AFTER_MS = 1000;

/**
 * Shown when a view crashes or its code cannot be fetched. The header stays, so every other view is one tap away. It is part of the first
 * paint and also works offline, so it is as plain as possible.
 *
 * After a failed import, the browser does not fetch the module again on this page, so a retry needs a reload. Where the service worker has
 * every file, the page reloads automatically, once per error.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  useEffect(notePageShown, []);
  useEffect(() => {
    const key = String(error);
    if (!hasWorker() || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "1");
    const timer = setTimeout(reload, RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div className={styles.centre} role="alert">
      <h1>Something went wrong on this page</h1>
      <p>Nothing you saved is lost. A page you have not opened before needs a connection.</p>
      <Button
        variant="primary"
        // Without the worker, an offline reload would show a blank page.
        onClick={() => (hasWorker() ? reload() : void askServer("/index.html").then(reload, reset))}
      >
        Try Again
      </Button>
    </div>
  );
}

/** Whether a service worker controls the page, so that the page and all its files are on this device. */
function hasWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

function reload(): void {
  location.reload();
}
