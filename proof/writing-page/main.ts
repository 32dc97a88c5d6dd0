// A page that is meant to be killed with its browser. It reports the items still in the outbox, then queues one item after the other, and
// reports each item whose storage was acknowledged.
import { createMemory } from "#shared/features/memories/contract.ts";
import { storesNothing } from "#web/offline/database.ts";
import { append, listQueued } from "#web/offline/outbox/outbox.ts";
import { setUser } from "#web/offline/user/set-user.ts";

/** Size of a sent photo, in bytes; every fifth item has one. */
const PHOTO_BYTES = 200_000;

await setUser("somebody");
const queued = await listQueued();
await requireDisk();
await report(
  "/found",
  queued.filter(({ body }) => isWhole(body)).map(({ id }) => id),
);
for (let number = queued.length; ; number++) {
  const photo = number % 5 === 0 ? new Blob([new Uint8Array(PHOTO_BYTES).fill(number % 251)]) : null;
  const body = { content: `Number ${number}`, photo, bytes: photo?.size ?? 0 };
  const [operation] = await append([
    { endpointId: createMemory.id, entity: `memory:${number}`, label: `Number ${number}`, body },
  ]);
  await requireDisk();
  await report("/acknowledged", operation?.id);
}

/** On a slow machine the page may have opened an empty database in memory instead. The proof is about the one on disk, so it is opened again. */
async function requireDisk(): Promise<void> {
  if (!storesNothing()) return;
  location.reload();
  await new Promise(() => undefined);
}

function isWhole(body: unknown): boolean {
  const { photo, bytes } = body as { photo: Blob | null; bytes: number }; // as queued above
  return (photo?.size ?? 0) === bytes;
}

async function report(path: string, what: unknown): Promise<void> {
  await fetch(path, { method: "POST", body: JSON.stringify(what) });
}
