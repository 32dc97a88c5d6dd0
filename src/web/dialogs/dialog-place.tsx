import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useOpenDialog } from "./dialog-navigation.ts";

/** Dialogs and their list are loaded after the first paint. */
const DialogHost = lazy(async () => ({ default: (await import("./dialogs.tsx")).DialogHost }));

/**
 * Renders the dialogs and opens those that have a key. The host stays mounted after the first dialog, because a closing dialog still needs
 * it.
 */
export function DialogPlace() {
  const isNamed = useSearch({ strict: false }).dialog !== undefined;
  // The first render of a prerendered page must not depend on the full address.
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const open = useEffectEvent(useOpenDialog());
  useEffect(() => {
    const watch = import("./palette/watch-keys.ts").then(
      ({ watchKeys }) => watchKeys((dialog) => open(dialog)),
      // Not loaded: the dialogs still open by their buttons.
      () => () => undefined,
    );
    return () => void watch.then((stop) => stop());
  }, []);
  const isWanted = isHydrated && isNamed;
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? (
    <Suspense>
      <DialogHost />
    </Suspense>
  ) : null;
}
