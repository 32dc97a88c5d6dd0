import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { communityQuery } from "#web/features/communities/api.ts";
import { resourceQueries } from "#web/features/resources/api.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { BorrowButton } from "./borrow-button.tsx";
import styles from "#web/pages/page.module.css";

const PlaceForm = lazy(async () => ({
  default: (await import("#web/features/resources/edit/place-form.tsx")).PlaceForm,
}));

interface ResourceActionsProps {
  resource: Resource;
  onClose: () => void;
}

/** Actions for a resource: those of all users and those of its owner. */
export function ResourceActions({ resource, onClose }: ResourceActionsProps) {
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
        <Suspense fallback={<Spinner label="Loading" />}>
          <PlaceForm
            resource={resource}
            onPlaced={(isSent) => {
              setIsPlacing(false);
              if (isSent) showOnMap();
            }}
          />
        </Suspense>
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

function OwnerActions({ resource, onClose }: ResourceActionsProps) {
  const openDialog = useOpenDialog();
  const { backupRetentionHours = null } = usePublicSettings();
  const client = useQueryClient();
  const [isDoomed, setIsDoomed] = useState(false);
  const isArchived = resource.status === "archived";
  const onFailed = (text: string) => showToast({ kind: "problem", text: `Failed to update entry. ${text}` });
  const onQueued = () =>
    showToast({ kind: "info", text: "Saved on this device. Looby sends it when there is a signal." });
  const change = useQueuedMutation({
    send: async ({ status }: { status: "archived" | "active"; announce?: () => void }) => {
      const { sendChange } = await import("#web/features/resources/edit/change-entry.ts");
      const label = status === "archived" ? `Archive ${resource.title}` : `Put back ${resource.title}`;
      const result = await sendChange(resource, { status }, label);
      if (result.status === "sent") {
        // If the dialog showed the old state until it is fetched, its buttons would move under the user's finger.
        client.setQueryData(
          resourceQueries.one(resource.id).queryKey,
          (known) => known && { ...known, ...result.data },
        );
        await client.invalidateQueries({ queryKey: ["resources"] });
      }
      return result;
    },
    onQueued,
    onFailed,
    onDone: (_, { announce }) => announce?.(),
  });
  const deletion = useQueuedMutation({
    send: async () => (await import("#web/features/resources/edit/change-entry.ts")).sendDelete(resource),
    onSent: () => showToast({ kind: "done", text: `${resource.title} was deleted.` }),
    onQueued,
    onFailed,
    onDone: onClose,
  });

  function archive(): void {
    const undo = { label: "Undo", run: () => change.mutate({ status: "active" }) };
    change.mutate({
      status: "archived",
      announce: () => {
        onClose();
        showToast({ kind: "done", text: `${resource.title} is out of the library.`, action: undo });
      },
    });
  }

  function restore(): void {
    change.mutate({
      status: "active",
      announce: () => showToast({ kind: "done", text: `${resource.title} is back in the library.` }),
    });
  }
  return (
    <>
      {isArchived ? (
        <Button variant="primary" onClick={restore}>
          Put back
        </Button>
      ) : (
        <>
          <Button onClick={() => openDialog({ dialog: "edit-entry", id: resource.id })}>Edit</Button>
          <Button onClick={archive}>Archive</Button>
        </>
      )}
      <Button variant="danger" onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      <Confirm
        isOpen={isDoomed}
        title={`Delete ${resource.title}?`}
        message={`This deletes it for good, with its photos and its history. ${backupWords(backupRetentionHours)} To hide it for a while, archive it.`}
        confirmLabel="Delete"
        onConfirm={() => deletion.mutate(undefined)}
        onClose={() => setIsDoomed(false)}
      />
    </>
  );
}
