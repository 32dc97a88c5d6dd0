import { useSelector } from "@tanstack/react-store";
import { lazy, Suspense, useState } from "react";
import { pendingToasts } from "./toast.ts";

/** Shows no toasts when their code does not load: an error would take the view away. */
const ToastViewport = lazy(async () => ({
  default: await import("./toast-viewport.tsx").then(
    (part) => part.ToastViewport,
    () => () => null,
  ),
}));

/** Loads nothing until the first toast, then stays mounted so that a screen reader announces the next ones. */
export function ToastRegion() {
  const hasPending = useSelector(pendingToasts, ({ length }) => length > 0);
  const [isNeeded, setIsNeeded] = useState(false);
  if (hasPending && !isNeeded) setIsNeeded(true);
  return isNeeded ? (
    <Suspense>
      <ToastViewport />
    </Suspense>
  ) : null;
}
