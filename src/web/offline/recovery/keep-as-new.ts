import type { uploadPhoto } from "#shared/features/photos/contract.ts";
import { asNew, isOfDeleted, newUploadId } from "./as-new.ts";
import { CALLS_VERSION, type Operation } from "#shared/outbox/operation.ts";
import { withReplaced } from "#shared/outbox/sent.ts";
import { announceChange } from "../changes.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";
import { makerIn } from "../user/phone-user.ts";

const UPLOAD: typeof uploadPhoto.id = "photos.upload";

/**
 * Makes a new thing of a queued change whose thing was deleted elsewhere. The call that makes it replaces the change and includes
 * the photos of the change; later queued changes of the old thing then apply to the new one. All or nothing.
 * @param id the id of a change made by the user on this device
 * @returns false when there was nothing to do: it is another user's, already done, or cannot become a thing
 * @throws DOMException when this device has no room left
 */
export async function keepAsNew(id: string): Promise<boolean> {
  const isDone = await writeWithinQuota(["outbox", "bodies", "facts"], "strict", async (transaction) => {
    const outbox = transaction.objectStore("outbox");
    const bodies = transaction.objectStore("bodies");
    const userId = await makerIn(transaction.objectStore("facts"));
    const own = (await outboxRows(outbox)).filter((row) => row.userId === userId);
    const change = own.find((row) => row.id === id);
    if (change === undefined || !isOfDeleted(change)) return false;
    const made = asNew(change, await bodies.get(id));
    if ("reason" in made) return false;
    const { uploads, body, endpointId, entity } = made;
    const label = typeof body["title"] === "string" ? body["title"] : change.label;
    const add = async (row: Operation, content: unknown) => {
      const { seq: _, ...unplaced } = row;
      // The store assigns the sequence number.
      await outbox.add(unplaced as Operation);
      await bodies.put(content, row.id);
    };
    const photos = await Promise.all(uploads.map((upload) => bodies.get(upload)));
    const later = own.filter(({ entity: other, seq }) => other === change.entity && seq > change.seq);
    const laterBodies = await Promise.all(later.map((row) => bodies.get(row.id)));
    for (const row of own)
      if (row === change || later.includes(row) || uploads.includes(row.id)) await outbox.delete(row.seq);
    for (const old of [id, ...uploads]) await bodies.delete(old);
    for (const [place, upload] of uploads.entries()) {
      const fresh = newUploadId(upload);
      const call = { id: fresh, endpointId: UPLOAD, entity: `photo:${fresh}`, dependsOn: [] };
      await add({ ...ready(change), ...call, label: `Photo of ${label}` }, photos[place]);
    }
    const call = { id: `${id}.new`, endpointId, entity, label, dependsOn: uploads.map(newUploadId) };
    await add({ ...ready(change), ...call }, body);
    const ids = new Map(Object.values(change.params ?? {}).map((old) => [old, id]));
    for (const [place, row] of later.entries()) {
      const content = withReplaced(laterBodies[place], ids);
      await add({ ...withReplaced(row, ids), entity }, withoutVersion(content));
    }
    return true;
  });
  if (isDone) announceChange();
  return isDone;
}

/** A row to send, without the fields specific to a change. */
function ready(change: Operation): Operation {
  const { params: _, given: _given, rest: _rest, ...row } = change;
  return { ...row, version: CALLS_VERSION, state: "queued", tries: 0, notBefore: 0, problem: null };
}

/** Removes the version, which was that of the deleted thing. */
function withoutVersion(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("version" in body)) return body;
  const { version: _, ...others } = body;
  return others;
}
