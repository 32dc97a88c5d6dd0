import { useEffect } from "react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { askServer, isOtherBuild } from "#web/lib/server/ask-server.ts";
import { notePageShown } from "#web/lib/page-shown.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "#web/pages/page.module.css";

/** Milliseconds before the automatic reload: time to store the latest input. */
const RELOAD_AFTER_MS = 1000;

/** Whether the page was left and is shown again by Back. WebKit cuts off the imports of a left page. */
let wasShownAgain = false;
if ("addEventListener" in globalThis)
  addEventListener("pageshow", ({ persisted }) => {
    wasShownAgain ||= persisted;
  });

/**
 * Shown when a view crashes or its code cannot be fetched. The header stays, so every other view is one tap away. It is part of the first
 * paint and also works offline, so it is as plain as possible.
 *
 * After a failed import, the browser does not fetch the module again on this page, so a retry needs a reload. Where the service worker has
 * every file, when the page was left and is shown again, and when the server has a newer page, it reloads automatically, once per error.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  useEffect(notePageShown, []);
  useEffect(() => {
    const key = String(error);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadOnce = () => {
      if (sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, "1");
      timer = setTimeout(() => tryAgain(() => undefined), RELOAD_AFTER_MS);
    };
    if (hasWorker() || wasShownAgain || isOtherBuild()) reloadOnce();
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reloadOnce();
    };
    addEventListener("pageshow", look);
    return () => {
      clearTimeout(timer);
      removeEventListener("pageshow", look);
    };
  }, [error]);
  return (
    <div className={styles.centre} role="alert">
      <h1>Something went wrong on this page</h1>
      <p>Nothing you saved is lost. A page you have not opened before needs a connection.</p>
      <Button variant="primary" onClick={() => tryAgain(reset)}>
        Try Again
      </Button>
    </div>
  );
}

/** Reloads the page. Without the worker, an offline reload would show a blank page. @param onOffline called instead */
function tryAgain(onOffline: () => void): void {
  if (hasWorker()) reload();
  else void askServer("/index.html").then(reload, onOffline);
}

/** Whether a service worker controls the page, so that the page and all its files are on this device. */
function hasWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

function reload(): void {
  location.reload();
}
