import type { ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { useListing } from "#web/features/resources/use-listings.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ResourceDetails } from "./resource-details.tsx";

export function ResourceDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const resource = useListing(id);
  return (
    <Dialog {...frame} title={resource.data?.title ?? "Resource"}>
      <ResourceDetails id={id} resource={resource} onClose={frame.onClose} />
    </Dialog>
  );
}
