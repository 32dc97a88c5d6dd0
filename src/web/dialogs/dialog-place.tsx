import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

/** Dialogs, and the list of them, come after the first paint. */
const DialogHost = lazy(async () => ({ default: (await import("./dialog-host.tsx")).DialogHost }));

/** Where dialogs appear. From the first one on the host stays, because a dialog that closes needs it a moment longer. */
export function DialogPlace() {
  const isWanted = useSearch({ strict: false }).dialog !== undefined;
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? (
    <Suspense>
      <DialogHost />
    </Suspense>
  ) : null;
}
