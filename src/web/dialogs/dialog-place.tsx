import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";

/** Dialogs and their list are loaded after the first paint. */
const DialogHost = lazy(async () => ({ default: (await import("./dialog-host.tsx")).DialogHost }));

/** Renders the dialogs. The host stays mounted after the first one, because a closing dialog still needs it. */
export function DialogPlace() {
  const isNamed = useSearch({ strict: false }).dialog !== undefined;
  // The first render of a page that the build has rendered must not depend on the full address.
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const isWanted = isHydrated && isNamed;
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? (
    <Suspense>
      <DialogHost />
    </Suspense>
  ) : null;
}
