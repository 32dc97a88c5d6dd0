import { markCamp } from "#shared/features/explore/contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { NotQueued } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

/**
 * Stores a change of the user's mark of a camp: on this phone immediately, on the server when it can be reached.
 * @returns false when this phone could not store it; the reason has been shown to the user
 */
export async function queueMark(
  camp: { id: string; name: string },
  change: BodyOf<typeof markCamp>,
): Promise<boolean> {
  try {
    await enqueue(
      markCamp,
      { params: { campId: camp.id }, body: change },
      {
        entity: `camp-mark:${camp.id}`,
        label: `${change.note === undefined ? "Favourite" : "Note"}: ${camp.name}`,
      },
    );
    return true;
  } catch (error) {
    if (!(error instanceof NotQueued)) throw error;
    showToast({ kind: "problem", text: error.message });
    return false;
  }
}
