import { useQuery } from "@tanstack/react-query";
import type { DialogFrame } from "../dialog-host.tsx";
import { TagPanel } from "../features/nfc/tag-panel.tsx";
import { resourceQueries } from "../features/resources/api.ts";
import { useAsOf } from "../lib/use-as-of.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** The tag of an item, for its owner and the admins of its community. */
export function TagDialog({ id, ...frame }: DialogFrame & { id: string }) {
  const resource = useQuery(resourceQueries.one(id));
  const asOf = useAsOf(resource);
  return (
    <Dialog {...frame} title={resource.data === undefined ? "Tag" : `Tag of ${resource.data.title}`}>
      {resource.data === undefined ? (
        resource.isError ? (
          <ErrorState
            title="This did not load"
            text={resource.error.message}
            onRetry={() => void resource.refetch()}
          />
        ) : (
          <Spinner label="Loading" />
        )
      ) : (
        <>
          <AsOf at={asOf} />
          <TagPanel item={resource.data} />
        </>
      )}
    </Dialog>
  );
}
