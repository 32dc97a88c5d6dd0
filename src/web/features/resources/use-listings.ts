import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import {
  isDeletionWaiting,
  libraryWith,
  type WaitingChange,
  waitingChanges,
  withChanges,
  withEdits,
} from "#shared/features/resources/waiting-changes.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { resourceQueries } from "./api.ts";
import type { ListingsPage } from "./listings/listings-view.ts";

// Listings as the user left them: the server's answers with the edits and deletions that wait on this device. The query cache stores the
// answers without them, so that a discarded change leaves no trace.

/** One page of the library. @param communityId null: of all communities */
export function useLibraryPage(page: ListingsPage, communityId: string | null, isEnabled = true) {
  const changes = useWaitingChanges();
  const select = useCallback(
    ({ listings, nextCursor }: { listings: Resource[]; nextCursor: string | null }) => ({
      listings: libraryWith(listings, changes),
      nextCursor,
    }),
    [changes],
  );
  return useQuery({
    ...resourceQueries.listings(page, communityId),
    select,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** The listings of the map. */
export function useMapListings() {
  const changes = useWaitingChanges();
  const select = useCallback((listings: Resource[]) => libraryWith(listings, changes), [changes]);
  return useQuery({ ...resourceQueries.onMap(), select });
}

/** The user's own listings, archived ones too. */
export function useMyListings() {
  const changes = useWaitingChanges();
  const select = useCallback((listings: Resource[]) => withChanges(listings, changes), [changes]);
  return useQuery({ ...resourceQueries.mine(), select });
}

/** One listing, also while its deletion waits. */
export function useListing(id: string, isEnabled = true) {
  const changes = useWaitingChanges();
  const select = useCallback((listing: ResourceDetail) => withEdits(listing, changes), [changes]);
  return useQuery({ ...resourceQueries.one(id), select, enabled: isEnabled });
}

/** Whether the user has deleted the listing and the server does not know yet. */
export function useIsDeletionWaiting(id: string): boolean {
  return isDeletionWaiting(useWaitingChanges(), id);
}

function useWaitingChanges(): WaitingChange[] {
  const outbox = useOutbox();
  return useMemo(() => waitingChanges(outbox), [outbox]);
}
