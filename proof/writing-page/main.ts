// A page that is meant to be killed with its browser: says what the outbox still holds, then keeps one thing after the other, and
// says of each that it was promised to be safe.
import { createMemory } from "#shared/features/memories/contract.ts";
import { append, listQueued } from "#web/offline/outbox/outbox.ts";
import { setUser } from "#web/offline/user/set-user.ts";

/** Of a photo as it is sent, in bytes; every fifth thing has one. */
const PHOTO_BYTES = 200_000;

await setUser("somebody");
const kept = await listQueued();
await tell(
  "/found",
  kept.filter(({ body }) => isWhole(body)).map(({ id }) => id),
);
for (let number = kept.length; ; number++) {
  const photo = number % 5 === 0 ? new Blob([new Uint8Array(PHOTO_BYTES).fill(number % 251)]) : null;
  const body = { content: `Number ${number}`, photo, bytes: photo?.size ?? 0 };
  const [operation] = await append([
    { endpointId: createMemory.id, entity: `memory:${number}`, label: `Number ${number}`, body },
  ]);
  await tell("/acknowledged", operation?.id);
}

function isWhole(body: unknown): boolean {
  const { photo, bytes } = body as { photo: Blob | null; bytes: number }; // as it was kept above
  return (photo?.size ?? 0) === bytes;
}

async function tell(path: string, what: unknown): Promise<void> {
  await fetch(path, { method: "POST", body: JSON.stringify(what) });
}
