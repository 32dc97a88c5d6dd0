// A page that is meant to be killed with its browser. It reports the items in its outbox, then queues one item after the other as a form
// does, and reports which of them the app has acknowledged. Its address determines when it may use the browser's database.
import { createMemory } from "#shared/features/memories/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import { reportReachable, reportUnreachable } from "#web/lib/server/reachability.ts";
import { onChange } from "#web/offline/changes.ts";
import { storesNothing } from "#web/offline/database.ts";
import { listQueued, NotQueued, type QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { enqueue, operation, type QueuedInput } from "#web/offline/outbox/queue.ts";
import type { QueuedEndpoint } from "#web/offline/outbox/queued-calls.ts";
import { setUser } from "#web/offline/user/set-user.ts";

/** An item of the outbox. */
export interface Item {
  id: string;
  /** Of everything the user wrote. */
  digest: string;
}

/** The outbox at the start of the page. */
export interface Found {
  isOnDisk: boolean;
  items: Item[];
}

/** The app's reply to one write. */
export interface Outcome extends Item {
  isAcknowledged: boolean;
  /** Whether the page then used the browser's database. */
  isOnDisk: boolean;
}

/** `late`: the browser refuses its database until an item is in the page's memory. */
export type Storage = "disk" | "memory" | "late";

/** Size of a photo, in bytes; every fifth item is one. */
const PHOTO_BYTES = 200_000;

const { searchParams } = new URL(location.href);
const storage = searchParams.get("storage") as Storage; // from the proof
const browserDatabases = indexedDB;
if (storage !== "disk") {
  const open = () => {
    throw new DOMException("The proof blocks the database.", "SecurityError");
  };
  Object.assign(browserDatabases, { open });
}

await setUser("somebody");
const items = await Promise.all(
  (await listQueued()).map(async (queued) => ({ id: queued.id, digest: await digestOf(queued) })),
);
await report("/found", { isOnDisk: !storesNothing(), items } satisfies Found);
onChange(() => {
  if (storage === "late" && storesNothing()) unblock();
  // Without a server, the app decides at once whether the item is stored.
  else reportUnreachable("silent", true);
});
for (let number = Number(searchParams.get("first")); ; number++) {
  if (number % 5 === 0)
    await write(uploadPhoto, { body: { file: photoOf(number), purpose: "entry" } }, number);
  else await write(createMemory, { body: { type: "want-to-know", content: `Number ${number}` } }, number);
}

async function write<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  number: number,
): Promise<void> {
  const options = { id: newId(), entity: `item:${number}`, label: `Item ${number}` };
  const digest = await digestOf(operation(endpoint, input, options));
  reportReachable();
  let isAcknowledged = true;
  try {
    await enqueue(endpoint, input, options);
  } catch (error) {
    if (!(error instanceof NotQueued)) throw error;
    isAcknowledged = false;
  }
  const outcome = { id: options.id, digest, isAcknowledged, isOnDisk: !storesNothing() };
  await report("/outcome", outcome satisfies Outcome);
}

function unblock(): void {
  Reflect.deleteProperty(browserDatabases, "open");
  // The app tries the browser's database again when its page is shown.
  document.dispatchEvent(new Event("visibilitychange"));
}

function photoOf(number: number): File {
  const bytes = Uint8Array.from({ length: PHOTO_BYTES }, (_, index) => (number + index) % 251);
  return new File([bytes], `${number}.jpg`, { type: "image/jpeg" });
}

async function digestOf(
  written: Pick<QueuedOperation, "endpointId" | "entity" | "label" | "body">,
): Promise<string> {
  const { endpointId, entity, label, body } = written;
  const { file, ...fields } = (body ?? {}) as { file?: File }; // as queued above, or lost
  const words = JSON.stringify([endpointId, entity, label, fields, file?.name, file?.type]);
  const bytes = await new Blob([words, file ?? ""]).arrayBuffer();
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

async function report(path: string, what: unknown): Promise<void> {
  await fetch(path, { method: "POST", body: JSON.stringify(what) });
}
