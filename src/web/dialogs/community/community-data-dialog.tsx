import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { DialogFrame } from "../dialogs.tsx";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { TransferPanel } from "#web/features/transfer/transfer-panel.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";

/** A community's listings and members as files, for its admins. */
export function CommunityDataDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const communities = useQuery(communitiesQuery);
  const community = communities.data?.find((each) => each.id === id);
  return (
    <Dialog {...frame} title="Import and export">
      {communities.data === undefined ? (
        <QueryState query={communities} title="The community did not load" label="Loading the community" />
      ) : community?.role === "admin" ? (
        <TransferPanel communityId={id} />
      ) : (
        <EmptyState title="This is for admins" text="Only an admin may take its data out or bring it in." />
      )}
    </Dialog>
  );
}
