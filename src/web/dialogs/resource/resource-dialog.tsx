import { lazy, Suspense, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { useListing } from "#web/features/resources/use-listings.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** The dialog opens while its content is still loading. */
const ResourceDetails = lazy(async () => ({
  default: (await import("./resource-details.tsx")).ResourceDetails,
}));

export function ResourceDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const resource = useListing(id);
  return (
    <Dialog {...frame} title={resource.data?.title ?? "Resource"}>
      <Suspense fallback={<Spinner label="Loading" />}>
        <ResourceDetails id={id} resource={resource} onClose={frame.onClose} />
      </Suspense>
    </Dialog>
  );
}
