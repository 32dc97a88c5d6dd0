import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { DialogFrame } from "../dialogs.tsx";
import { TagPanel } from "#web/features/nfc/tag-panel.tsx";
import { resourceQueries } from "#web/features/resources/api.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Loaded } from "#web/ui/state/query-state.tsx";

/** The tag of an item, for its owner and the admins of its community. */
export function TagDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const resource = useQuery(resourceQueries.one(id));
  return (
    <Dialog {...frame} title={resource.data === undefined ? "Tag" : `Tag for ${resource.data.title}`}>
      <Loaded query={resource} title="This did not load" label="Loading">
        {(item) => <TagPanel item={item} />}
      </Loaded>
    </Dialog>
  );
}
