import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useState } from "react";
import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import { useSession } from "#web/features/account/session.ts";
import { communityQuery } from "#web/features/communities/api.ts";
import { BorrowButton } from "#web/features/lending/borrow-button.tsx";
import { OwnerActions } from "#web/features/resources/edit/owner-actions.tsx";
import { PlaceForm } from "#web/features/resources/edit/place-form.tsx";
import { useIsDeletionWaiting } from "#web/features/resources/use-listings.ts";
import { ResourceView } from "#web/features/resources/view/resource-view.tsx";
import { WaitingDeletion } from "#web/features/resources/view/waiting-deletion.tsx";
import { useVibeUpdates, vibeQuery } from "#web/features/vibe/api.ts";
import { VibeCanvas } from "#web/features/vibe/vibe-canvas.tsx";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Loaded } from "#web/ui/state/query-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import styles from "#web/pages/page.module.css";

interface ResourceDetailsProps {
  id: string;
  resource: UseQueryResult<ResourceDetail>;
  /** The thing was archived or deleted. */
  onClose: () => void;
}

/** A resource with the actions available to the user: in a dialog, or beside the library. */
export function ResourceDetails({ id, resource, onClose }: ResourceDetailsProps): ReactNode {
  const isDeleted = useIsDeletionWaiting(id);
  if (isDeleted) return <WaitingDeletion />;
  return (
    <Loaded
      query={resource}
      title="This did not load"
      label="Loading"
      missing={<EmptyState title="This is no longer in the library" text="It may have been removed." />}
    >
      {(data) => <ResourceCard resource={data} onClose={onClose} />}
    </Loaded>
  );
}

interface ResourceCardProps {
  resource: ComponentProps<typeof ResourceView>["resource"];
  /** The thing was archived or deleted. */
  onClose: () => void;
}

/** All of a resource: its details, its community's vibe and the actions available to the user. */
export function ResourceCard({ resource, onClose }: ResourceCardProps) {
  return (
    <ResourceView
      resource={resource}
      place={locatorPlace(resource.location?.address ?? null)}
      vibe={<CommunityVibe communityId={resource.loobricateId} />}
    >
      <ResourceActions resource={resource} onClose={onClose} />
    </ResourceView>
  );
}

/** The vibe of the community a resource belongs to. */
function CommunityVibe({ communityId }: { communityId: string }) {
  const community = useQuery(communityQuery(communityId));
  const vibe = useQuery(vibeQuery(communityId));
  useVibeUpdates([communityId]);
  if (vibe.isError) return <p>The vibe did not load. It comes back with the signal.</p>;
  if (vibe.data === undefined) return <Spinner label="Loading the vibe" />;
  if (vibe.data === null) return <p>No vibe set yet</p>;
  return <VibeCanvas name={community.data?.name ?? "The community"} vibe={vibe.data} compared={null} />;
}

/** Actions for a resource: those of all users and those of its owner. */
function ResourceActions({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const navigate = useNavigate();
  const [isPlacing, setIsPlacing] = useState(false);
  const showOnMap = (): void => void navigate({ to: "/explore", search: { show: resource.id } });
  const isArchived = resource.status === "archived";
  return (
    <>
      <div className={styles.actions}>
        {isArchived ? null : <BorrowButton resource={resource} />}
        {resource.location === null || isArchived ? null : <Button onClick={showOnMap}>Show on Map</Button>}
        {resource.isMine && !isArchived ? (
          <Button aria-expanded={isPlacing} onClick={() => setIsPlacing(!isPlacing)}>
            Add to Map
          </Button>
        ) : null}
        {resource.type === "talent" || isArchived ? null : <TagButton resource={resource} />}
        {resource.isMine ? <OwnerActions resource={resource} onClose={onClose} /> : null}
      </div>
      {isPlacing ? (
        <PlaceForm
          resource={resource}
          onPlaced={(isSent) => {
            setIsPlacing(false);
            if (isSent) showOnMap();
          }}
        />
      ) : null}
    </>
  );
}

/** Opens the tag of an item, for its owner and the admins of its community. */
function TagButton({ resource }: { resource: Resource }) {
  const openDialog = useOpenDialog();
  const isSignedIn = useSession()?.isAnonymous === false;
  const community = useQuery({
    ...communityQuery(resource.loobricateId),
    enabled: isSignedIn && !resource.isMine,
  });
  if (!isSignedIn || (!resource.isMine && community.data?.role !== "admin")) return null;
  return (
    <Button onClick={() => openDialog({ dialog: "tag", id: resource.id })}>
      {resource.tagMark === null ? "Tag this item" : "Tag"}
    </Button>
  );
}
