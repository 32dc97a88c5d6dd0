import { newId } from "#shared/id.ts";
import { onChange } from "#web/offline/changes.ts";
import { findAnswer, listOperations } from "#web/offline/outbox.ts";
import { type Outcome, submit } from "#web/offline/submit.ts";
import type { PickedPhotos } from "../photos/use-picked-photos.ts";
import { type NewResource, resourceOperations } from "./resource-operations.ts";

interface SendResource extends NewResource {
  resourceId: string;
  /** Operations this one takes the place of. */
  instead: readonly string[];
  /** Shows on each photo how its upload stands. */
  markPhoto: PickedPhotos["mark"];
}

/** Hands a resource with its photos to the outbox; the photos an earlier try has uploaded are not uploaded again. */
export async function sendResource(
  given: SendResource,
): Promise<{ outcome: Outcome; operationIds: string[]; operationId: string }> {
  const { draft, instead, markPhoto } = given;
  const photoIds = draft.photos.map(({ id }) => id);
  const answers = await Promise.all(photoIds.map(findAnswer));
  const uploaded = new Set(photoIds.filter((_, index) => answers[index] !== undefined));
  const operationId = newId();
  const operations = resourceOperations(given, { operationId, uploaded, at: new Date() });
  for (const id of photoIds) markPhoto(id, { phase: uploaded.has(id) ? "sent" : "sending" });
  const mark = () => void markPhotos(photoIds, markPhoto).catch(() => undefined);
  const stopMarking = onChange(mark);
  try {
    const outcome = await submit(operations, instead);
    return { outcome, operationIds: [...photoIds, operationId], operationId };
  } finally {
    stopMarking();
    mark();
  }
}

/** Shows on each photo how its upload stands. */
export async function markPhotos(ids: readonly string[], markPhoto: PickedPhotos["mark"]): Promise<void> {
  const kept = await listOperations();
  for (const id of ids) {
    const upload = kept.find((operation) => operation.id === id);
    if (upload?.state === "failed")
      markPhoto(id, { phase: "failed", message: upload.problem?.error ?? "It was refused." });
    else markPhoto(id, { phase: upload === undefined ? "sent" : "sending" });
  }
}
