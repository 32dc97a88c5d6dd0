import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { pendingToasts, subscribeToToasts } from "./toast.ts";

const ToastViewport = lazy(async () => ({ default: (await import("./toast-viewport.tsx")).ToastViewport }));

/** Costs nothing until the first toast; then it stays, so that a screen reader hears the next ones. */
export function ToastRegion() {
  const hasPending = useSyncExternalStore(subscribeToToasts, pendingToasts).length > 0;
  const [isNeeded, setIsNeeded] = useState(false);
  if (hasPending && !isNeeded) setIsNeeded(true);
  return isNeeded ? (
    <Suspense>
      <ToastViewport />
    </Suspense>
  ) : null;
}
