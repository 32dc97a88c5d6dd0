import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import type { EntryChange, Resource } from "#shared/features/resources/contract.ts";
import { useOpenDialog } from "../dialog-navigation.ts";
import { usePublicSettings } from "../lib/public-settings.ts";
import type { Outcome } from "../offline/submit.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { showToast } from "../ui/toast.ts";
import { BorrowButton } from "./borrow-button.tsx";
import styles from "./page.module.css";
import { TagButton } from "./tag-button.tsx";

const PlaceForm = lazy(async () => ({
  default: (await import("../features/resources/place-form.tsx")).PlaceForm,
}));

interface ResourceActionsProps {
  resource: Resource;
  onClose: () => void;
}

/** What can be done with a resource: by everybody, and by who shares it. */
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

function OwnerActions({ resource, onClose }: ResourceActionsProps) {
  const openDialog = useOpenDialog();
  const { backupsKeptHours = null } = usePublicSettings();
  const change = useChange(resource);
  const [isDoomed, setIsDoomed] = useState(false);
  const isArchived = resource.status === "archived";

  async function archive(): Promise<void> {
    const isDone = await change({ status: "archived" }, `Archive ${resource.title}`);
    if (!isDone) return;
    onClose();
    showToast({
      kind: "done",
      text: `${resource.title} is out of the library.`,
      action: {
        label: "Undo",
        run: () => void change({ status: "active" }, `Put back ${resource.title}`),
      },
    });
  }

  async function restore(): Promise<void> {
    const isDone = await change({ status: "active" }, `Put back ${resource.title}`);
    if (isDone) showToast({ kind: "done", text: `${resource.title} is back in the library.` });
  }

  async function remove(): Promise<void> {
    setIsDoomed(false);
    const { sendDelete } = await import("../features/resources/send-edit.ts");
    const outcome = await sendDelete(resource);
    tellOutcome(outcome, `${resource.title} was deleted.`);
    if (outcome.state === "sent" || outcome.state === "waiting") onClose();
  }
  return (
    <>
      {isArchived ? (
        <Button variant="primary" onClick={() => void restore()}>
          Put back
        </Button>
      ) : (
        <>
          <Button onClick={() => openDialog({ dialog: "edit-entry", id: resource.id })}>Edit</Button>
          <Button onClick={() => void archive()}>Archive</Button>
        </>
      )}
      <Button variant="danger" onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      <Confirm
        isOpen={isDoomed}
        title={`Delete ${resource.title}?`}
        message={`It is gone for good, with its photos and its history. ${backupWords(backupsKeptHours)} To take it out for a while, archive it.`}
        confirmLabel="Delete"
        onConfirm={() => void remove()}
        onCancel={() => setIsDoomed(false)}
      />
    </>
  );
}

/** Hands a change to the outbox. @returns whether the server has it, or will */
function useChange(resource: Resource): (change: EntryChange, label: string) => Promise<boolean> {
  const client = useQueryClient();
  return async (change, label) => {
    const { sendChange } = await import("../features/resources/send-edit.ts");
    const outcome = await sendChange(resource, change, label);
    if (outcome.state === "sent") await client.invalidateQueries({ queryKey: ["resources"] });
    else tellOutcome(outcome, "");
    return outcome.state === "sent" || outcome.state === "waiting";
  };
}

/** @param done said once the server has agreed, and only then */
function tellOutcome(outcome: Outcome, done: string): void {
  switch (outcome.state) {
    case "sent":
      return showToast({ kind: "done", text: done });
    case "waiting":
      return showToast({ kind: "info", text: "Kept on this device; it goes on by itself." });
    case "failed":
    case "conflict":
      return showToast({ kind: "problem", text: `Failed to update entry. ${outcome.problem.error}` });
    case "not-kept":
      return showToast({ kind: "problem", text: `Failed to update entry. ${outcome.reason}` });
    case "discarded":
  }
}
