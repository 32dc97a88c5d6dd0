import { lazy, type ReactNode, Suspense } from "react";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import type { DialogFrame } from "../dialogs.ts";

/** The searches of the map and of the conversations. */
const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

/** Opens any view, thing or action by keyboard alone. */
export function PaletteDialog(frame: DialogFrame): ReactNode {
  return (
    <Dialog {...frame} title="Go to">
      <Suspense fallback={<Spinner label="Loading the search" />}>
        <Palette />
      </Suspense>
    </Dialog>
  );
}
