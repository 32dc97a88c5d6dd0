import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { resourceQueries } from "#web/features/resources/api.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** The dialog opens while its content is still loading. */
const ResourceDetails = lazy(async () => ({
  default: (await import("./resource-details.tsx")).ResourceDetails,
}));

export function ResourceDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const resource = useQuery(resourceQueries.one(id));
  return (
    <Dialog {...frame} title={resource.data?.title ?? "Resource"}>
      <Suspense fallback={<Spinner label="Loading" />}>
        <ResourceDetails resource={resource} onClose={frame.onClose} />
      </Suspense>
    </Dialog>
  );
}
