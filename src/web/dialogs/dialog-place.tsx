import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useIsHydrated } from "#web/lib/use-is-hydrated.ts";

/** Dialogs and their list are loaded after the first paint. */
const DialogHost = lazy(async () => ({ default: (await import("./dialog-host.tsx")).DialogHost }));

/** Renders the dialogs. The host stays mounted after the first one, because a closing dialog still needs it. */
export function DialogPlace() {
  const isNamed = useSearch({ strict: false }).dialog !== undefined;
  const isWanted = useIsHydrated() && isNamed;
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? (
    <Suspense>
      <DialogHost />
    </Suspense>
  ) : null;
}
